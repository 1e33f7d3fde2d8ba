package dev.toolpolicy.examples.tools.files;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replaces text in a file that was read before.
 *
 * @param path the file
 * @param patterns what to replace, in order
 * @param stringToReplace what to replace, if it is only one thing
 * @param newString what to put there
 * @param replaceUsingRegex whether what to replace are regular expressions
 */
@Tool(name = "fs_modify_file")
@Policy(
        run = {
            @Rule(arg = "/path", prefix = ".git", mode = DENY),
            @Rule(arg = "/path", prefix = "crates/", mode = ALLOW),
            @Rule(arg = "/path", prefix = "docs/", mode = ALLOW),
            @Rule(mode = ASK)
        },
        requires = @Require(tools = "fs_read_file", key = "/path"))
public record ModifyFile(
        @Param("The file to change.") Path path,

        @Param(value = "Replacements, in order.", large = true) @Nullable
        List<Replacement> patterns,

        @Param(value = "The text to replace.", large = true) @Nullable
        String stringToReplace,

        @Param(value = "The text to put there.", large = true) @Nullable
        String newString,

        @Param("Whether the texts to replace are regular expressions.") @Nullable
        Boolean replaceUsingRegex) {

    /**
     * One replacement.
     *
     * @param old the text to replace
     * @param replacement the text to put there
     */
    public record Replacement(
            @Param("The text to replace.") String old,

            @Param(name = "new", value = "The text to put there.")
            String replacement) {}
}
