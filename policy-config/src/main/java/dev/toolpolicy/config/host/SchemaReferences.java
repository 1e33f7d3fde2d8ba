package dev.toolpolicy.config.host;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Follows the references within one JSON Schema, and notices where one leads back to itself. Not thread-safe.
 */
final class SchemaReferences {
    private final JsonNode root;
    /** The targets of the references that are being read. The whole schema is the first. */
    private final Deque<String> open = new ArrayDeque<>();

    SchemaReferences(JsonNode root) {
        this.root = root;
        open.push("");
    }

    /** Returns the place that a reference names, as a JSON Pointer; empty if it isn't one within the schema. */
    Optional<String> place(JsonNode reference) {
        if (!reference.isTextual() || !reference.textValue().startsWith("#")) {
            return Optional.empty();
        }
        try {
            String place = URI.create(reference.textValue()).getFragment();
            return place != null && !root.at(JsonPointer.compile(place)).isMissingNode()
                    ? Optional.of(place)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    JsonNode at(String place) {
        return root.at(place);
    }

    boolean isOpen(String place) {
        return open.contains(place);
    }

    void enter(String place) {
        open.push(place);
    }

    void leave() {
        open.pop();
    }
}
