package dev.toolpolicy.config;

import com.fasterxml.jackson.core.JsonPointer;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.layer.ConfigurationPlace;
import dev.toolpolicy.runtime.layer.ConfigurationProblem;
import dev.toolpolicy.runtime.layer.PolicyLayer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One file of policies: for each tool how its calls may run, how their results are delivered and what must have
 * succeeded before. One layer of several; a layer may also be lists that code gives. Immutable.
 *
 * <p>Reading never fails: what is wrong with a file is kept in {@link #problems}, and an engine that is given it says
 * so with everything else that is wrong, at once. A configuration with an error is never used, not even in part.
 */
public final class PolicyConfiguration implements PolicyLayer {
    private final @Nullable Path file;
    private final @Nullable String text;
    private final @Nullable ConfigurationFormat format;
    private final String source;
    private final String root;
    private final Severity unknownTools;
    private final List<ToolSection> sections = new ArrayList<>();
    private final List<ConfigurationProblem> problems = new ArrayList<>();

    private PolicyConfiguration(
            @Nullable Path file,
            @Nullable String text,
            @Nullable ConfigurationFormat format,
            String source,
            String root,
            Severity unknownTools) {
        this(file, text, format, source, root, unknownTools, List.of());
        load();
    }

    private PolicyConfiguration(
            @Nullable Path file,
            @Nullable String text,
            @Nullable ConfigurationFormat format,
            String source,
            String root,
            Severity unknownTools,
            List<ToolSection> given) {
        this.file = file;
        this.text = text;
        this.format = format;
        this.source = source;
        this.root = root;
        this.unknownTools = unknownTools;
        this.sections.addAll(given);
    }

    /**
     * Reads a file, whose name says whether it is TOML or JSON, once.
     *
     * @param file the file, of at most a mebibyte in UTF-8; one with another name than {@code *.toml} and {@code
     *     *.json} is a problem
     * @return the configuration, or what is wrong with it
     */
    public static PolicyConfiguration read(Path file) {
        ConfigurationFormat format = ConfigurationFormat.of(file).orElse(null);
        return new PolicyConfiguration(file, null, format, file.toString(), "", Severity.ERROR);
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
        return new PolicyConfiguration(file, null, format, file.toString(), "", Severity.ERROR);
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
        return new PolicyConfiguration(null, Objects.requireNonNull(text, "text"), format, source, "", Severity.ERROR);
    }

    /**
     * Returns this configuration with {@code tools} below another root, for a file that holds other settings too. A file is
     * read again.
     *
     * @param pointer a JSON Pointer, such as {@code /conversation} for {@code [conversation.tools.fs_modify_file]}
     * @return the changed configuration
     * @throws IllegalArgumentException if it is not a JSON Pointer
     */
    public PolicyConfiguration at(String pointer) {
        JsonPointer.compile(pointer);
        return new PolicyConfiguration(file, text, format, source, pointer, unknownTools);
    }

    /**
     * Returns this configuration with another severity for policies of undeclared tools. A file is read again.
     *
     * @param severity {@link Severity#ERROR} by default, since such a policy is usually misspelled;
     *     {@link Severity#WARNING} where tools come and go
     * @return the changed configuration
     */
    public PolicyConfiguration unknownTools(Severity severity) {
        Objects.requireNonNull(severity, "severity");
        return new PolicyConfiguration(file, text, format, source, root, severity);
    }

    /**
     * Reads the configuration's file again.
     *
     * @return a configuration of the same file, root and settings; this one, if it was not read from a file
     */
    @Override
    public PolicyConfiguration reread() {
        return file == null ? this : new PolicyConfiguration(file, null, format, source, root, unknownTools);
    }

    private void load() {
        FileText read =
                file == null ? new FileText(Objects.requireNonNull(text), Optional.empty()) : FileText.read(file);
        read.problem().ifPresent(problems::add);
        if (problems.isEmpty() && format == null) {
            ConfigurationPlace whole = ConfigurationPlace.whole(source);
            problems.add(
                    new ConfigurationProblem("", ConfigurationWords.unknownFormat(), Optional.of(whole), List.of()));
        }
        if (problems.isEmpty() && format != null) {
            parse(format, read.text());
        }
    }

    private void parse(ConfigurationFormat written, String content) {
        DocumentReader.Reading reading = DocumentReader.read(written, source, content);
        problems.addAll(reading.problems());
        if (problems.isEmpty()) {
            SectionReader reader = new SectionReader(reading.document());
            reader.read(root);
            problems.addAll(reader.problems());
            sections.addAll(reader.sections());
        }
    }

    /**
     * Returns the name of this configuration in messages.
     *
     * @return the file as it was given, the name that was given with the text, or {@code code}
     */
    @Override
    public String source() {
        return source;
    }

    /**
     * Returns the file.
     *
     * @return the file as it was given; empty if it was not read from a file
     */
    @Override
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /**
     * Returns the problems of the text itself. The engine finds those between its rules and the tools.
     *
     * @return every problem, warnings among them
     */
    @Override
    public List<ConfigurationProblem> problems() {
        return List.copyOf(problems);
    }

    @Override
    public List<ToolSection> sections() {
        return sections;
    }

    @Override
    public Severity unknownTools() {
        return unknownTools;
    }

    @Override
    public String toString() {
        return source + (root.isEmpty() ? "" : " at " + root);
    }
}
