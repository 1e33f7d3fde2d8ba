package dev.toolpolicy.runtime.analysis;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.toolpolicy.runtime.automaton.Language;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All values of one parameter type, and whether some sets of them cover another. A positive answer is proven; a
 * negative one is exact too, except for unions that exhaust an object type or the finitely many floating point numbers
 * of a range.
 */
final class ValueSpace {
    private final ParameterType type;
    private final Optional<List<Object>> finite;

    ValueSpace(ParameterType type) {
        this.type = type;
        this.finite = finiteValues(type);
    }

    private static Optional<List<Object>> finiteValues(ParameterType type) {
        if (type instanceof ParameterType.BooleanType) {
            return Optional.of(List.of(BooleanNode.TRUE, BooleanNode.FALSE));
        } else if (type instanceof ParameterType.StringType string && !string.allowed().isEmpty()) {
            return Optional.of(List.copyOf(string.allowed()));
        } else if (type instanceof ParameterType.PathType path && !path.allowed().isEmpty()) {
            return Optional.of(path.allowed().stream().<Object>map(NormalPath::of).toList());
        }
        return Optional.empty();
    }

    private boolean isNumeric() {
        return type instanceof ParameterType.IntegerType || type instanceof ParameterType.NumberType;
    }

    /** Whether every value of the type is in one of the sets. */
    boolean isExhaustedBy(List<ValueSet> sets) {
        if (finite.isPresent()) {
            return finite.get().stream().allMatch(value -> isInAny(value, sets));
        }
        Optional<Language> texts = Languages.of(type);
        return texts.isPresent()
                ? Languages.isExhausted(texts.get(), sets)
                : isNumeric() && NumberRange.of(type).isCoveredBy(ranges(sets));
    }

    /** Whether every value of the type that is in {@code set} is in one of the sets; true if there is none. */
    boolean isCovered(ValueSet set, List<ValueSet> sets) {
        if (finite.isPresent()) {
            return finite.get().stream().filter(set::contains).allMatch(value -> isInAny(value, sets));
        } else if (set instanceof ValueSet.Points points) {
            return points.values().stream().allMatch(value -> isInAny(value, sets));
        } else if (set instanceof ValueSet.Bounded bounded) {
            NumberRange range = NumberRange.of(bounded.bound(), type).and(NumberRange.of(type));
            return range.isCoveredBy(ranges(sets));
        }
        Optional<Language> texts = Languages.of(type);
        return texts.isPresent() && Languages.isCovered(texts.get(), set, sets);
    }

    private static boolean isInAny(Object value, List<ValueSet> sets) {
        return sets.stream().anyMatch(set -> set.contains(value));
    }

    private List<NumberRange> ranges(List<ValueSet> sets) {
        List<NumberRange> ranges = new ArrayList<>();
        for (ValueSet set : sets) {
            if (set instanceof ValueSet.Bounded bounded) {
                ranges.add(NumberRange.of(bounded.bound(), type));
            } else if (set instanceof ValueSet.Points points) {
                points.values().forEach(value -> ranges.add(NumberRange.of((ExactNumber) value, type)));
            }
        }
        return ranges;
    }
}
