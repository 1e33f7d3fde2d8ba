package dev.toolpolicy.test.policy.internal.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.write.TomlValue;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The claim that no call of some tools is decided in some way.
 *
 * @param name its name
 * @param tools names and patterns of tools
 * @param labels the labels that the session has, at least
 * @param facts conditions on facts that hold, at least
 * @param wrong the modes that no call may get
 * @param unless conditions; calls for which all of them hold are left out; empty to leave out none
 * @param countsRequirements whether calls of a tool with a requirement count as denied
 */
public record Claim(
        String name,
        List<String> tools,
        List<String> labels,
        List<Part> facts,
        Set<Mode> wrong,
        List<Part> unless,
        boolean countsRequirements) {
    /** The pattern that fits each tool. */
    public static final String ALL = "*";

    /**
     * A condition that is read for each tool.
     *
     * @param words the condition as it was written
     * @param in reads it as the one rule of a list, or tells why it doesn't fit
     */
    public record Part(String words, Function<RuleScope, CheckedRules> in) {
        /**
         * Creates a part from a condition of a file. One on a label is read as in a stricter rule, all others as in one
         * that allows.
         */
        public static Part written(JsonNode condition) {
            Mode mode = condition.has("label") ? Mode.ASK : Mode.ALLOW;
            return new Part(TomlValue.of(condition), scope -> RuleListReader.readCondition(scope, condition, mode));
        }

        /** Creates a part from the condition that a fact has a value, or fits the matchers of an object. */
        public static Part ofFact(String pointer, JsonNode value) {
            ObjectNode condition = JsonNodeFactory.instance.objectNode().put("fact", pointer);
            return written(
                    value instanceof ObjectNode matchers ? condition.setAll(matchers) : condition.set("const", value));
        }

        /** Creates a part from a condition of code. */
        public static Part of(Condition condition) {
            Mode mode = condition.label().isPresent() ? Mode.ASK : Mode.ALLOW;
            return new Part(
                    condition.toString(),
                    scope -> RuleListCheck.checkEach(scope, RuleList.of(RuleSpec.when(condition, mode))));
        }

        /** Returns the condition as a rule for a tool; empty if it doesn't fit. */
        public Optional<RuleSpec> rule(RuleScope scope) {
            CheckedRules read = in.apply(scope);
            return read.hasErrors()
                    ? Optional.empty()
                    : read.rules().map(list -> list.rules().get(0));
        }

        /** Returns why the condition doesn't fit a tool. */
        public String misfit(RuleScope scope) {
            return in.apply(scope).diagnostics().get(0).summary();
        }
    }

    /** Returns the rules that hold in each session with some labels. */
    public static List<RuleSpec> labelled(List<String> labels) {
        return labels.stream()
                .map(label -> RuleSpec.when(Condition.onLabel(label), Mode.ASK))
                .toList();
    }

    /** Returns a rule with the conditions of the claim's states, as a file has it. */
    public String words(String mode) {
        List<String> conditions = new ArrayList<>();
        labels.forEach(label -> conditions.add("{ label = \"" + label + "\" }"));
        facts.forEach(fact -> conditions.add(fact.words()));
        String first = conditions.get(0);
        return conditions.size() == 1
                ? first.substring(0, first.length() - 2) + ", mode = \"" + mode + "\" }"
                : "{ all = [" + String.join(", ", conditions) + "], mode = \"" + mode + "\" }";
    }
}
