package dev.toolpolicy.test.policy.internal.mutation;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.test.policy.internal.coverage.Suggestions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The slips of a hand in requirements, limits and what results bring. Stateless. */
final class PartSlips {
    private static final BigDecimal GREATEST = BigDecimal.valueOf(Integer.MAX_VALUE);

    private PartSlips() {}

    /**
     * A changed part.
     *
     * @param words what was changed
     * @param part the part in its place; empty if it is dropped
     * @param <T> the type of the part
     */
    record Slip<T>(String words, Optional<T> part) {
        /** Returns parts with this one in the place of one of them, by its number from 1, or without it. */
        List<T> in(List<T> parts, int number) {
            List<T> all = new ArrayList<>(parts);
            part.ifPresentOrElse(other -> all.set(number - 1, other), () -> all.remove(number - 1));
            return all;
        }
    }

    static List<Slip<Requirement>> of(Requirement requirement) {
        List<Slip<Requirement>> slips = new ArrayList<>();
        slips.add(new Slip<>("drops it", Optional.empty()));
        if (requirement.key().isPresent() && requirement.tools().size() > 1) {
            Requirement.Key key = requirement.key().get();
            Match other = key.match() == Match.ANY ? Match.ALL : Match.ANY;
            Requirement changed = Requirement.sameKey(requirement.tools(), key.matching(other));
            slips.add(new Slip<>(
                    other.word() + " in place of " + key.match().word(),
                    Optional.of(requirement.isExternal() ? changed.asExternal() : changed)));
        }
        return slips;
    }

    static List<Slip<CallLimit>> of(CallLimit limit) {
        List<Slip<CallLimit>> slips = new ArrayList<>();
        Suggestions.most(limit).ifPresent(most -> {
            for (BigDecimal other : List.of(most.add(BigDecimal.ONE), most.subtract(BigDecimal.ONE))) {
                boolean total = limit.kind() == CallLimit.Kind.TOTAL;
                if (total ? other.signum() >= 0 : other.signum() > 0 && other.compareTo(GREATEST) <= 0) {
                    slips.add(new Slip<>(
                            other.toPlainString() + " in place of " + limit.most(),
                            Optional.of(limit.most(ExactNumber.of(other.toPlainString())))));
                }
            }
        });
        return slips;
    }

    static List<Slip<ResultSpec>> of(ResultSpec entry) {
        List<Slip<ResultSpec>> slips = new ArrayList<>();
        for (String label : entry.labels()) {
            Set<String> labels = new TreeSet<>(entry.labels());
            labels.remove(label);
            slips.add(slip("the label " + label, entry, labels, entry.values()));
        }
        for (String set : entry.values().keySet()) {
            Map<String, ResultSpec.Source> values = new TreeMap<>(entry.values());
            values.remove(set);
            slips.add(slip("the values of " + set, entry, entry.labels(), values));
        }
        return slips;
    }

    private static Slip<ResultSpec> slip(
            String what, ResultSpec entry, Set<String> labels, Map<String, ResultSpec.Source> values) {
        return new Slip<>(
                "without " + what, Optional.of(new ResultSpec(entry.conditions(), labels, values, entry.isExternal())));
    }
}
