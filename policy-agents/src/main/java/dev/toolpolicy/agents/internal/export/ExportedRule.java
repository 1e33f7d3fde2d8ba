package dev.toolpolicy.agents.internal.export;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A rule of a policy, and what becomes of it in a host's list. Not thread-safe. */
final class ExportedRule {
    /** The ways in which a rule is exported. */
    enum Fate {
        /** The list says it. */
        EXACT,
        /** The list never allows more. */
        STRICTER,
        /** The list asks about calls that the rule denies. */
        LOST
    }

    /** The end of a sentence about calls that a rule would allow, unless every call of the tool is denied. */
    static final String ASKS = ", so such calls need approval";

    final String tool;
    private final int number;
    final RuleSpec spec;
    /** The lines of the list that say the rule. */
    final List<HostRule> said = new ArrayList<>();

    private Fate fate = Fate.EXACT;
    private String reason = "";

    ExportedRule(String tool, int number, RuleSpec spec) {
        this.tool = tool;
        this.number = number;
        this.spec = spec;
    }

    Mode mode() {
        return ReadBack.asked(spec.mode());
    }

    boolean allows() {
        return spec.mode() == Mode.ALLOW;
    }

    Fate fate() {
        return fate;
    }

    /** Says what became of the rule. The worse fate counts, and the first reason for it. */
    void becomes(Fate newFate, String why) {
        if (newFate.compareTo(fate) > 0) {
            fate = newFate;
            reason = why;
        }
    }

    /** Leaves the rule out. */
    void drop(String why) {
        said.clear();
        becomes(Fate.STRICTER, why + ASKS);
    }

    /** Leaves a line out. */
    void drop(HostRule line, String why) {
        said.remove(line);
        becomes(Fate.STRICTER, line.text().strip().replace('\n', ' ') + " is left out: " + why);
    }

    String place() {
        return tool + " " + number;
    }

    /** Returns why, and what becomes of the calls, if every call of the tool is denied or not. */
    String reason(boolean denied) {
        return denied ? reason.replace(ASKS, ", and every call of " + tool + " is denied") : reason;
    }

    /** Returns whether a rule looks at commands or hosts, which a host of rules may read otherwise. */
    static boolean mayMiss(RuleSpec rule) {
        return rule.conditions().stream()
                .flatMap(condition -> condition.matchers().stream())
                .anyMatch(matcher -> matcher.kind() == Matcher.Kind.COMMANDS || matcher.kind() == Matcher.Kind.HOST);
    }

    /** Returns whether the rule allows all commands of a pattern that ends in any words, or all commands. */
    boolean covers(String pattern) {
        return spec.isCatchAll()
                || patterns()
                        .filter(each -> each.endsWith(" *"))
                        .anyMatch(each -> pattern.startsWith(each.substring(0, each.length() - 1)));
    }

    /** Returns whether the rule allows some commands of a pattern that ends in any words. */
    boolean isBelow(String pattern) {
        return patterns().anyMatch(each -> (each + " ").startsWith(pattern.substring(0, pattern.length() - 1)));
    }

    private Stream<String> patterns() {
        return spec.conditions().stream()
                .flatMap(condition -> condition.matchers().stream())
                .filter(matcher -> matcher.kind() == Matcher.Kind.COMMANDS)
                .flatMap(matcher -> matcher.texts().stream());
    }

    @Override
    public String toString() {
        return spec.mode().word() + " " + spec.name().map(name -> name + ": ").orElse("") + spec.describe();
    }
}
