package dev.toolpolicy.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;

/** Reads rule lists from configuration, with the place of each problem in it. Stateless. */
public final class RulesReader {

    private RulesReader() {}

    /**
     * The result of reading. Immutable.
     *
     * @param rules the rules, if each is right by itself; one that can never decide leaves the others usable
     * @param problems every problem, warnings among them
     */
    public record PlacedRules(Optional<RuleList> rules, List<PolicyProblem> problems) {
        /**
         * Checks and copies the components.
         *
         * @param rules the rules, if each is right by itself; one that can never decide leaves the others usable
         * @param problems every problem, warnings among them
         */
        public PlacedRules {
            problems = List.copyOf(problems);
        }

        /**
         * Returns the rules if they are usable.
         *
         * @return the rules
         * @throws InvalidPolicyException if one of the problems is an error
         */
        public RuleList orThrow() {
            if (rules.isEmpty()
                    || problems.stream().anyMatch(each -> each.diagnostic().isError())) {
                throw new InvalidPolicyException(problems);
            }
            return rules.get();
        }
    }

    /**
     * Reads and checks a rule list.
     *
     * @param schema the parameters of the tool it is about
     * @param node a mode's word or an array of rules
     * @param pointer where that stands, as a JSON Pointer; empty if it stands alone
     * @return the rules, or all that is wrong with them
     */
    public static PlacedRules read(ToolSchema schema, JsonNode node, String pointer) {
        return read(schema, node, pointer, PathReading.PLAIN);
    }

    /**
     * Reads and checks a rule list, for an engine that reads paths in its own way: which rules can decide depends on
     * it.
     *
     * @param schema the parameters of the tool it is about
     * @param written a mode's word or an array of rules
     * @param pointer where that stands, as a JSON Pointer; empty if it stands alone
     * @param paths how paths are read
     * @return the rules, or all that is wrong with them
     */
    static PlacedRules read(ToolSchema schema, JsonNode written, String pointer, PathReading paths) {
        CheckedRules checked = RuleListReader.read(schema, written, paths);
        List<PolicyProblem> problems = checked.diagnostics().stream()
                .map(problem -> new PolicyProblem(place(pointer, problem), problem))
                .toList();
        return new PlacedRules(checked.rules(), problems);
    }

    /** Returns the pointer of a problem in the list at a pointer. */
    static String place(String pointer, Diagnostic problem) {
        return pointer + problem.pointer();
    }
}
