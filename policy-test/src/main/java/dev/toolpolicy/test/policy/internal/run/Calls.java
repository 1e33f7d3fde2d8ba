package dev.toolpolicy.test.policy.internal.run;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import java.util.Optional;

/** The execution of calls whose outcome a test tells. Stateless. */
public final class Calls {
    private Calls() {}

    /**
     * Runs a call, after an approval if it needs one, and tells the session its outcome.
     *
     * @param success whether the call succeeds
     * @return why it didn't run; empty if it ran
     */
    public static Optional<String> run(PolicySession session, String tool, Object arguments, boolean success) {
        CallResult result = session.guard("", tool, arguments)
                .run(
                        approved -> "done",
                        done -> success ? ToolResult.success(TextNode.valueOf(done)) : ToolResult.failure("failed"))
                .call();
        return result.began() ? Optional.empty() : Optional.of(result.kind().word() + ": " + result.forModel());
    }
}
