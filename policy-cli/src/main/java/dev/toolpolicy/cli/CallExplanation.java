package dev.toolpolicy.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.decision.Explanation;
import dev.toolpolicy.schema.ArgumentError;
import java.io.PrintStream;
import java.util.Optional;

/** Explains one call: which rule decides it, and what settled each rule. */
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
        ToolCallStream call =
                engine.session("explain").call("", tool).append(line.words().get(2));
        call.finish();
        Optional<ArgumentError> error = call.error();
        if (error.isPresent()) {
            errors.print("the arguments are invalid: " + error.get() + "\n");
            return PolicyCommand.PROBLEMS;
        }
        Explanation explanation = call.explanation().orElseThrow();
        String origin = engine.origin(tool, "run").toString();
        if (line.json()) {
            ObjectNode answer = explanation.toJson();
            out.print(answer.put("tool", tool).put("origin", origin).toPrettyString() + "\n");
        } else {
            out.print(explanation + "\nthe list: " + origin + "\n");
        }
        return PolicyCommand.FINE;
    }
}
