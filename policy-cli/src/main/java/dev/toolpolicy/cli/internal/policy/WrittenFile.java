package dev.toolpolicy.cli.internal.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.cli.internal.command.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of subcommands that write a file and report on it. */
final class WrittenFile {
    @Option(names = "--output", paramLabel = "FILE", description = "The file to write.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Replaces the output if it exists.")
    private boolean force;

    /**
     * Writes the file, or prints it, and prints the report.
     *
     * @param text the file's text
     * @param json the report for programs; null to print the one for people
     * @param member the member of that report which takes the text if there is no output
     * @param report the report for people
     * @throws IOException if the file exists, or can't be written
     */
    void write(Console console, String text, @Nullable ObjectNode json, String member, String report)
            throws IOException {
        if (output != null) {
            write(text, output);
        }
        if (json != null) {
            console.print(output == null ? json.put(member, text) : json);
        } else if (output == null) {
            console.out().print(text);
            console.errors().print(report);
        } else {
            console.out().print(report);
        }
    }

    /** Writes a file that isn't there yet, or replaces one at once. */
    private void write(String text, Path file) throws IOException {
        if (!force) {
            Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
            return;
        }
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(beside, text, StandardCharsets.UTF_8);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
