package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finds values, as rules see them, that satisfy claims, or proves that there are none. Not thread-safe.
 *
 * <p>It goes down the schema. Of an object, what is claimed of one property says nothing about another, so its values
 * are all combinations of its properties' values, but for single ones that a rule about the object as a whole takes out
 * or asks for; so many are made that one is left. Of an array, each thing that some value must satisfy can have an element
 * of its own, so they are looked for one by one. What a place without parts can be is {@link LeafSearch}'s matter.
 */
final class ValueSearch {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final LeafSearch leaves;
    private final ElementSearch elements = new ElementSearch(this);

    ValueSearch(LeafSearch leaves) {
        this.leaves = leaves;
    }

    /**
     * Values that satisfy claims, all different, the simplest first.
     *
     * @param type their type
     * @param claims what is claimed
     * @param count how many are asked for, at least one
     * @return so many, or all that there are
     * @throws UndecidedException if it takes too much to know
     */
    List<JsonNode> values(ParameterType type, Claims claims, int count) {
        if (type instanceof ParameterType.ArrayType array) {
            return elements.arrays(array, claims.ofElements(), count);
        } else if (type instanceof ParameterType.ObjectType object) {
            return objects(object, claims, count);
        }
        return leaves.values(type, claims.here().toList(), count);
    }

    /**
     * What may stand for a parameter: nothing, as a missing node, or a value.
     *
     * @param parameter the parameter
     * @param claims what is claimed of its value
     * @param count how many are asked for
     * @return so many, or all that there are
     * @throws UndecidedException if it takes too much to know
     */
    List<JsonNode> states(Parameter parameter, Claims claims, int count) {
        List<JsonNode> states = new ArrayList<>();
        boolean mayLack = claims.some().isEmpty();
        var filledIn = Completion.defaultOf(parameter);
        if (filledIn.isPresent() && claims.areTrueOf(filledIn.get())) {
            states.add(filledIn.get());
        } else if (mayLack && !parameter.isRequired() && filledIn.isEmpty()) {
            states.add(MissingNode.getInstance());
        }
        if (states.size() < count) {
            values(parameter.type(), claims, count).stream()
                    .filter(value -> filledIn.isEmpty() || !isSame(parameter.type(), filledIn.get(), value))
                    .forEach(states::add);
        }
        if (mayLack && parameter.isRequired() && parameter.type() instanceof ParameterType.AnyType) {
            states.add(NullNode.getInstance());
        }
        return states.size() > count ? states.subList(0, count) : states;
    }

    /** Whether two values are one to rules. */
    private boolean isSame(ParameterType type, JsonNode one, JsonNode other) {
        return ValueSet.canonical(one, type, leaves.form()).equals(ValueSet.canonical(other, type, leaves.form()));
    }

    private List<JsonNode> objects(ParameterType.ObjectType type, Claims claims, int count) {
        List<ValueSet> in = claims.here().filter(Literal::within).map(Literal::set).toList();
        if (!in.isEmpty()) {
            return ((ValueSet.Points) in.get(0)).values().values().stream()
                    .map(value -> AllowedSpelling.of(type, value, leaves.form()))
                    .filter(value -> Completion.isPossible(type, value) && claims.areTrueOf(value))
                    .limit(count)
                    .toList();
        }
        List<Literal> here = claims.here().toList();
        int excluded = here.stream().mapToInt(each -> ((ValueSet.Points) each.set()).values().size()).sum();
        List<JsonNode> found = new ArrayList<>();
        for (ObjectNode object : combinations(type, claims, count + excluded)) {
            if (found.size() < count && here.stream().allMatch(each -> each.accepts(object))) {
                found.add(object);
            }
        }
        return found;
    }

    private List<ObjectNode> combinations(ParameterType.ObjectType type, Claims claims, int count) {
        Map<String, Claims> parts = claims.byProperty();
        Map<String, List<JsonNode>> states = new LinkedHashMap<>();
        UndecidedException unknown = null;
        for (Parameter parameter : type.properties()) {
            try {
                Claims part = parts.getOrDefault(parameter.name(), Claims.NOTHING);
                List<JsonNode> some = states(parameter, part, count);
                if (some.isEmpty()) {
                    return List.of();
                }
                states.put(parameter.name(), some);
            } catch (UndecidedException e) {
                unknown = e;
            }
        }
        if (unknown != null) {
            throw unknown;
        }
        addUndeclared(type, count, states);
        List<ObjectNode> objects = new ArrayList<>(List.of(NODES.objectNode()));
        states.forEach((name, some) -> combine(objects, name, some, count));
        return objects;
    }

    /** If any names are let in: enough of them, there or not, for as many different objects as are asked for. */
    private void addUndeclared(ParameterType.ObjectType type, int count, Map<String, List<JsonNode>> states) {
        if (type.additional() != null && count > 1) {
            JsonNode value = values(type.additional(), Claims.NOTHING, 1).get(0);
            Stream.iterate(1, i -> i + 1)
                    .map("x"::repeat)
                    .filter(name -> type.property(name).isEmpty())
                    .limit(Integer.SIZE - Integer.numberOfLeadingZeros(count))
                    .forEach(name -> states.put(name, List.of(MissingNode.getInstance(), value)));
        }
    }

    /** Makes of each object one with each state of a property, but no more than are asked for. */
    private static void combine(List<ObjectNode> objects, String name, List<JsonNode> states, int count) {
        List<ObjectNode> before = List.copyOf(objects);
        for (JsonNode state : states.subList(1, states.size())) {
            for (ObjectNode object : before) {
                if (objects.size() < count) {
                    objects.add(with(object, name, state));
                }
            }
        }
        for (int i = 0; i < before.size(); i++) {
            objects.set(i, with(before.get(i), name, states.get(0)));
        }
    }

    private static ObjectNode with(ObjectNode object, String name, JsonNode state) {
        ObjectNode larger = object.deepCopy();
        return state.isMissingNode() ? larger : larger.set(name, state);
    }
}
