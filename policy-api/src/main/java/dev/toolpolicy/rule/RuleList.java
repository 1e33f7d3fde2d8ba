package dev.toolpolicy.rule;

import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.stream.Stream;

/**
 * A list of rules. The first rule whose condition holds decides; if none holds, the decision is {@link Mode#ASK}.
 * Immutable.
 *
 * <pre>{@code
 * RuleList run = RuleList.of(
 *         RuleSpec.when(Argument.Text.at("/path").prefix("src/"), Mode.ALLOW),
 *         RuleSpec.otherwise(Mode.ASK));
 * }</pre>
 *
 * @param rules the rules in order
 * @param floors the lists that apply in addition to the rules, each for itself: the strictest answer counts
 */
public record RuleList(List<RuleSpec> rules, List<RuleList> floors) {

    /** Checks and copies the components. */
    public RuleList {
        rules = List.copyOf(rules);
        floors = List.copyOf(floors);
    }

    /**
     * Creates a list of rules without floors.
     *
     * @param rules the rules in order
     */
    public RuleList(List<RuleSpec> rules) {
        this(rules, List.of());
    }

    /**
     * Creates a list of rules.
     *
     * @param rules the rules in order
     */
    public static RuleList of(RuleSpec... rules) {
        return new RuleList(List.of(rules));
    }

    /**
     * Creates a list with one decision for every call.
     *
     * @return a list with one catch-all rule
     */
    public static RuleList always(Mode mode) {
        return of(RuleSpec.otherwise(mode));
    }

    /**
     * Creates a list without rules, so that the decision is always the implicit {@link Mode#ASK}.
     *
     * @return the empty list
     */
    public static RuleList empty() {
        return of();
    }

    /**
     * Adds lists that apply in addition to the rules. An engine adds those of its floors; the rules of a floor are
     * checked with its layer, not here.
     *
     * @param others rules that are stricter than allow or pass
     * @return a copy with these floors behind its own
     */
    public RuleList withFloors(List<RuleList> others) {
        return others.isEmpty()
                ? this
                : new RuleList(
                        rules, Stream.concat(floors.stream(), others.stream()).toList());
    }

    /**
     * Returns the lists that decide, each for itself.
     *
     * @return this list without its floors, then the floors
     */
    public List<RuleList> parts() {
        return floors.isEmpty()
                ? List.of(this)
                : Stream.concat(Stream.of(new RuleList(rules)), floors.stream()).toList();
    }

    /**
     * Returns all rules, numbered as decisions number them.
     *
     * @return the list's own rules, then those of the floors
     */
    public List<RuleSpec> all() {
        return floors.isEmpty()
                ? rules
                : parts().stream().flatMap(part -> part.rules.stream()).toList();
    }

    /**
     * Returns the rules above one rule in the same list.
     *
     * @param index the index of the rule in {@link #all}; that of no rule means the end of the list's own rules
     */
    public List<RuleSpec> above(int index) {
        int first = 0;
        for (RuleList part : parts()) {
            if (index < first + part.rules.size()) {
                return part.rules.subList(0, index - first);
            }
            first += part.rules.size();
        }
        return rules;
    }

    @Override
    public String toString() {
        return "RuleList[rules=" + rules + (floors.isEmpty() ? "" : ", floors=" + floors) + "]";
    }
}
