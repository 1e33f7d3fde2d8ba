package dev.toolpolicy.schema;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A place in a tool's parameter schema, written as a JSON Pointer (RFC 6901). It passes through arrays to their items
 * without using a segment, also at the end: {@code /patterns/paths} means every element of every pattern's
 * {@code paths}. Immutable; two pointers are equal if their texts are.
 */
public final class ArgumentPointer {
    private final String text;
    private final List<String> segments;

    private ArgumentPointer(String text, List<String> segments) {
        this.text = text;
        this.segments = segments;
    }

    /**
     * Parses a pointer.
     *
     * @param text a JSON Pointer with at least one segment: {@code /} before each segment, {@code ~1} for a slash in a
     *     name, {@code ~0} for a tilde
     * @throws IllegalArgumentException if the text is not valid; the message says why in one line
     */
    public static ArgumentPointer parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a pointer must not be empty");
        }
        if (text.charAt(0) != '/') {
            throw new IllegalArgumentException("a pointer starts with \"/\"");
        }
        for (int i = text.indexOf('~'); i >= 0; i = text.indexOf('~', i + 1)) {
            char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
            if (next != '0' && next != '1') {
                throw new IllegalArgumentException("\"~\" is written \"~0\", and \"/\" in a name \"~1\"");
            }
        }
        List<String> segments = new ArrayList<>();
        for (JsonPointer rest = JsonPointer.compile(text); rest != null && !rest.matches(); rest = rest.tail()) {
            segments.add(rest.getMatchingProperty());
        }
        return new ArgumentPointer(text, Collections.unmodifiableList(segments));
    }

    /**
     * Creates a pointer from unescaped names.
     *
     * @param names the names from the root, at least one
     * @throws IllegalArgumentException if there are no names
     */
    public static ArgumentPointer of(String... names) {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            text.append('/').append(escape(name));
        }
        return parse(text.toString());
    }

    /**
     * Escapes a name for use as a segment of a pointer.
     *
     * @return the name with {@code ~} as {@code ~0} and {@code /} as {@code ~1}
     */
    public static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /**
     * Returns the names that this pointer passes through.
     *
     * @return an immutable list of unescaped names, never empty
     */
    public List<String> segments() {
        return segments;
    }

    /**
     * Returns the top-level parameter that this pointer starts with.
     *
     * @return the first segment
     */
    public String parameter() {
        return segments.get(0);
    }

    /**
     * Resolves this pointer in a schema.
     *
     * @param schema the tool's schema
     * @return the place, or the reason why there is none
     */
    public Resolution resolve(ToolSchema schema) {
        List<Step> steps = new ArrayList<>();
        ParameterType type = schema.root();
        for (int i = 0; i < segments.size(); i++) {
            String name = segments.get(i);
            if (type.kind() == ParameterType.Kind.ARRAY && isIndex(name)) {
                return new Resolution.Unresolved(DiagnosticCode.ARRAY_INDEX, i, List.of());
            }
            type = throughArrays(type, steps);
            Optional<Parameter> property = property(type, name);
            if (property.isEmpty()) {
                return new Resolution.Unresolved(DiagnosticCode.UNKNOWN_POINTER, i, namesIn(type));
            }
            steps.add(new Step.Property(name));
            type = property.get().type();
        }
        return new Resolution.Resolved(throughArrays(type, steps), Collections.unmodifiableList(steps));
    }

    private static ParameterType throughArrays(ParameterType start, List<Step> steps) {
        ParameterType type = start;
        while (type instanceof ParameterType.ArrayType array) {
            steps.add(new Step.Elements());
            type = array.items();
        }
        return type;
    }

    private static Optional<Parameter> property(ParameterType type, String name) {
        return type instanceof ParameterType.ObjectType object ? object.property(name) : Optional.empty();
    }

    private static boolean isIndex(String segment) {
        return segment.equals("-")
                || segment.equals("*")
                || !segment.isEmpty() && segment.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static List<String> namesIn(ParameterType type) {
        return type instanceof ParameterType.ObjectType object
                ? object.properties().stream().map(Parameter::name).toList()
                : List.of();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ArgumentPointer that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /**
     * Returns the pointer as it was written.
     *
     * @return the JSON Pointer
     */
    @Override
    public String toString() {
        return text;
    }

    /** The result of resolving a pointer in a schema. */
    public sealed interface Resolution {

        /** Returns the place; empty if the pointer does not lead to a declared one. */
        default Optional<Resolved> resolved() {
            return this instanceof Resolved resolved ? Optional.of(resolved) : Optional.empty();
        }

        /**
         * A pointer that leads to a declared place.
         *
         * @param type the type at the place; never an array, since a pointer passes through arrays
         * @param steps the steps from the root to the place
         */
        record Resolved(ParameterType type, List<Step> steps) implements Resolution {

            /**
             * Returns whether the pointer passes through an array, so that a call may have any number of values there.
             *
             * @return true if at least one step goes to the elements of an array
             */
            public boolean throughArray() {
                for (Step step : steps) {
                    if (step instanceof Step.Elements) {
                        return true;
                    }
                }
                return false;
            }

            /**
             * Passes every value that valid arguments have at the place to a consumer, in document order. Missing
             * places and nulls are left out.
             *
             * @param arguments schema-valid arguments
             * @param consumer receives each value, on the calling thread
             */
            public void forEachValue(JsonNode arguments, Consumer<JsonNode> consumer) {
                walk(arguments, 0, consumer);
            }

            private void walk(@Nullable JsonNode value, int step, Consumer<JsonNode> consumer) {
                if (value == null || value.isNull()) {
                    return;
                }
                if (step == steps.size()) {
                    consumer.accept(value);
                } else if (steps.get(step) instanceof Step.Property property) {
                    walk(value.get(property.name()), step + 1, consumer);
                } else {
                    value.forEach(element -> walk(element, step + 1, consumer));
                }
            }
        }

        /**
         * A pointer that does not lead to a declared place.
         *
         * @param code {@link DiagnosticCode#UNKNOWN_POINTER} or {@link DiagnosticCode#ARRAY_INDEX}
         * @param segment the index of the first segment that is not valid
         * @param known the names that are declared there
         */
        record Unresolved(DiagnosticCode code, int segment, List<String> known) implements Resolution {}
    }

    /** One step from a value to the values below it. */
    public sealed interface Step {

        /**
         * The step to the property of a name.
         *
         * @param name the unescaped name
         */
        record Property(String name) implements Step {
            // By hand, as those of other values that are hashed at an engine's start: a record's are linked at run
            // time.
            @Override
            public boolean equals(@Nullable Object other) {
                return other instanceof Property that && name.equals(that.name);
            }

            @Override
            public int hashCode() {
                return name.hashCode();
            }
        }

        /** The step to every element of an array. */
        record Elements() implements Step {
            @Override
            public boolean equals(@Nullable Object other) {
                return other instanceof Elements;
            }

            @Override
            public int hashCode() {
                return 1;
            }
        }
    }
}
