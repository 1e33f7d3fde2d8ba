package dev.toolpolicy.runtime.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A tool's schema, compiled for checking any number of calls. Immutable and safe to share. */
public final class CompiledSchema {
    private static final Shape ANY = new Shape.Any();
    /** For arguments that were read before, under the limits of their session. */
    private static final ArgumentLimits WHOLE = new ArgumentLimits(
            Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    private final Shape root;
    /** Null until asked for. */
    private @Nullable CompiledSchema bare;

    private CompiledSchema(Shape root) {
        this.root = root;
    }

    /**
     * Prepares a schema.
     *
     * @param schema the tool's schema
     * @return what a {@link SchemaCheck} needs of it
     * @throws IllegalArgumentException if a default doesn't fit its parameter
     */
    public static CompiledSchema of(ToolSchema schema) {
        return new CompiledSchema(shape(schema.root()));
    }

    /**
     * Returns the schema of the same arguments in which optional parameters that are missing stay missing.
     *
     * @return the same schema each time; this one, if it has no defaults
     */
    public synchronized CompiledSchema withoutDefaults() {
        CompiledSchema known = bare;
        if (known == null) {
            known = root.hasDefaults() ? new CompiledSchema(root.withoutDefaults()) : this;
            bare = known;
        }
        return known;
    }

    /**
     * Returns arguments as a call has them: with the schema's defaults, and without optional parameters that are null.
     *
     * @return new arguments; empty if those given don't fit the schema
     */
    public Optional<ObjectNode> completed(ObjectNode arguments) {
        ValueAggregator values = new ValueAggregator();
        boolean fits = new FragmentParser(WHOLE, new SchemaCheck(root, values))
                .append(arguments.toString())
                .finish()
                .error()
                .isEmpty();
        return fits && values.value().orElse(null) instanceof ObjectNode whole ? Optional.of(whole) : Optional.empty();
    }

    Shape root() {
        return root;
    }

    private static Shape shape(ParameterType type) {
        return switch (type.kind()) {
            case STRING -> text(false, type.allowed());
            case PATH -> text(true, type.allowed());
            case INTEGER -> new Shape.Whole(exact(type.lowest()), exact(type.highest()));
            case NUMBER -> new Shape.Numeric(type.precision());
            case BOOLEAN -> new Shape.Bool();
            case ARRAY -> new Shape.Elements(shape(type.items().orElseThrow()));
            case OBJECT -> members(type);
            case ANY -> ANY;
        };
    }

    private static Shape text(boolean isPath, List<String> allowed) {
        int longest = 0;
        for (String text : allowed) {
            longest = Math.max(longest, text.length());
        }
        return new Shape.Text(isPath, Collections.unmodifiableSet(new LinkedHashSet<>(allowed)), longest);
    }

    private static @Nullable ExactNumber exact(@Nullable BigInteger bound) {
        return bound == null ? null : ExactNumber.of(bound.toString());
    }

    private static Shape members(ParameterType object) {
        List<Shape.Member> members = new ArrayList<>();
        for (Parameter property : object.properties()) {
            Shape shape = shape(property.type());
            JsonNode value = property.defaultValue().orElse(null);
            EventTape defaultValue = value == null || value.isNull() ? null : record(property.name(), value, shape);
            members.add(new Shape.Member(property.name(), shape, property.isRequired(), defaultValue));
        }
        ParameterType additional = object.additional();
        return Shape.Members.of(members, additional == null ? null : shape(additional));
    }

    private static EventTape record(String name, JsonNode value, Shape shape) {
        EventTape tape = new EventTape();
        Optional<ArgumentError> error = new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(shape, tape))
                .append(value.toString())
                .finish()
                .error();
        if (error.isPresent()) {
            throw new IllegalArgumentException("the default of " + Words.quoted(name) + " doesn't fit: "
                    + error.get().detail());
        }
        return tape;
    }
}
