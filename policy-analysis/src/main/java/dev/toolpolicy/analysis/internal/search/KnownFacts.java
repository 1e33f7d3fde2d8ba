package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The decisions of a search about facts: whether each is known, and which values the sets of facts contain that values
 * are compared with. Immutable.
 */
record KnownFacts(Map<String, Boolean> said, Map<ArgumentPointer, Members> sets) {
    static final KnownFacts NONE = new KnownFacts(Map.of(), Map.of());

    /**
     * The values that a set contains and that it doesn't, by their canonical form.
     */
    record Members(Map<Object, JsonNode> in, Map<Object, JsonNode> out) {
        static final Members NONE = new Members(Map.of(), Map.of());

        ValueSet inside() {
            return new ValueSet.Points(in);
        }

        ValueSet outside() {
            return new ValueSet.Points(out);
        }

        /** Returns those values of the session's set that a place of a type can have. */
        Members of(ParameterType.Kind kind) {
            return new Members(of(kind, in), of(kind, out));
        }

        private static Map<Object, JsonNode> of(ParameterType.Kind kind, Map<Object, JsonNode> values) {
            Map<Object, JsonNode> some = new LinkedHashMap<>();
            values.forEach((value, written) -> {
                boolean fits = switch (kind) {
                    case STRING -> value instanceof String;
                    case PATH -> value instanceof NormalPath;
                    case INTEGER, NUMBER -> value instanceof ExactNumber;
                    case BOOLEAN, ARRAY, OBJECT, ANY -> true;
                };
                if (fits) {
                    some.put(value, written);
                }
            });
            return some;
        }

        boolean decides(Object value) {
            return in.containsKey(value) || out.containsKey(value);
        }

        Members with(Object value, JsonNode written, boolean inside) {
            Map<Object, JsonNode> more = new LinkedHashMap<>(inside ? in : out);
            more.put(value, written);
            return inside ? new Members(more, out) : new Members(in, more);
        }
    }

    /** Returns whether a fact is known; empty if that isn't decided. */
    Optional<Boolean> isSaid(String fact) {
        return FlowFacts.isHidden(fact) ? Optional.of(true) : Optional.ofNullable(said.get(fact));
    }

    boolean isUnsaid(String fact) {
        return Boolean.FALSE.equals(said.get(fact));
    }

    KnownFacts withSaid(String fact, boolean isSaid) {
        Map<String, Boolean> more = new HashMap<>(said);
        more.put(fact, isSaid);
        return new KnownFacts(more, sets);
    }

    /** Returns what is decided about the values of a fact. */
    Members members(ArgumentPointer fact) {
        return sets.getOrDefault(fact, Members.NONE);
    }

    KnownFacts withMember(ArgumentPointer fact, Object value, JsonNode written, boolean inside) {
        Map<ArgumentPointer, Members> more = new HashMap<>(sets);
        more.put(fact, members(fact).with(value, written, inside));
        return new KnownFacts(said, more);
    }

    /** Returns the number of decided values. */
    int size() {
        return sets.values().stream()
                .mapToInt(members -> members.in.size() + members.out.size())
                .sum();
    }

    /** Returns the decided sets of a fact's values. */
    Map<ArgumentPointer, Members> membersOf(String fact) {
        Map<ArgumentPointer, Members> some = new LinkedHashMap<>();
        sets.forEach((pointer, members) -> {
            if (pointer.parameter().equals(fact)) {
                some.put(pointer, members);
            }
        });
        return some;
    }

    /** Returns everything that the states of a fact, or comparisons with it, depend on. */
    List<Object> key(String fact) {
        Map<ArgumentPointer, List<Object>> values = new HashMap<>();
        membersOf(fact)
                .forEach((pointer, members) -> values.put(pointer, List.of(members.in.keySet(), members.out.keySet())));
        return List.of(isSaid(fact), values);
    }
}
