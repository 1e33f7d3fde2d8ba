package dev.toolpolicy.test.policy.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import java.util.Optional;

/** The execution of calls whose outcome a test tells. Stateless. */
public final class Calls {
    private static final ToolResult FAILED = ToolResult.failure("failed");

    private Calls() {}

    /** Returns the result of a call that fails, or that succeeds and returns something. */
    public static ToolResult outcome(boolean success, Optional<? extends JsonNode> returned) {
        return success
                ? ToolResult.success(returned.<JsonNode>map(value -> value).orElse(TextNode.valueOf("done")))
                : FAILED;
    }

    /**
     * Runs a call, after an approval if it needs one, and tells the session its outcome.
     *
     * @param outcome what becomes of the call
     * @return why it didn't run; empty if it ran
     */
    public static Optional<String> run(PolicySession session, String tool, Object arguments, ToolResult outcome) {
        CallResult result = session.guard("", tool, arguments)
                .run(approved -> outcome, done -> done)
                .call();
        return result.began() ? Optional.empty() : Optional.of(result.kind().word() + ": " + result.forModel());
    }
}
