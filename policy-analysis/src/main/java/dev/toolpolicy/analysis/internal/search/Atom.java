package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A test of one value, as literals have it. A closed family of immutable values. */
sealed interface Atom {

    /**
     * Returns whether a value passes the test.
     *
     * @param surely the answer needed where it isn't decided whether facts have the value: true if it must pass in any
     *     case, false if it may pass
     */
    boolean accepts(JsonNode value, boolean surely);

    /**
     * A group of sets, of which at least one doesn't contain the value.
     *
     * @param sets the sets that are known
     * @param facts groups of facts: the values of all facts of a group together are another set
     */
    record Group(List<ValueSet> sets, Set<Set<ArgumentPointer>> facts) {
        /** Copies the components; if one set has single values, the others only restrict it. */
        public Group {
            sets = reduced(sets);
            facts = Set.copyOf(facts);
        }

        /** Creates a group without facts. */
        static Group of(List<ValueSet> sets) {
            return new Group(sets, Set.of());
        }

        private static List<ValueSet> reduced(List<ValueSet> sets) {
            return sets.size() < 2
                    ? List.copyOf(sets)
                    : sets.stream()
                            .filter(ValueSet.Points.class::isInstance)
                            .findFirst()
                            .map(points -> List.<ValueSet>of(common((ValueSet.Points) points, sets)))
                            .orElseGet(() -> List.copyOf(sets));
        }

        private static ValueSet.Points common(ValueSet.Points points, List<ValueSet> sets) {
            Map<Object, JsonNode> common = new LinkedHashMap<>();
            points.values().forEach((value, written) -> {
                if (sets.stream().allMatch(set -> set.contains(value))) {
                    common.put(value, written);
                }
            });
            return new ValueSet.Points(common);
        }

        private boolean contains(Object canonical) {
            return sets.stream().allMatch(set -> set.contains(canonical));
        }

        /** Returns whether each group of facts has one of some. */
        private static boolean areMet(Set<Set<ArgumentPointer>> groups, Predicate<ArgumentPointer> isOne) {
            return groups.stream().allMatch(group -> group.stream().anyMatch(isOne));
        }
    }

    /**
     * A test of the sets that a value is in.
     *
     * @param in the sets that contain the value
     * @param facts groups of facts, of each of which one has it as a value
     * @param out groups of sets, of each of which at least one doesn't contain it
     * @param known what is known about the sets of the facts
     * @param type the type of the value
     * @param form the normal form of paths
     */
    record Sets(
            List<ValueSet> in,
            Set<Set<ArgumentPointer>> facts,
            List<Group> out,
            FactSets known,
            ParameterType type,
            NormalPath.Form form)
            implements Atom {
        /** The test that no value passes. */
        static final Sets NOTHING =
                Sets.of(List.of(ValueSet.nothing()), List.of(), ParameterType.any(), NormalPath.Form.PLAIN);

        /** Checks and copies the components. */
        public Sets {
            in = List.copyOf(in);
            facts = Set.copyOf(facts);
            out = List.copyOf(out);
        }

        /** Creates a test without facts. */
        static Sets of(List<ValueSet> in, List<Group> out, ParameterType type, NormalPath.Form form) {
            return new Sets(in, Set.of(), out, FactSets.NONE, type, form);
        }

        @Override
        public boolean accepts(JsonNode value, boolean surely) {
            Object canonical = ValueSet.canonical(value, type, form);
            return in.stream().allMatch(set -> set.contains(canonical))
                    && Group.areMet(
                            facts, fact -> surely ? known.isInside(fact, canonical) : !known.isOutside(fact, canonical))
                    && out.stream().allMatch(group -> isOutside(group, canonical, surely));
        }

        private boolean isOutside(Group group, Object canonical, boolean surely) {
            return !group.contains(canonical)
                    || !Group.areMet(
                            group.facts,
                            fact -> surely ? !known.isOutside(fact, canonical) : known.isInside(fact, canonical));
        }

        /** Returns the facts that the test compares with. */
        Stream<ArgumentPointer> comparedFacts() {
            return Stream.concat(facts.stream(), out.stream().flatMap(group -> group.facts.stream()))
                    .flatMap(Set::stream);
        }

        /** Returns the test of values that some facts have and the others don't; empty if none passes. */
        Optional<Sets> of(Set<ArgumentPointer> members) {
            List<Group> left = out.stream()
                    .filter(group -> Group.areMet(group.facts, members::contains))
                    .map(group -> Group.of(group.sets))
                    .toList();
            boolean isPossible =
                    Group.areMet(facts, members::contains) && left.stream().noneMatch(group -> group.sets.isEmpty());
            return isPossible ? Optional.of(Sets.of(in, left, type, form)) : Optional.empty();
        }
    }

    /**
     * A test of the values below a value.
     *
     * @param alternatives constraints, of which at least one is true of the value
     */
    record Meets(List<ValueConstraints> alternatives) implements Atom {
        /** Checks and copies the components. */
        public Meets {
            alternatives = List.copyOf(alternatives);
        }

        @Override
        public boolean accepts(JsonNode value, boolean surely) {
            return alternatives.stream().anyMatch(constraints -> constraints.areTrueOf(value, surely));
        }
    }
}
