package dev.toolpolicy.test.policy.internal.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.ResultWords;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.test.policy.internal.file.TestStep.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads tests and sequences. Stateless. */
final class StepReader {
    private static final String CALL = "call";
    private static final String TOOL = "tool";
    private static final String ARGUMENTS = "arguments";
    private static final String RULE = "rule";
    private static final String EXPECT = "expect";
    private static final String RESULT = "result";
    private static final List<String> EXPECTED = List.of(EXPECT, RULE, "policy", "reason");
    private static final List<String> TEST = Stream.concat(
                    Stream.of("name", CALL, "facts", "labels", "user", "after"), EXPECTED.stream())
            .toList();
    private static final List<String> STEP = Stream.concat(
                    Stream.of(CALL, "facts", "labels", "user", RESULT), EXPECTED.stream())
            .toList();
    private static final List<String> VERDICTS =
            Stream.of(Verdict.values()).map(Verdict::word).toList();

    private StepReader() {}

    static TestCase test(Keys test) {
        test.checkKeys(TEST);
        Optional<ObjectNode> facts = known(test);
        List<TestStep> steps = new ArrayList<>();
        test.tables("after", "a call")
                .forEach(call -> steps.add(step(call, facts, Optional.empty(), Outcome.SUCCESS, call)));
        steps.add(step(call(test), facts, Optional.of(expectation(test)), Outcome.NONE, test));
        return new TestCase(name(test), test.document().valueAt(test.pointer()), steps);
    }

    static TestCase sequence(Keys sequence) {
        sequence.checkKeys(List.of("name", "steps"));
        if (!sequence.has("steps") || sequence.value("steps").isEmpty()) {
            sequence.problem("", Words.wrongShape("\"steps\"", "a list of at least one step", sequence.value("steps")));
        }
        List<TestStep> steps = new ArrayList<>();
        for (Keys step : sequence.tables("steps", "a step")) {
            step.checkKeys(STEP);
            Expectation expected = expectation(step);
            steps.add(step(call(step), known(step), Optional.of(expected), outcome(step, expected), step));
        }
        return new TestCase(name(sequence), sequence.document().valueAt(sequence.pointer()), steps);
    }

    /** Returns the facts, labels and words of the user that are known for a call; empty if nothing is. */
    private static Optional<ObjectNode> known(Keys step) {
        ObjectNode none = JsonNodeFactory.instance.objectNode();
        ObjectNode known = step.object("facts").orElse(none);
        List<String> labels = step.texts("labels");
        labels.stream()
                .filter(label -> !FlowFacts.isName(label))
                .forEach(label -> step.problem("labels", ResultWords.name("label", label)));
        known = labels.isEmpty() ? known : Known.with(known, labels);
        Optional<String> user = step.text("user");
        known = user.isPresent() ? Known.with(known, user.get()) : known;
        return known.isEmpty() && !step.has("facts") ? Optional.empty() : Optional.of(known);
    }

    static String name(Keys test) {
        Optional<String> name = test.text("name");
        if (name.filter(String::isBlank).isPresent()) {
            test.problem("name", TestFileWords.emptyName());
        }
        int number = Integer.parseInt(test.pointer().substring(test.pointer().lastIndexOf('/') + 1)) + 1;
        return name.orElse(test.owner().substring(2) + " " + number);
    }

    private static Outcome outcome(Keys step, Expectation expected) {
        if (step.has(RESULT) && !expected.verdict().mayRun()) {
            step.problem(RESULT, TestFileWords.resultOfCall(expected.verdict().word()));
        }
        JsonNode result = step.value(RESULT);
        boolean isSuccess = result.isContainerNode() || result.asText().equals("success");
        boolean isFailure = result.asText().equals("failure");
        if (step.has(RESULT) && !isSuccess && !isFailure) {
            String words = "\"success\", \"failure\", or what the tool returned as a table or a list";
            step.problem(RESULT, Words.wrongShape("\"result\"", words, result));
        }
        return isSuccess ? Outcome.SUCCESS : isFailure ? Outcome.FAILURE : Outcome.SUCCESS_IF_ALLOWED;
    }

    private static Expectation expectation(Keys test) {
        Optional<String> verdict = test.word(EXPECT, VERDICTS);
        if (!test.has(EXPECT)) {
            String choice = Words.oneOf(VERDICTS.stream().map(Words::quoted).toList());
            test.problem("", Words.wrongShape("\"expect\"", choice, test.value(EXPECT)));
        }
        Optional<String> policy = test.text("policy");
        if (policy.isPresent() && test.has(RULE)) {
            test.problem("policy", TestFileWords.twoDeciders());
        }
        return new Expectation(
                verdict.flatMap(Verdict::of).orElse(Verdict.INVALID), rule(test), policy, test.text("reason"));
    }

    private static Optional<RuleId> rule(Keys test) {
        JsonNode rule = test.value(RULE);
        if (rule.isTextual()) {
            return Optional.of(RuleId.named(rule.textValue()));
        } else if (rule.isIntegralNumber() && rule.canConvertToInt() && rule.intValue() > 0) {
            return Optional.of(RuleId.numbered(rule.intValue()));
        } else if (test.has(RULE)) {
            test.problem(RULE, Words.wrongShape("\"rule\"", "a rule's name, or its number from 1", rule));
        }
        return Optional.empty();
    }

    /** Returns the call of a test; an empty table, which is reported, if there is none. */
    private static Keys call(Keys test) {
        String pointer = test.pointer() + "/" + CALL;
        JsonNode call = test.value(CALL);
        if (call.isObject()) {
            return new Keys(test.document(), "a call", pointer, call, test.problems());
        }
        test.problem(test.has(CALL) ? CALL : "", Words.wrongShape("\"call\"", "a table with \"tool\"", call));
        ObjectNode none = JsonNodeFactory.instance.objectNode().put("tool", "");
        return new Keys(test.document(), "a call", pointer, none, test.problems());
    }

    /** Reads a call. What it returns stands in the call of an {@code after}, or in the step of a sequence. */
    private static TestStep step(
            Keys call, Optional<ObjectNode> facts, Optional<Expectation> expected, Outcome outcome, Keys telling) {
        call.checkKeys(telling == call ? List.of(TOOL, ARGUMENTS, RESULT) : List.of(TOOL, ARGUMENTS));
        if (!call.has(TOOL)) {
            call.problem("", Words.wrongShape("\"tool\"", "the name of a tool", call.value(TOOL)));
        }
        String tool = call.text(TOOL).orElse("");
        JsonNode arguments = call.value(ARGUMENTS);
        if (call.has(ARGUMENTS) && !arguments.isTextual()) {
            arguments = call.object(ARGUMENTS).<JsonNode>map(object -> object).orElse(arguments);
        } else if (!call.has(ARGUMENTS)) {
            arguments = JsonNodeFactory.instance.objectNode();
        }
        telling.findDates(telling.value(RESULT), telling.pointer() + "/" + RESULT);
        Optional<JsonNode> result = Optional.of(telling.value(RESULT)).filter(JsonNode::isContainerNode);
        if (telling == call && call.has(RESULT) && result.isEmpty()) {
            call.problem(RESULT, Words.wrongShape("\"result\"", "a table or a list", call.value(RESULT)));
        }
        return new TestStep(call.document().valueAt(call.pointer()), tool, arguments, facts, expected, outcome, result);
    }
}
