package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Optional;

/** A reader of facts by their declaration. Stateless. */
public final class FactReader {
    private FactReader() {}

    /**
     * Returns facts as JSON, without a check. In a record, a component without a value is known to have none.
     *
     * @param facts JSON text, a tree of Jackson 2, a map or a record
     * @throws IllegalArgumentException if the value has no JSON form, or isn't an object
     */
    public static ObjectNode json(Object facts) {
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), values);
        Optional<ArgumentError> error =
                parser.append(ArgumentText.of(facts)).finish().error();
        if (error.isPresent() || !(values.value().orElse(null) instanceof ObjectNode object)) {
            throw new IllegalArgumentException("facts must be a JSON object"
                    + error.map(each -> ": " + each.words()).orElse(""));
        }
        if (facts instanceof Record known) {
            RecordFields.names(known).stream().filter(name -> !object.has(name)).forEach(object::putNull);
        }
        return object;
    }

    /**
     * Reads facts.
     *
     * @param said the facts as JSON
     * @param declared the declared facts
     * @return the facts with their values as declared; what wasn't said isn't known
     * @throws IllegalArgumentException if a fact isn't declared or doesn't fit its type
     */
    public static Facts read(ObjectNode said, ToolSchema declared) {
        said.properties().forEach(fact -> {
            String name = VisibleText.quoted(fact.getKey(), VisibleText.NAME);
            Parameter parameter = declared.parameter(fact.getKey())
                    .orElseThrow(() -> new IllegalArgumentException("the fact " + name + " is not declared"));
            if (value(parameter, fact.getValue()).isEmpty()) {
                throw new IllegalArgumentException("the fact " + name + " doesn't fit its type: "
                        + check(parameter, fact.getValue(), new ValueAggregator())
                                .error()
                                .orElseThrow()
                                .words());
            }
        });
        return readFitting(said, declared);
    }

    /**
     * Reads facts that were said for another declaration. Those that aren't declared any more, or don't fit, are not
     * known.
     *
     * @param said the facts as JSON
     * @param declared the declared facts
     */
    public static Facts readFitting(ObjectNode said, ToolSchema declared) {
        ObjectNode known = JsonNodeFactory.instance.objectNode();
        said.forEachEntry((name, fact) -> declared.parameter(name)
                .flatMap(parameter -> value(parameter, fact))
                .ifPresent(value -> known.set(name, value)));
        return Facts.of(known);
    }

    /** Returns the value of a fact; empty if it doesn't fit. */
    private static Optional<JsonNode> value(Parameter parameter, JsonNode value) {
        if (value.isNull() && !parameter.isRequired()) {
            return Optional.of(value);
        }
        ValueAggregator values = new ValueAggregator();
        boolean fits = check(parameter, value, values).error().isEmpty();
        return fits ? values.value().map(object -> object.get(parameter.name())) : Optional.empty();
    }

    private static FragmentParser check(Parameter parameter, JsonNode value, ValueAggregator values) {
        ToolSchema schema = ToolSchema.of(Parameter.required(parameter.name(), parameter.type()));
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.set(parameter.name(), value);
        return new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(schema, values))
                .append(object.toString())
                .finish();
    }
}
