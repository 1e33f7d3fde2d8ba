package dev.toolpolicy.processor.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;

/**
 * The facts about one tool in a report.
 *
 * @param name the name that models see
 * @param type the name of its record
 * @param description the description that models see
 * @param schema its parameters
 * @param run the rules for calls; empty if there is no list
 * @param result the rules for results; empty if there is no list
 * @param requires the requirements
 * @param findings the processor's diagnostics about it
 */
public record ReportTool(
        String name,
        String type,
        String description,
        ToolSchema schema,
        Optional<List<ReportRule>> run,
        Optional<List<ReportRule>> result,
        List<Requirement> requires,
        List<Diagnostic> findings) {

    /**
     * A rule in a report.
     *
     * @param rule the rule
     * @param witness the arguments of a call that the rule decides; empty if none is known
     */
    public record ReportRule(RuleSpec rule, Optional<JsonNode> witness) {}
}
