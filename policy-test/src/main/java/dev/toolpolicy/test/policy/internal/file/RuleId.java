package dev.toolpolicy.test.policy.internal.file;

import java.util.Optional;

/**
 * A rule as tests name it: by its name, or by its number. Immutable.
 *
 * @param name the rule's name; empty if it is meant by its number
 * @param number the rule's number in its list, from 1; 0 if it is meant by its name
 */
public record RuleId(Optional<String> name, int number) {

    /** Creates the id of a named rule. */
    public static RuleId named(String name) {
        return new RuleId(Optional.of(name), 0);
    }

    /** Creates the id of a rule without a name. */
    public static RuleId numbered(int number) {
        return new RuleId(Optional.empty(), number);
    }

    @Override
    public String toString() {
        return name.map(known -> "rule \"" + known + "\"").orElse("rule " + number);
    }
}
