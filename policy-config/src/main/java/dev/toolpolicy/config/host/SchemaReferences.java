package dev.toolpolicy.config.host;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The references within one JSON Schema, which are followed; one that leads back to itself is noticed. Not thread-safe.
 */
final class SchemaReferences {
    /** Longer chains are refused where the type is read. */
    private static final int STEPS = 64;

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

    /** Returns whether a schema only refers to that of an object, which many generators write for the whole schema. */
    boolean standsForObject(JsonNode schema) {
        return schema.path("type").asText("object").equals("object")
                && !schema.has("properties")
                && place(schema.path("$ref"))
                        .filter(place -> !isOpen(place))
                        .filter(place -> at(place).path("type").asText().equals("object"))
                        .isPresent();
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

    /**
     * Returns the value of a keyword in a schema, or else in the schema that it refers to or that is its only
     * alternative to null.
     */
    JsonNode found(JsonNode schema, String keyword) {
        JsonNode at = schema;
        for (int i = 0; i < STEPS && at.isObject(); i++) {
            if (at.has(keyword)) {
                return at.get(keyword);
            }
            at = next(at);
        }
        return MissingNode.getInstance();
    }

    private JsonNode next(JsonNode schema) {
        if (schema.has("$ref")) {
            return place(schema.get("$ref")).map(root::at).orElse(MissingNode.getInstance());
        }
        JsonNode only = MissingNode.getInstance();
        for (String keyword : new String[] {"allOf", "anyOf", "oneOf"}) {
            List<JsonNode> others = schema.path(keyword)
                    .valueStream()
                    .filter(each -> !SchemaValues.isNull(each))
                    .toList();
            if (others.size() > 1) {
                return MissingNode.getInstance();
            }
            only = others.isEmpty() ? only : others.get(0);
        }
        return only;
    }
}
