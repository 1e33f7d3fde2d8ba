package dev.toolpolicy.config;

import com.fasterxml.jackson.core.JsonPointer;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.internal.document.DocumentReader;
import dev.toolpolicy.config.internal.document.DocumentWords;
import dev.toolpolicy.config.internal.document.FileText;
import dev.toolpolicy.config.internal.read.SectionReader;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.Layer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A configuration with its text, which is read when it is created. Immutable. */
final class FileConfiguration extends PolicyConfiguration implements Layer.Text {
    private final @Nullable Path file;
    private final @Nullable String text;
    private final @Nullable ConfigurationFormat format;
    private final String source;
    private final String root;
    private final Severity unknownTools;
    private final boolean floor;
    private final List<String> scope;
    private final Layer read;

    FileConfiguration(
            @Nullable Path file,
            @Nullable String text,
            @Nullable ConfigurationFormat format,
            String source,
            String root,
            Severity unknownTools,
            List<String> scope,
            boolean floor) {
        this.file = file;
        this.text = text;
        this.format = format;
        this.source = source;
        this.root = root;
        this.unknownTools = unknownTools;
        this.scope = List.copyOf(scope);
        this.floor = floor;
        this.read = load().only(this.scope);
    }

    @Override
    public PolicyConfiguration at(String pointer) {
        JsonPointer.compile(pointer);
        return new FileConfiguration(file, text, format, source, pointer, unknownTools, scope, floor);
    }

    @Override
    public PolicyConfiguration unknownTools(Severity severity) {
        Objects.requireNonNull(severity, "severity");
        return new FileConfiguration(file, text, format, source, root, severity, scope, floor);
    }

    @Override
    public PolicyConfiguration asFloor() {
        return new FileConfiguration(file, text, format, source, root, unknownTools, scope, true);
    }

    @Override
    public PolicyConfiguration only(String... tools) {
        if (tools.length == 0 || List.of(tools).stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("a configuration must be for some tools, and each has a name");
        }
        return new FileConfiguration(file, text, format, source, root, unknownTools, List.of(tools), floor);
    }

    @Override
    public PolicyLayer reread() {
        return file == null
                ? this
                : new FileConfiguration(file, null, format, source, root, unknownTools, scope, floor);
    }

    private Layer load() {
        FileText content =
                file == null ? new FileText(Objects.requireNonNull(text), Optional.empty()) : FileText.read(file);
        if (content.problem().isPresent()) {
            return unread(List.of(content.problem().get()));
        } else if (format == null) {
            PolicyProblem.Place whole = PolicyProblem.Place.whole(source);
            return unread(List.of(new PolicyProblem("", DocumentWords.unknownFormat(), Optional.of(whole), List.of())));
        }
        DocumentReader.Reading reading = format == ConfigurationFormat.TOML
                ? DocumentReader.toml(source, content.text())
                : DocumentReader.json(source, content.text());
        if (!reading.problems().isEmpty()) {
            return unread(reading.problems());
        }
        return new SectionReader(reading.document()).read(root, unread(List.of()));
    }

    private Layer unread(List<PolicyProblem> problems) {
        return new Layer(
                source, file(), problems, unknownTools, Optional.empty(), List.of(), List.of(), Set.of(), false, floor);
    }

    @Override
    public Layer read() {
        return read;
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
        return read.problems();
    }

    @Override
    public String toString() {
        return source + (root.isEmpty() ? "" : " at " + root);
    }
}
