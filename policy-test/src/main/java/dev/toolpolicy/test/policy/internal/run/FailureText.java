package dev.toolpolicy.test.policy.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.call.Explanation;
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
        JsonNode rules = explanation.toJson().path("rules");
        for (int i = 0; i < rules.size(); i++) {
            JsonNode rule = rules.get(i);
            String words = rule.path("rule").textValue();
            String state = rule.path("state").textValue();
            boolean meant = isMeant(expected, words, i + 1);
            known |= meant;
            boolean late = decided.rule().isPresent() && decided.rule().getAsInt() < i + 1;
            boolean holds = state.equals("matched") || state.equals("unread");
            if (meant || holds && !late) {
                String by = ", by " + rule.path("place").asText() + " = "
                        + rule.path("value").asText();
                lines.add("\nrule " + (i + 1) + " " + inWords(state, late) + ": " + words
                        + (rule.has("place") ? by : ""));
            }
        }
        if (expected.rule().isPresent() && !known) {
            lines.add(0, "\nthis tool has no " + expected.rule().get());
        }
        return lines.stream().limit(EXPLAINED).collect(Collectors.joining());
    }

    private static boolean isMeant(Expectation expected, String words, int number) {
        Optional<RuleId> rule = expected.rule();
        return rule.filter(id -> id.name()
                        .map(name -> words.startsWith(name + ": ") || words.startsWith("floor: " + name + ": "))
                        .orElse(id.number() == number))
                .isPresent();
    }

    private static String inWords(String state, boolean late) {
        return switch (state) {
            case "matched" -> late ? "holds, but comes later" : "holds";
            case "eliminated" -> "doesn't hold";
            case "unread" -> "can't be read";
            default -> "wasn't needed";
        };
    }
}
