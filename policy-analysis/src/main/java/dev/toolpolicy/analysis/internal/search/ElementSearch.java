package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.analysis.internal.search.ValueConstraints.Choice;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A search for arrays that satisfy constraints about their elements.
 *
 * <p>What every value must satisfy applies to each element. What some value must satisfy needs one such element; more
 * elements never harm. The choices remain: at some places there is no value in any element, or there are values outside
 * of certain sets. The fewer places are without values, the more elements are possible. So the search starts with no
 * such place, and adds those where values are impossible, until the rest has values. Any other solution leaves at least
 * these places without values, so if this one fails, all do.
 */
record ElementSearch(ValueSearch values) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Returns different arrays, the shortest first: none, only the empty one, or as many as requested. */
    List<JsonNode> arrays(ParameterType type, ValueConstraints constraints, int count) {
        if (constraints.some().isEmpty() && count == 1) {
            return List.of(NODES.arrayNode());
        }
        List<Literal> every = new ArrayList<>(constraints.every());
        List<Choice> filled = filled(type.items().orElseThrow(), every, constraints.choices());
        ArrayNode array = NODES.arrayNode();
        for (Literal literal : constraints.some()) {
            if (!addElement(array, type.items().orElseThrow(), every, literal)) {
                return List.of();
            }
        }
        fill(array, type.items().orElseThrow(), every, filled);
        List<JsonNode> arrays = new ArrayList<>(List.of(array));
        if (count > 1) {
            addLonger(arrays, type.items().orElseThrow(), every, filled, count);
        }
        return arrays;
    }

    /**
     * Returns the choices that are made for values. Those against values are added to the literals of every element.
     */
    private List<Choice> filled(ParameterType items, List<Literal> every, List<Choice> choices) {
        List<Choice> filled = new ArrayList<>(choices);
        for (Optional<Choice> empty = unfillable(items, every, filled);
                empty.isPresent();
                empty = unfillable(items, every, filled)) {
            filled.remove(empty.get());
            every.add(empty.get().none());
        }
        return filled;
    }

    private Optional<Choice> unfillable(ParameterType items, List<Literal> every, List<Choice> choices) {
        return choices.stream()
                .filter(choice -> choice.some().stream()
                        .anyMatch(each -> element(items, every, each).isEmpty()))
                .findFirst();
    }

    private Optional<JsonNode> element(ParameterType items, List<Literal> every, Literal literal) {
        return values.values(items, new ValueConstraints(every, List.of(literal), List.of()), 1).stream()
                .findFirst();
    }

    private boolean addElement(ArrayNode array, ParameterType items, List<Literal> every, Literal literal) {
        if (array.valueStream().anyMatch(present -> literal.isTrueOfSome(present, true))) {
            return true;
        }
        Optional<JsonNode> element = element(items, every, literal);
        element.ifPresent(array::add);
        return element.isPresent();
    }

    /** Adds elements until there are values outside of the sets at each place that has values. */
    private void fill(ArrayNode array, ParameterType items, List<Literal> every, List<Choice> filled) {
        List<Choice> open = new ArrayList<>(filled);
        for (Optional<Choice> next = failed(open, array); next.isPresent(); next = failed(open, array)) {
            open.remove(next.get());
            next.get().some().forEach(literal -> addElement(array, items, every, literal));
        }
    }

    private static Optional<Choice> failed(List<Choice> open, ArrayNode array) {
        return open.stream().filter(choice -> !isTrueOf(choice, array)).findFirst();
    }

    private static boolean isTrueOf(Choice choice, ArrayNode array) {
        return array.valueStream().allMatch(element -> choice.none().isTrueOfEvery(element, true))
                || choice.some().stream().allMatch(literal -> {
                    return array.valueStream().anyMatch(element -> literal.isTrueOfSome(element, true));
                });
    }

    private void addLonger(
            List<JsonNode> arrays, ParameterType items, List<Literal> every, List<Choice> filled, int count) {
        ArrayNode longer = (ArrayNode) arrays.get(0).deepCopy();
        if (longer.isEmpty()) {
            List<JsonNode> any = values.values(items, new ValueConstraints(every, List.of(), List.of()), 1);
            if (any.isEmpty()) {
                return;
            }
            longer.add(any.get(0));
            fill(longer, items, every, filled);
            arrays.add(longer);
        }
        while (arrays.size() < count) {
            longer = longer.deepCopy().add(longer.get(0));
            arrays.add(longer);
        }
    }
}
