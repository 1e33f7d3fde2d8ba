package dev.toolpolicy.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
            return steps.stream().anyMatch(Step.Elements.class::isInstance);
        }

        /** Returns the place of the array whose elements this place is. */
        public Resolved array() {
            return new Resolved(ParameterType.arrayOf(type), List.copyOf(steps.subList(0, steps.size() - 1)));
        }

        /**
         * Passes every value that valid arguments have at the place to a consumer, in document order. Missing
         * places and nulls are left out.
         *
         * @param arguments schema-valid arguments
         * @param consumer receives each value, on the calling thread
         */
        public void forEachValue(JsonNode arguments, Consumer<JsonNode> consumer) {
            Step.walk(arguments, steps, consumer);
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

    /**
     * Resolves a pointer in a schema.
     *
     * @param pointer the pointer
     * @param schema the tool's schema
     * @return the place, or the reason why there is none
     */
    static Resolution of(ArgumentPointer pointer, ToolSchema schema) {
        List<String> segments = pointer.segments();
        List<Step> steps = new ArrayList<>();
        ParameterType type = schema.root();
        for (int i = 0; i < segments.size(); i++) {
            String name = segments.get(i);
            if (type.kind() == ParameterType.Kind.ARRAY && isIndex(name)) {
                return new Unresolved(DiagnosticCode.ARRAY_INDEX, i, List.of());
            }
            type = throughArrays(type, steps);
            Optional<Parameter> property = type.property(name);
            if (property.isEmpty()) {
                List<String> names =
                        type.properties().stream().map(Parameter::name).toList();
                return new Unresolved(DiagnosticCode.UNKNOWN_POINTER, i, names);
            }
            steps.add(new Step.Property(name));
            type = property.get().type();
        }
        return new Resolved(throughArrays(type, steps), Collections.unmodifiableList(steps));
    }

    /** Returns the place of a pointer as written; empty if it isn't one, or leads to none. */
    static Optional<Resolved> of(String pointer, ToolSchema schema) {
        try {
            return of(ArgumentPointer.parse(pointer), schema).resolved();
        } catch (IllegalArgumentException notAPointer) {
            return Optional.empty();
        }
    }

    /** Returns whether a valid call may have no value at a pointer. */
    static boolean mayBeAbsent(ArgumentPointer pointer, ToolSchema schema) {
        ParameterType object = schema.root();
        for (String name : pointer.segments()) {
            Parameter property = object.property(name).orElse(null);
            if (property == null
                    || !property.isRequired() && property.defaultValue().isEmpty()) {
                return true;
            }
            if (property.type().kind() != ParameterType.Kind.OBJECT) {
                return property.type().kind() == ParameterType.Kind.ARRAY;
            }
            object = property.type();
        }
        return false;
    }

    private static ParameterType throughArrays(ParameterType start, List<Step> steps) {
        ParameterType type = start;
        while (type.kind() == ParameterType.Kind.ARRAY) {
            steps.add(new Step.Elements());
            type = type.items().orElseThrow();
        }
        return type;
    }

    private static boolean isIndex(String segment) {
        return segment.equals("-")
                || segment.equals("*")
                || !segment.isEmpty() && segment.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
