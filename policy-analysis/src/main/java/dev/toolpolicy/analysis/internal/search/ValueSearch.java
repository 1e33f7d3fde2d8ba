package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A search for values, as rules see them, that satisfy constraints, or a proof that there are none. Not thread-safe.
 *
 * <p>It descends the schema. In an object, constraints about one property are independent of another. So its values are all
 * combinations of its properties' values, except for single ones that a rule about the whole object excludes or
 * requires; enough are created that one remains. In an array, each required value can be an element of its own, so they
 * are searched one by one. {@link LeafSearch} handles values without parts, and {@link VectorSearch} argument vectors.
 */
final class ValueSearch {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final int MOST_CHOICES = 10_000;

    private final LeafSearch leaves;
    private int choices;
    private final VectorSearch vectors;
    private final ElementSearch elements = new ElementSearch(this);

    ValueSearch(LeafSearch leaves) {
        this.leaves = leaves;
        this.vectors = new VectorSearch(leaves);
    }

    /** Starts another question, with a budget of its own. */
    void begin() {
        choices = 0;
    }

    /**
     * Finds different values that satisfy constraints, the simplest first.
     *
     * @param type the type of the values
     * @param constraints the constraints about the values
     * @param count the number of requested values, at least one
     * @return as many values, or all that exist
     * @throws UndecidedException if the budget is used up
     */
    List<JsonNode> values(ParameterType type, ValueConstraints constraints, int count) {
        List<Atom.Sets> sets = new ArrayList<>();
        List<Atom.Meets> open = new ArrayList<>();
        constraints.here().map(Literal::test).forEach(test -> {
            if (test instanceof Atom.Sets set) {
                sets.add(set);
            } else {
                open.add((Atom.Meets) test);
            }
        });
        ValueConstraints below = open.isEmpty() && sets.isEmpty() ? constraints : constraints.below();
        for (Atom.Meets only : open) {
            below = only.alternatives().size() == 1
                    ? below.and(only.alternatives().get(0))
                    : below;
        }
        open.removeIf(meets -> meets.alternatives().size() == 1);
        return open.isEmpty() ? plain(type, below, sets, count) : choosing(type, below, sets, open, count);
    }

    private List<JsonNode> plain(ParameterType type, ValueConstraints below, List<Atom.Sets> sets, int count) {
        return type.byStructure(
                array -> sets.isEmpty()
                        ? elements.arrays(array, below.ofElements(), count)
                        : vectors.vectors(array.items().orElseThrow(), sets, below.ofElements(), count),
                object -> objects(object, below, sets, count),
                leaf -> leaves.values(leaf, sets, count));
    }

    /**
     * Finds values that satisfy one of the alternatives of each open test. Only of a test that the first values don't
     * pass, the alternatives are tried one by one.
     */
    private List<JsonNode> choosing(
            ParameterType type, ValueConstraints below, List<Atom.Sets> sets, List<Atom.Meets> open, int count) {
        spend();
        List<JsonNode> found = plain(type, below, sets, count);
        Optional<Atom.Meets> failed = open.stream()
                .filter(meets -> !found.stream().allMatch(value -> meets.accepts(value, true)))
                .findFirst();
        if (failed.isEmpty()) {
            return found;
        }
        List<Atom.Meets> others =
                open.stream().filter(meets -> meets != failed.get()).toList();
        Map<Object, JsonNode> all = new LinkedHashMap<>();
        UndecidedException unknown = null;
        for (ValueConstraints alternative : failed.get().alternatives()) {
            try {
                choosing(type, below.and(alternative), sets, others, count)
                        .forEach(value -> all.putIfAbsent(ValueSet.canonical(value, type, leaves.form()), value));
            } catch (UndecidedException e) {
                unknown = e;
            }
            if (all.size() >= count) {
                break;
            }
        }
        if (all.size() < count && unknown != null) {
            throw unknown;
        }
        return all.values().stream().limit(count).toList();
    }

    private void spend() {
        if (choices++ > MOST_CHOICES) {
            throw new UndecidedException();
        }
    }

    /**
     * Finds the states of a parameter: a missing node, or a value.
     *
     * @param parameter the parameter
     * @param constraints the constraints about its value
     * @param count the number of requested states
     * @return as many states, or all that exist
     * @throws UndecidedException if the budget is used up
     */
    List<JsonNode> states(Parameter parameter, ValueConstraints constraints, int count) {
        List<JsonNode> states = new ArrayList<>();
        boolean mayLack = constraints.some().isEmpty();
        var filledIn = Completion.defaultOf(parameter);
        if (filledIn.isPresent() && constraints.areTrueOf(filledIn.get(), false)) {
            states.add(filledIn.get());
        } else if (mayLack && !parameter.isRequired() && filledIn.isEmpty()) {
            states.add(MissingNode.getInstance());
        }
        if (states.size() < count) {
            values(parameter.type(), constraints, count).stream()
                    .filter(value -> filledIn.isEmpty() || !isSame(parameter.type(), filledIn.get(), value))
                    .forEach(states::add);
        }
        if (mayLack && parameter.isRequired() && parameter.type().kind() == ParameterType.Kind.ANY) {
            states.add(NullNode.getInstance());
        }
        return states.size() > count ? states.subList(0, count) : states;
    }

    /** Returns whether two values are equal for rules. */
    private boolean isSame(ParameterType type, JsonNode one, JsonNode other) {
        return ValueSet.canonical(one, type, leaves.form()).equals(ValueSet.canonical(other, type, leaves.form()));
    }

    /** Finds objects. Sets of objects have single values, since no other matcher is for objects. */
    private List<JsonNode> objects(ParameterType type, ValueConstraints below, List<Atom.Sets> sets, int count) {
        Predicate<JsonNode> passes = value -> sets.stream().allMatch(test -> test.accepts(value, false));
        Optional<ValueSet.Points> in =
                sets.stream().flatMap(test -> test.in().stream()).findFirst().map(ValueSet.Points.class::cast);
        if (in.isPresent()) {
            return in.get().values().values().stream()
                    .map(value -> spelled(type, value))
                    .filter(value ->
                            Completion.isPossible(type, value) && passes.test(value) && below.areTrueOf(value, false))
                    .limit(count)
                    .toList();
        }
        int excluded = sets.stream()
                .flatMap(test -> test.out().stream())
                .mapToInt(group ->
                        ((ValueSet.Points) group.sets().get(0)).values().size())
                .sum();
        return combinations(type, below, count + excluded).stream()
                .filter(passes)
                .<JsonNode>map(object -> object)
                .limit(count)
                .toList();
    }

    /**
     * Returns a value that is equal for rules. They see the normal form of a path, but a schema lists paths as they are
     * written, so each path in it that must be one of a few is written as one of them, if possible.
     */
    private JsonNode spelled(ParameterType type, JsonNode value) {
        if (type.kind() != ParameterType.Kind.PATH || !value.isTextual()) {
            return Completion.inner(type, value, this::spelled);
        }
        NormalPath normal = leaves.form().of(value.textValue());
        return type.allowed().stream()
                .filter(allowed -> leaves.form().of(allowed).equals(normal))
                .findFirst()
                .<JsonNode>map(TextNode::valueOf)
                .orElse(value);
    }

    private List<ObjectNode> combinations(ParameterType type, ValueConstraints constraints, int count) {
        Map<String, ValueConstraints> parts = constraints.byProperty();
        Map<String, List<JsonNode>> states = new LinkedHashMap<>();
        UndecidedException unknown = null;
        for (Parameter parameter : type.properties()) {
            try {
                ValueConstraints part = parts.getOrDefault(parameter.name(), ValueConstraints.NOTHING);
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

    /**
     * Adds undeclared names, if the type allows any: enough of them, present or not, for as many different objects as
     * requested.
     */
    private void addUndeclared(ParameterType type, int count, Map<String, List<JsonNode>> states) {
        if (type.additional() != null && count > 1) {
            JsonNode value =
                    values(type.additional(), ValueConstraints.NOTHING, 1).get(0);
            Stream.iterate(1, i -> i + 1)
                    .map("x"::repeat)
                    .filter(name -> type.properties().stream()
                            .noneMatch(each -> each.name().equalsIgnoreCase(name)))
                    .limit(Integer.SIZE - Integer.numberOfLeadingZeros(count))
                    .forEach(name -> states.put(name, List.of(MissingNode.getInstance(), value)));
        }
    }

    /** Combines each object with each state of a property, up to the requested number. */
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
