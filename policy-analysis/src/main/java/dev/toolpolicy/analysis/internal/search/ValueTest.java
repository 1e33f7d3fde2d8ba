package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A test of one value. A closed family of immutable values. */
sealed interface ValueTest {

    /** Returns whether a value passes the test. */
    boolean accepts(JsonNode value);

    /** Calls the function for this kind of test. */
    <R> R fold(Function<Sets, R> sets, Function<Meets, R> meets);

    /**
     * A test of the sets that a value is in.
     *
     * @param in the sets that contain the value
     * @param out groups of sets, of each of which at least one doesn't contain the value
     * @param type the type of the value
     * @param form the normal form of paths
     */
    record Sets(List<ValueSet> in, List<List<ValueSet>> out, ParameterType type, NormalPath.Form form)
            implements ValueTest {
        /** The test that no value passes. */
        static final Sets NOTHING =
                new Sets(List.of(ValueSet.NOTHING), List.of(), ParameterType.any(), NormalPath.Form.PLAIN);

        /** Checks and copies the components. */
        public Sets {
            in = List.copyOf(in);
            out = out.stream().map(Sets::reduced).toList();
        }

        /** Returns a group without its other sets if one has single values, which these restrict. */
        private static List<ValueSet> reduced(List<ValueSet> group) {
            return group.size() < 2
                    ? List.copyOf(group)
                    : group.stream()
                            .filter(ValueSet.Points.class::isInstance)
                            .findFirst()
                            .map(points -> List.<ValueSet>of(common((ValueSet.Points) points, group)))
                            .orElseGet(() -> List.copyOf(group));
        }

        private static ValueSet.Points common(ValueSet.Points points, List<ValueSet> group) {
            Map<Object, JsonNode> common = new LinkedHashMap<>();
            points.values().forEach((value, written) -> {
                if (group.stream().allMatch(set -> set.contains(value))) {
                    common.put(value, written);
                }
            });
            return new ValueSet.Points(common);
        }

        @Override
        public boolean accepts(JsonNode value) {
            Object canonical = ValueSet.canonical(value, type, form);
            return in.stream().allMatch(set -> set.contains(canonical))
                    && out.stream().noneMatch(group -> group.stream().allMatch(set -> set.contains(canonical)));
        }

        @Override
        public <R> R fold(Function<Sets, R> sets, Function<Meets, R> meets) {
            return sets.apply(this);
        }
    }

    /**
     * A test of the values below a value.
     *
     * @param alternatives claims, of which at least one is true of the value
     */
    record Meets(List<Claims> alternatives) implements ValueTest {
        /** Checks and copies the components. */
        public Meets {
            alternatives = List.copyOf(alternatives);
        }

        @Override
        public boolean accepts(JsonNode value) {
            return alternatives.stream().anyMatch(claims -> claims.areTrueOf(value));
        }

        @Override
        public <R> R fold(Function<Sets, R> sets, Function<Meets, R> meets) {
            return meets.apply(this);
        }
    }
}
