package dev.toolpolicy.test.policy.internal.coverage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.config.internal.write.TomlValue;
import dev.toolpolicy.test.policy.internal.file.Expectation;
import dev.toolpolicy.test.policy.internal.file.Known;
import dev.toolpolicy.test.policy.internal.file.RuleId;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import dev.toolpolicy.test.policy.internal.file.TestStep.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Suggested tests as text of a test file. Stateless. */
public final class TomlText {
    private static final int PLAIN = 15;

    private TomlText() {}

    /** Returns a test, or a sequence if some of its calls are more than calls that succeeded. */
    public static String of(Suggestion suggestion) {
        List<TestStep> steps = suggestion.test().steps();
        String name = "name = " + TomlValue.string(suggestion.test().name()) + "\n";
        String comment = "# Suggested for " + suggestion.target() + ". Look at it before you keep it.\n";
        TestStep last = steps.get(steps.size() - 1);
        List<TestStep> before = steps.subList(0, steps.size() - 1);
        boolean isTest = before.stream()
                .allMatch(step -> step.outcome() == Outcome.SUCCESS
                        && step.facts().isEmpty()
                        && !step.tool().equals(last.tool()));
        return comment
                + (isTest && (before.isEmpty() || last.facts().isEmpty())
                        ? "[[test]]\n" + name + test(last, before)
                        : "[[sequence]]\n" + name + "steps = [\n"
                                + steps.stream().map(TomlText::step).collect(Collectors.joining()) + "]\n");
    }

    private static String test(TestStep last, List<TestStep> before) {
        String after = before.isEmpty()
                ? ""
                : "after = [" + before.stream().map(TomlText::earlier).collect(Collectors.joining(", ")) + "]\n";
        String known = known(last).stream().map(line -> line + "\n").collect(Collectors.joining());
        return "call = " + call(last) + "\n"
                + known
                + after
                + String.join("\n", expectation(last.expected().orElseThrow()))
                + "\n";
    }

    private static String step(TestStep step) {
        List<String> parts = new ArrayList<>();
        parts.add("call = " + call(step));
        parts.addAll(known(step));
        parts.addAll(expectation(step.expected().orElseThrow()));
        if (step.outcome() == Outcome.SUCCESS || step.outcome() == Outcome.FAILURE) {
            String word = step.outcome() == Outcome.SUCCESS ? "\"success\"" : "\"failure\"";
            parts.add("result = " + step.result().map(TomlValue::of).orElse(word));
        }
        return "  { " + String.join(", ", parts) + " },\n";
    }

    /** Returns what is known about a call: facts, labels and the user's words. */
    private static List<String> known(TestStep step) {
        List<String> lines = new ArrayList<>();
        step.facts().ifPresent(all -> {
            if (!Known.facts(all).isEmpty()) {
                lines.add("facts = " + TomlValue.of(Known.facts(all)));
            }
            List<String> labels = Known.labels(all);
            if (!labels.isEmpty()) {
                lines.add(
                        "labels = [" + labels.stream().map(TomlValue::string).collect(Collectors.joining(", ")) + "]");
            }
            Known.message(all).ifPresent(message -> lines.add("user = " + TomlValue.string(message)));
        });
        return lines;
    }

    private static List<String> expectation(Expectation expected) {
        List<String> lines = new ArrayList<>();
        lines.add("expect = " + TomlValue.string(expected.verdict().word()));
        expected.rule().ifPresent(rule -> lines.add("rule = " + rule(rule)));
        expected.policy().ifPresent(policy -> lines.add("policy = " + TomlValue.string(policy)));
        return lines;
    }

    private static String rule(RuleId rule) {
        return rule.name().map(TomlValue::string).orElse(String.valueOf(rule.number()));
    }

    private static String earlier(TestStep step) {
        String call = call(step);
        return step.result()
                .map(result -> call.substring(0, call.length() - 2) + ", result = " + TomlValue.of(result) + " }")
                .orElse(call);
    }

    private static String call(TestStep step) {
        Optional<String> arguments =
                step.arguments().isEmpty() ? Optional.empty() : Optional.of(arguments(step.arguments()));
        return "{ tool = " + TomlValue.string(step.tool())
                + arguments.map(text -> ", arguments = " + text).orElse("") + " }";
    }

    /** Returns arguments as a table, or as JSON text if they have values that TOML has not. */
    private static String arguments(JsonNode arguments) {
        return isToml(arguments) ? TomlValue.of(arguments) : TomlValue.string(arguments.toString());
    }

    /** Returns whether TOML has a value. */
    static boolean isToml(JsonNode value) {
        boolean leaf = value.isTextual() || value.isBoolean() || value.isNumber() && isPlain(value.toString());
        if (!value.isContainerNode()) {
            return leaf;
        }
        for (JsonNode each : value) {
            if (!isToml(each)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a number has few digits and no exponent, so that every reader of TOML keeps it. */
    private static boolean isPlain(String number) {
        return number.length() <= PLAIN && number.chars().allMatch(c -> c == '-' || c == '.' || c >= '0' && c <= '9');
    }
}
