package dev.toolpolicy.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.layer.ConfigurationPlace;
import dev.toolpolicy.runtime.layer.ConfigurationProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A configuration's tree with the places of its parts in the text. Not changed once it is read. */
public final class Document {
    /** What is wrong with a name stands at the name; all else stands at the value. */
    private static final Set<DiagnosticCode> AT_KEY = Set.of(
            DiagnosticCode.UNKNOWN_KEY,
            DiagnosticCode.UNKNOWN_MEMBER,
            DiagnosticCode.DUPLICATE_CONFIG_KEY,
            DiagnosticCode.UNKNOWN_TOOL,
            DiagnosticCode.DUPLICATE_TOOL,
            DiagnosticCode.DEPRECATED_FORM);

    private final @Nullable SourceText text;
    private final String source;
    private final JsonNode root;
    private final Places places;

    private Document(@Nullable SourceText text, String source, JsonNode root, Places places) {
        this.text = text;
        this.source = source;
        this.root = root;
        this.places = places;
    }

    Document(SourceText text, JsonNode root, Places places) {
        this(text, text.source(), root, places);
    }

    /** What code gives, which has no places but what it is. */
    static Document ofCode(String what) {
        return new Document(null, what, JsonNodeFactory.instance.objectNode(), new Places());
    }

    /** Whether there is a text, with places in it. */
    public boolean isText() {
        return text != null;
    }

    JsonNode root() {
        return root;
    }

    String source() {
        return source;
    }

    /** Where the value at a pointer stands, or what is around it. */
    public ConfigurationPlace valueAt(String pointer) {
        return text == null ? ConfigurationPlace.whole(source) : text.at(places.ofValue(pointer));
    }

    /** Where the key at a pointer stands, or what is around it. */
    ConfigurationPlace keyAt(String pointer) {
        return text == null ? ConfigurationPlace.whole(source) : text.at(places.ofKey(pointer));
    }

    /** A problem at a pointer; one with the name of a key, at the key, unless that is a value's own name. */
    public ConfigurationProblem problem(String pointer, Diagnostic diagnostic) {
        return problem(pointer, diagnostic, List.of());
    }

    public ConfigurationProblem problem(String pointer, Diagnostic diagnostic, List<String> related) {
        boolean atKey = AT_KEY.contains(diagnostic.code());
        ConfigurationPlace place = atKey ? keyAt(pointer) : valueAt(pointer);
        return new ConfigurationProblem(
                pointer, diagnostic, Optional.of(place), related.stream().map(this::valueAt).toList());
    }
}
