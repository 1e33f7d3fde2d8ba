package dev.toolpolicy.agents.internal.export;

import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import java.util.stream.Stream;

/** Commands whose arguments run others. Our rules look for a command there, those of hosts don't. Stateless. */
final class Runners {
    private Runners() {}

    /** Returns whether a rule looks at commands or hosts, which a host of rules may read otherwise. */
    static boolean mayMiss(RuleSpec rule) {
        return rule.conditions().stream()
                .flatMap(condition -> condition.matchers().stream())
                .anyMatch(matcher -> matcher.kind() == Matcher.Kind.COMMANDS || matcher.kind() == Matcher.Kind.HOST);
    }

    /** Returns whether a rule allows all commands of a pattern that ends in any words, or all commands. */
    static boolean covers(RuleSpec rule, String pattern) {
        return rule.isCatchAll()
                || patterns(rule)
                        .filter(each -> each.endsWith(" *"))
                        .anyMatch(each -> pattern.startsWith(each.substring(0, each.length() - 1)));
    }

    /** Returns whether a rule allows some commands of a pattern that ends in any words. */
    static boolean isBelow(RuleSpec rule, String pattern) {
        return patterns(rule).anyMatch(each -> (each + " ").startsWith(pattern.substring(0, pattern.length() - 1)));
    }

    private static Stream<String> patterns(RuleSpec rule) {
        return rule.conditions().stream()
                .flatMap(condition -> condition.matchers().stream())
                .filter(matcher -> matcher.kind() == Matcher.Kind.COMMANDS)
                .flatMap(matcher -> matcher.texts().stream());
    }
}
