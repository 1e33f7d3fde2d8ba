package dev.toolpolicy.config;

import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.PolicyLayer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * One policy file: for each tool how its calls may run, how their results are delivered and what must have succeeded
 * before. One layer of several; a layer can also be rule lists that were set in code. Immutable.
 *
 * <p>Reading never fails. The problems of a file are in {@link #problems}. An engine that gets the configuration
 * reports them together with all others, and never uses any part of a configuration with an error.
 */
public abstract sealed class PolicyConfiguration implements PolicyLayer permits FileConfiguration {
    PolicyConfiguration() {}

    /**
     * Reads a file, whose name says whether it is TOML or JSON, once.
     *
     * @param file the file, of at most a mebibyte in UTF-8; one with another name than {@code *.toml} and {@code
     *     *.json} is a problem
     * @return the configuration, or what is wrong with it
     */
    public static PolicyConfiguration read(Path file) {
        ConfigurationFormat format = ConfigurationFormat.of(file).orElse(null);
        return new FileConfiguration(file, null, format, file.toString(), "", Severity.ERROR, List.of(), false);
    }

    /**
     * Reads a file, once.
     *
     * @param file the file, of at most a mebibyte in UTF-8
     * @param format the format of the text; the name doesn't matter
     * @return the configuration, or what is wrong with it
     */
    public static PolicyConfiguration read(Path file, ConfigurationFormat format) {
        Objects.requireNonNull(format, "format");
        return new FileConfiguration(file, null, format, file.toString(), "", Severity.ERROR, List.of(), false);
    }

    /**
     * Reads text.
     *
     * @param format how it is written
     * @param source what messages call it
     * @param text the text
     * @return the configuration, or what is wrong with it
     */
    public static PolicyConfiguration of(ConfigurationFormat format, String source, String text) {
        return new FileConfiguration(
                null, Objects.requireNonNull(text, "text"), format, source, "", Severity.ERROR, List.of(), false);
    }

    /**
     * Returns this configuration with {@code tools} below another root, for files that hold other things too. A file is
     * read again.
     *
     * @param pointer a JSON Pointer, such as {@code /conversation} for {@code [conversation.tools.fs_modify_file]}
     * @return the changed configuration
     * @throws IllegalArgumentException if it is not a JSON Pointer
     */
    public abstract PolicyConfiguration at(String pointer);

    /**
     * Returns this configuration with another severity of policies for tools that don't exist. A file is read again.
     *
     * @param severity {@link Severity#ERROR}, the default, since such a name is mostly misspelled; {@link
     *     Severity#WARNING} where tools come and go
     * @return the changed configuration
     */
    public abstract PolicyConfiguration unknownTools(Severity severity);

    @Override
    public abstract PolicyConfiguration asFloor();

    /**
     * Returns this configuration for some tools only, in place of those of an earlier call. A list, requirement, limit or
     * result entry of another tool, or of a pattern that other tools may fit, is an error, and so is a declaration of
     * facts, which all tools share. A file is read again.
     *
     * @param tools the names or patterns of the tools, such as {@code crm_*}, at least one
     * @return the changed configuration
     * @throws IllegalArgumentException if there are none, or one is blank
     */
    public abstract PolicyConfiguration only(String... tools);
}
