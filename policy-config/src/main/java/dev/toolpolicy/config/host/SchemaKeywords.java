package dev.toolpolicy.config.host;

import java.util.Map;
import java.util.Set;

/** The keywords of JSON Schema that servers' schemas may have. */
final class SchemaKeywords {
    /** Keywords that don't affect which values are valid. */
    static final Set<String> ANNOTATIONS =
            Set.of(("title description $comment $schema examples example default deprecated readOnly"
                            + " writeOnly format contentEncoding contentMediaType")
                    .split(" "));
    /** Keywords that only the whole schema may have. */
    static final Set<String> OF_ROOT = Set.of("$id", "$defs", "definitions");

    /** Keywords that are served, by type. */
    static final Map<String, Set<String>> SERVED = Map.of(
            "string", Set.of("enum", "const"),
            "integer", Set.of("enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
            "number", Set.of(),
            "boolean", Set.of("enum", "const"),
            "array", Set.of("items"),
            "object", Set.of("properties", "required", "additionalProperties"));
    /** Keywords that stand for another schema, with nothing but annotations beside them. */
    static final Set<String> REFERENCES = Set.of("$ref", "allOf", "anyOf", "oneOf");

    private SchemaKeywords() {}

    /** Returns the keywords that are read beside a type; none for a type that isn't read. */
    static Set<String> of(String type) {
        return SERVED.getOrDefault(type, Set.of());
    }
}
