package dev.toolpolicy.test.policy.internal.run;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.Explanation.RuleTrace;
import dev.toolpolicy.runtime.call.Explanation.State;
import dev.toolpolicy.test.policy.internal.file.Expectation;
import dev.toolpolicy.test.policy.internal.file.RuleId;
import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The messages about tests that failed. */
public final class FailureText {
    /** The number of rules that a message explains at most. */
    private static final int EXPLAINED = 6;

    private FailureText() {}

    /** Returns a failure with its place, in the format of compilers. */
    static String of(TestCase test, TestStep step, String failure) {
        PolicyProblem.Place place = step.place();
        List<String> lines = failure.lines().toList();
        List<String> text = new ArrayList<>();
        text.add(place + ": failed: " + VisibleText.line(test.name(), VisibleText.DETAIL) + ": " + lines.get(0));
        place.excerpt().lines().forEach(line -> text.add("    " + line));
        lines.stream().skip(1).forEach(line -> text.add("  " + line));
        return String.join("\n", text);
    }

    /** Returns what was expected, what decided, and what settled the rules. */
    public static String differs(Expectation expected, Decided decided, Optional<Explanation> explanation) {
        String first = "expected " + expected + ", but the decision is " + decided;
        if (decided.policy().isPresent()
                && expected.rule().flatMap(RuleId::name).equals(decided.policy())) {
            return first + "\nthis is a policy: expect it with byPolicy(...), or with the key \"policy\" in a file";
        }
        return first + explanation.map(each -> why(expected, decided, each)).orElse("");
    }

    /** Explains the rule that decided, the rule that was expected, and those that hold or can't be read. */
    private static String why(Expectation expected, Decided decided, Explanation explanation) {
        List<String> lines = new ArrayList<>();
        boolean known = false;
        for (int i = 0; i < explanation.rules().size(); i++) {
            RuleTrace trace = explanation.rules().get(i);
            boolean meant = isMeant(expected, trace, i + 1);
            known |= meant;
            boolean late = decided.rule().isPresent() && decided.rule().getAsInt() < i + 1;
            boolean holds = trace.state() == State.MATCHED || trace.state() == State.UNREAD;
            if (meant || holds && !late) {
                lines.add("\nrule " + (i + 1) + " " + state(trace, late) + ": " + trace.rule()
                        + trace.place()
                                .map(place -> ", by " + place + " = " + trace.value())
                                .orElse(""));
            }
        }
        if (expected.rule().isPresent() && !known) {
            lines.add(0, "\nthis tool has no " + expected.rule().get());
        }
        return lines.stream().limit(EXPLAINED).collect(Collectors.joining());
    }

    private static boolean isMeant(Expectation expected, RuleTrace trace, int number) {
        Optional<RuleId> rule = expected.rule();
        return rule.filter(id -> id.name()
                        .map(name -> trace.rule().startsWith(name + ": ")
                                || trace.rule().startsWith("floor: " + name + ": "))
                        .orElse(id.number() == number))
                .isPresent();
    }

    private static String state(RuleTrace trace, boolean late) {
        return switch (trace.state()) {
            case MATCHED -> late ? "holds, but comes later" : "holds";
            case ELIMINATED -> "doesn't hold";
            case UNREAD -> "can't be read";
            case OPEN -> "wasn't needed";
        };
    }
}
