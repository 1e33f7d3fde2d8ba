package dev.toolpolicy.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.layer.ConfigurationProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A configuration's tree with the places of its parts in the text. Not changed once it is read. */
final class Document {
    /** What is wrong with a name stands at the name; all else stands at the value. */
    private static final Set<DiagnosticCode> AT_KEY = Set.of(
            DiagnosticCode.UNKNOWN_KEY,
            DiagnosticCode.UNKNOWN_MEMBER,
            DiagnosticCode.DUPLICATE_CONFIG_KEY,
            DiagnosticCode.UNKNOWN_TOOL,
            DiagnosticCode.DUPLICATE_TOOL,
            DiagnosticCode.DEPRECATED_FORM);

    private final SourceText text;
    private final JsonNode root;
    private final Places places;

    Document(SourceText text, JsonNode root, Places places) {
        this.text = text;
        this.root = root;
        this.places = places;
    }

    JsonNode root() {
        return root;
    }

    String source() {
        return text.source();
    }

    /** Returns the place of the value at a pointer, or of what encloses it. */
    public ConfigurationProblem.Place valueAt(String pointer) {
        return text.at(places.ofValue(pointer));
    }

    /** Returns the place of the key at a pointer, or of what encloses it. */
    ConfigurationProblem.Place keyAt(String pointer) {
        return text.at(places.ofKey(pointer));
    }

    /** Returns a problem at a pointer. A problem with the name of a key is placed at the key, unless that is a value's own name. */
    public ConfigurationProblem problem(String pointer, Diagnostic diagnostic) {
        return problem(pointer, diagnostic, List.of());
    }

    public ConfigurationProblem problem(String pointer, Diagnostic diagnostic, List<String> related) {
        boolean atKey = AT_KEY.contains(diagnostic.code());
        ConfigurationProblem.Place place = atKey ? keyAt(pointer) : valueAt(pointer);
        return new ConfigurationProblem(
                pointer,
                diagnostic,
                Optional.of(place),
                related.stream().map(this::valueAt).toList());
    }
}
