package dev.toolpolicy.test.policy.internal.coverage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.internal.load.LayerResults;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.test.policy.internal.run.Decided;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A part of a policy that can decide a call: a rule, a requirement or a limit.
 *
 * @param kind the kind
 * @param owner the tool, or the pattern of tools, that it stands under
 * @param tools the tools whose calls it can decide
 * @param number its number among those of its kind and owner, from 1
 * @param name the name of a rule that has one
 * @param words it in words
 * @param requirement the requirement that it is, if it is one
 * @param limit the limit that it is, if it is one
 * @param results what the results bring, if it is that
 */
public record Target(
        Kind kind,
        String owner,
        List<String> tools,
        int number,
        Optional<String> name,
        String words,
        Optional<Requirement> requirement,
        Optional<CallLimit> limit,
        List<ResultSpec> results) {
    /** The kinds of parts. */
    public enum Kind {
        RULE,
        REQUIREMENT,
        LIMIT,
        /** What the results of tools bring, which decides no call itself. */
        RESULTS
    }

    /** Creates a rule of a list, by its number from 1. */
    public static Target rule(SharedList list, int number) {
        RuleSpec rule = list.rules().rules().get(number - 1);
        String words = rule.describe();
        Optional<Requirement> none = Optional.empty();
        return new Target(
                Kind.RULE, list.owner(), list.names(), number, rule.name(), words, none, Optional.empty(), List.of());
    }

    /** Creates a requirement of a tool, by its number from 1. */
    static Target requirement(String tool, int number, Requirement requirement) {
        String words = "after " + String.join(", ", requirement.tools())
                + requirement
                        .key()
                        .map(key -> " with the same " + key.argument())
                        .orElse("");
        Optional<Requirement> it = Optional.of(requirement);
        return new Target(
                Kind.REQUIREMENT,
                tool,
                List.of(tool),
                number,
                Optional.empty(),
                words,
                it,
                Optional.empty(),
                List.of());
    }

    /** Creates a limit of a tool, or of all tools that fit a pattern, by its number from 1. */
    static Target limit(String owner, List<String> tools, int number, CallLimit limit) {
        Optional<CallLimit> it = Optional.of(limit);
        String words = limit.toString();
        return new Target(Kind.LIMIT, owner, tools, number, Optional.empty(), words, Optional.empty(), it, List.of());
    }

    /** Creates what the results of a tool bring, or of all tools that fit a pattern. */
    static Target results(LayerResults results, List<String> tools) {
        String words = results.entries().stream().map(ResultSpec::toString).collect(Collectors.joining("; else "));
        Optional<Requirement> none = Optional.empty();
        List<ResultSpec> entries = results.entries();
        return new Target(
                Kind.RESULTS, results.tool(), tools, 1, Optional.empty(), words, none, Optional.empty(), entries);
    }

    /** Returns whether this part made a decision on a call of a tool. */
    public boolean decided(String tool, Decided decided) {
        if (!tools.contains(tool)) {
            return false;
        }
        return switch (kind) {
            case RULE -> decided.isByRule() && decided.rule().getAsInt() == number;
            case REQUIREMENT ->
                decided.policy().equals(Optional.of("require:" + owner))
                        && isMissing(requirement.orElseThrow(), decided);
            case LIMIT ->
                decided.policy()
                        .filter(policy -> (policy + ":").startsWith("limit:" + owner + ":"))
                        .filter(limit -> words.equals(decided.metadata()
                                .getOrDefault("limit", NullNode.instance)
                                .asText()))
                        .isPresent();
            case RESULTS -> false;
        };
    }

    /** Returns whether a denial names a requirement's tools, with a key if it has one. */
    private static boolean isMissing(Requirement requirement, Decided decided) {
        boolean keyed = requirement.key().isPresent();
        JsonNode named = decided.metadata().get(keyed ? "prerequisites" : "missing");
        if (named == null) {
            return false;
        }
        return named.valueStream()
                .anyMatch(tool -> requirement.tools().stream().anyMatch(each -> ToolNames.fits(each, tool.asText())));
    }

    /** Returns it in words, such as {@code run_command: rule 2 "no-rm"}. */
    @Override
    public String toString() {
        String part = kind.name().toLowerCase(Locale.ROOT);
        if (kind == Kind.RESULTS) {
            return owner + ": " + part;
        }
        return owner + ": " + part + " " + number
                + name.map(known -> " \"" + known + "\"").orElse("");
    }
}
