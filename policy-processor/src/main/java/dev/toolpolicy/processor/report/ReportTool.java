package dev.toolpolicy.processor.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;

/**
 * What a report says of one tool. Immutable.
 *
 * @param name its name to models
 * @param type its record
 * @param description what it does
 * @param schema its parameters
 * @param run how a call may run; empty if nothing is said
 * @param result how a result is delivered; empty if nothing is said
 * @param requires what must have succeeded before
 * @param findings what the processor has to say about it
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
     * Checks and copies the components.
     *
     * @param name its name to models
     * @param type its record
     * @param description what it does
     * @param schema its parameters
     * @param run how a call may run; empty if nothing is said
     * @param result how a result is delivered; empty if nothing is said
     * @param requires what must have succeeded before
     * @param findings what the processor has to say about it
     */
    public ReportTool {
        run = run.map(List::copyOf);
        result = result.map(List::copyOf);
        requires = List.copyOf(requires);
        findings = List.copyOf(findings);
    }

    /**
     * One rule.
     *
     * @param rule the rule
     * @param witness arguments of a call that it decides, if one is known
     */
    public record ReportRule(RuleSpec rule, Optional<JsonNode> witness) {}
}
