package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Shapes;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.analysis.internal.search.Completion;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A reader of the examples of a rule. An example is a text, which is the value of the rule's one argument; the arguments
 * of a call; or an object with {@code arguments} and {@code facts}. Required parameters may be missing.
 */
record ExampleReader(RuleScope scope, RuleSpec rule) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String ARGUMENTS = "arguments";
    private static final String FACTS = "facts";

    /**
     * A call with what is known.
     *
     * @param arguments the arguments with their defaults
     * @param facts the known facts
     */
    record Call(JsonNode arguments, JsonNode facts) {}

    /** The signal that an example is not a call of the tool; its message says why. */
    static final class NoCallException extends Exception {
        private static final long serialVersionUID = 1L;

        NoCallException(String message) {
            super(message);
        }
    }

    Call read(JsonNode example) throws NoCallException {
        if (example.isTextual()) {
            return new Call(arguments(ofText(example)), NODES.objectNode());
        }
        Set<String> names = new HashSet<>();
        example.fieldNames().forEachRemaining(names::add);
        boolean whole = !names.isEmpty() && Set.of(ARGUMENTS, FACTS).containsAll(names);
        if (!whole) {
            return new Call(arguments(example), NODES.objectNode());
        }
        JsonNode arguments = example.path(ARGUMENTS);
        JsonNode facts = example.path(FACTS);
        return new Call(
                arguments(arguments.isMissingNode() ? NODES.objectNode() : arguments),
                facts(facts.isMissingNode() ? NODES.objectNode() : facts));
    }

    private JsonNode arguments(JsonNode given) throws NoCallException {
        ParameterType type = lenient(scope.parameters().root(), true);
        requireObject(given, ARGUMENTS);
        requireNames(given, scope.parameters().root(), "the tool has no parameter ");
        return Completion.of(type, given)
                .orElseThrow(() -> new NoCallException("its arguments don't fit the tool's parameters"));
    }

    /** Returns the facts as rules see them. A fact that is null stays: it is known to have no value. */
    private JsonNode facts(JsonNode given) throws NoCallException {
        requireObject(given, FACTS);
        requireNames(given, scope.facts().root(), "there is no fact ");
        ObjectNode known = NODES.objectNode();
        for (Map.Entry<String, JsonNode> fact : given.properties()) {
            Parameter declared = scope.facts().parameter(fact.getKey()).orElseThrow();
            boolean none = fact.getValue().isNull() && !declared.isRequired();
            Optional<JsonNode> value = none
                    ? Optional.of(fact.getValue())
                    : Completion.of(lenient(declared.type(), false), fact.getValue());
            known.set(
                    fact.getKey(),
                    value.orElseThrow(() -> new NoCallException(
                            "its fact " + Words.quoted(fact.getKey()) + " is not " + Words.kind(declared.type()))));
        }
        return known;
    }

    private static void requireObject(JsonNode given, String what) throws NoCallException {
        if (!given.isObject()) {
            throw new NoCallException("its " + Words.quoted(what) + " are not an object");
        }
    }

    private static void requireNames(JsonNode given, ParameterType type, String unknown) throws NoCallException {
        for (Map.Entry<String, JsonNode> each : given.properties()) {
            if (type.property(each.getKey()).isEmpty() && type.additional() == null) {
                throw new NoCallException(unknown + Words.quoted(each.getKey()));
            }
        }
    }

    /** Returns the call whose one argument is a text. */
    private JsonNode ofText(JsonNode text) throws NoCallException {
        List<Condition> conditions =
                rule.conditions().stream().filter(each -> !each.isOnFact()).toList();
        if (conditions.stream().map(Condition::pointer).distinct().count() != 1) {
            throw new NoCallException("a text is the value of the rule's one argument, and this rule tests "
                    + (conditions.isEmpty() ? "none" : "several"));
        }
        Resolution.Resolved place = scope.place(rule, conditions.get(0));
        JsonNode value = ValueReader.read(place.type(), text, ValueSyntax.TEXT)
                .orElseThrow(() -> new NoCallException("it is not " + Words.kind(place.type())));
        JsonNode inner = around(place.steps(), value);
        return rule.each()
                .map(each -> around(scope.elements(each).steps(), inner))
                .orElse(inner);
    }

    /** Returns the value at the end of some steps, with one element for each array. */
    private static JsonNode around(List<Step> steps, JsonNode value) {
        JsonNode whole = value;
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i) instanceof Step.Property property) {
                ObjectNode object = NODES.objectNode();
                object.set(property.name(), whole);
                whole = object;
            } else {
                ArrayNode array = NODES.arrayNode();
                array.add(whole);
                whole = array;
            }
        }
        return whole;
    }

    /** Returns a type whose properties may all be missing. */
    private static ParameterType lenient(ParameterType type, boolean keepDefaults) {
        return Shapes.changed(type, (each, of) -> {
            Parameter optional = Parameter.optional(each.name(), of);
            return each.defaultValue()
                    .filter(value -> keepDefaults)
                    .map(optional::withDefault)
                    .orElse(optional);
        });
    }
}
