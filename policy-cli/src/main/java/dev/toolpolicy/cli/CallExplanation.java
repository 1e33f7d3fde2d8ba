package dev.toolpolicy.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.decision.Explanation;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.text.VisibleText;
import java.io.PrintStream;

/**
 * Explains one call: which rule decides it, what settled each rule, and what requirements and limits say in a session
 * without earlier calls.
 */
final class CallExplanation {
    private final ToolCatalog tools;
    private final PrintStream out;
    private final PrintStream errors;

    CallExplanation(ToolCatalog tools, PrintStream out, PrintStream errors) {
        this.tools = tools;
        this.out = out;
        this.errors = errors;
    }

    int run(CommandLine line) throws UsageException {
        if (line.words().size() != 3) {
            throw new UsageException(
                    "explain needs a file, a tool and arguments: explain FILE TOOL '{\"path\": \"src/a\"}'");
        }
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools)
                .configuration(line.configuration(line.words().get(0)))
                .paths(line.paths())
                .recordExplanations()
                .build();
        return explain(engine, line);
    }

    private int explain(PolicyEngine engine, CommandLine line) throws UsageException {
        String tool = line.words().get(1);
        if (engine.tools().find(tool).isEmpty()) {
            throw PolicyCommand.unknownTool(tool, engine.tools());
        }
        try (PolicySession session = engine.session("explain")) {
            ToolCallStream call = session.call("", tool).append(line.words().get(2));
            CallPreview preview = session.preview(tool, line.words().get(2));
            call.finish();
            if (preview.error().isPresent()) {
                errors.print(preview.error().get().words() + "\n");
                return PolicyCommand.PROBLEMS;
            }
            Explanation rules = call.explanation().orElseThrow();
            String origin = engine.origin(tool, "run").toString();
            if (line.json()) {
                printJson(tool, origin, rules, preview);
            } else {
                out.print(rules + "\nthe list: " + origin + "\n" + words(preview) + "\n");
            }
            return PolicyCommand.FINE;
        }
    }

    private void printJson(String tool, String origin, Explanation rules, CallPreview preview) {
        ObjectNode answer = rules.toJson().put("tool", tool).put("origin", origin);
        answer.put("verdict", verdict(preview));
        preview.denial()
                .ifPresent(denial -> answer.put("policy", denial.policy()).put("reason", denial.reason()));
        out.print(answer.toPrettyString() + "\n");
    }

    /** Returns the verdict of everything that decides in earnest. Nothing has happened in a new session. */
    private static String words(CallPreview preview) {
        return "in a session without earlier calls: " + verdict(preview)
                + preview.denial()
                        .map(denial -> ", by policy '" + denial.policy() + "': "
                                + VisibleText.line(denial.reason(), VisibleText.DETAIL))
                        .orElse(", by its rules");
    }

    private static String verdict(CallPreview preview) {
        return switch (preview.status()) {
            case WILL_RUN -> Mode.ALLOW.word();
            case DENIED -> Mode.DENY.word();
            case WILL_ASK, OPEN ->
                preview.decision()
                        .map(RuleDecision::mode)
                        .filter(mode -> mode == Mode.EDIT)
                        .orElse(Mode.ASK)
                        .word();
            case INVALID -> throw new IllegalArgumentException("an invalid call has no verdict");
        };
    }
}
