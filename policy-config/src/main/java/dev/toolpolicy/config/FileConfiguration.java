package dev.toolpolicy.config;

import com.fasterxml.jackson.core.JsonPointer;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.config.internal.document.DocumentReader;
import dev.toolpolicy.config.internal.document.DocumentWords;
import dev.toolpolicy.config.internal.document.FileText;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LayerSection;
import dev.toolpolicy.runtime.internal.load.LayerSource;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A configuration with its text, which is read when it is created. Immutable. */
final class FileConfiguration extends PolicyConfiguration implements LayerSource {
    private final @Nullable Path file;
    private final @Nullable String text;
    private final @Nullable ConfigurationFormat format;
    private final String source;
    private final String root;
    private final Severity unknownTools;
    private final List<LayerSection> sections = new ArrayList<>();
    private final List<PolicyProblem> problems = new ArrayList<>();
    private @Nullable Document document;
    private Optional<ToolSchema> facts = Optional.empty();

    FileConfiguration(
            @Nullable Path file,
            @Nullable String text,
            @Nullable ConfigurationFormat format,
            String source,
            String root,
            Severity unknownTools) {
        this.file = file;
        this.text = text;
        this.format = format;
        this.source = source;
        this.root = root;
        this.unknownTools = unknownTools;
        load();
    }

    @Override
    public PolicyConfiguration at(String pointer) {
        JsonPointer.compile(pointer);
        return new FileConfiguration(file, text, format, source, pointer, unknownTools);
    }

    @Override
    public PolicyConfiguration unknownTools(Severity severity) {
        Objects.requireNonNull(severity, "severity");
        return new FileConfiguration(file, text, format, source, root, severity);
    }

    @Override
    public LayerSource reread() {
        return file == null ? this : new FileConfiguration(file, null, format, source, root, unknownTools);
    }

    private void load() {
        FileText read =
                file == null ? new FileText(Objects.requireNonNull(text), Optional.empty()) : FileText.read(file);
        read.problem().ifPresent(problems::add);
        if (problems.isEmpty() && format == null) {
            PolicyProblem.Place whole = PolicyProblem.Place.whole(source);
            problems.add(new PolicyProblem("", DocumentWords.unknownFormat(), Optional.of(whole), List.of()));
        }
        if (problems.isEmpty() && format != null) {
            parse(format, read.text());
        }
    }

    private void parse(ConfigurationFormat written, String content) {
        DocumentReader.Reading reading = written == ConfigurationFormat.TOML
                ? DocumentReader.toml(source, content)
                : DocumentReader.json(source, content);
        problems.addAll(reading.problems());
        if (problems.isEmpty()) {
            document = reading.document();
            SectionReader reader = new SectionReader(document);
            reader.read(root);
            problems.addAll(reader.problems());
            sections.addAll(reader.sections());
            facts = reader.facts();
        }
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    @Override
    public List<PolicyProblem> problems() {
        return List.copyOf(problems);
    }

    @Override
    public List<LayerSection> sections() {
        return List.copyOf(sections);
    }

    @Override
    public Optional<ToolSchema> facts() {
        return facts;
    }

    @Override
    public PolicyProblem factsProblem(Diagnostic problem) {
        return document == null ? LayerSource.super.factsProblem(problem) : document.problem(root + "/facts", problem);
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
