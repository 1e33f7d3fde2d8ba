package dev.toolpolicy.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.FieldSpec;
import dev.toolpolicy.processor.model.ToolElement;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The constants for a tool's arguments, one for each place that a pointer can reach, in declaration order.
 *
 * <pre>{@code
 * public static final Argument.Text PATH = Argument.Text.at("/path");
 * public static final Argument.Text PATTERNS_PATHS = Argument.Text.at("/patterns/paths");
 * }</pre>
 */
final class ArgumentTable {
    private static final String[] RESERVED =
            "TOOL NAME DESCRIPTION SCHEMA JSON_SCHEMA FACTS RUN RESULT RESULTS REQUIRES LIMITS".split(" ");
    private static final String[] OF_METHOD =
            Stream.concat(Stream.of(RESERVED), Stream.of(ToolElement.METHOD)).toArray(String[]::new);

    private final UniqueNames names;
    private final Map<List<String>, Entry> entries = new LinkedHashMap<>();

    /**
     * Creates the table.
     *
     * @param ofMethod whether the definition is that of a method, and has a constant more
     */
    ArgumentTable(ToolSchema schema, boolean ofMethod) {
        names = new UniqueNames(ofMethod ? OF_METHOD : RESERVED);
        add(schema.root(), List.of());
    }

    /** Returns the constant for the place that a pointer leads to. */
    Entry entry(ArgumentPointer pointer) {
        return Objects.requireNonNull(entries.get(pointer.segments()), pointer::toString);
    }

    /** Returns whether a constant of the definition has this name. */
    boolean isConstant(String name) {
        return names.isTaken(name);
    }

    List<FieldSpec> fields() {
        return entries.entrySet().stream()
                .map(each -> field(ArgumentPointer.of(each.getKey().toArray(String[]::new)), each.getValue()))
                .toList();
    }

    private void add(ParameterType object, List<String> way) {
        for (Parameter property : object.properties()) {
            List<String> place = new ArrayList<>(way);
            place.add(property.name());
            ParameterType type = withoutArrays(property.type());
            entries.put(place, new Entry(name(place), Kind.of(type)));
            if (type.kind() == ParameterType.Kind.OBJECT) {
                add(type, place);
            }
        }
    }

    private static ParameterType withoutArrays(ParameterType type) {
        return type.kind() == ParameterType.Kind.ARRAY
                ? withoutArrays(type.items().orElseThrow())
                : type;
    }

    private String name(List<String> place) {
        String name = UniqueNames.constant(String.join("_", place));
        return names.claim(names.isReserved(name) ? name + "_ARGUMENT" : name);
    }

    private static FieldSpec field(ArgumentPointer pointer, Entry entry) {
        ClassName type = entry.kind().type;
        return Generated.constant(type, entry.name(), "The argument $L.\n", Literals.code(pointer.toString()))
                .initializer("$T.at($L)", type, Literals.text(pointer.toString()))
                .build();
    }

    /**
     * A constant.
     *
     * @param name its name
     * @param kind the kind of the argument
     */
    record Entry(String name, Kind kind) {}

    /** The kind of an argument, which determines its matchers. */
    enum Kind {
        /** A string or a path. */
        TEXT(Argument.Text.class),
        /** A number. */
        NUMERIC(Argument.Numeric.class),
        /** A boolean. */
        FLAG(Argument.Flag.class),
        /** Anything else. */
        VALUE(Argument.Value.class);

        private final ClassName type;

        Kind(Class<? extends Argument> type) {
            this.type = ClassName.get(type);
        }

        /** Returns the type of the constants. */
        ClassName type() {
            return type;
        }

        static Kind of(ParameterType type) {
            return switch (type.kind()) {
                case STRING, PATH -> TEXT;
                case INTEGER, NUMBER -> NUMERIC;
                case BOOLEAN -> FLAG;
                case ARRAY, OBJECT, ANY -> VALUE;
            };
        }
    }
}
