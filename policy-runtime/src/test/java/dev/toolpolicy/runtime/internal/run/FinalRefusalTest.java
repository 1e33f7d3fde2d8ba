package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.policy.QuotaPolicy;
import dev.toolpolicy.runtime.policy.Requirements;
import dev.toolpolicy.schema.ToolSchema;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A refusal that was made final while the call streamed, and a session in which the call would be allowed by now. */
class FinalRefusalTest {
    private final PolicySession session = PolicyEngine.builder()
            .tools(ToolCatalog.of(Stream.of("deploy", "test", "build")
                    .map(FinalRefusalTest::unattended)
                    .toList()))
            .policies(
                    QuotaPolicy.of(1, "deploy"), Requirements.require("deploy").after("test", "build"))
            .build()
            .session("s");

    private static DeclaredTool unattended(String name) {
        return DeclaredTool.of(name, ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW));
    }

    private ToolCallStream call(String tool) {
        return session.calls().call("c", tool).append("{}");
    }

    private void run(String tool) {
        assertThat(call(tool).finish())
                .satisfies(approved -> approved.approved().orElseThrow().succeeded(TextNode.valueOf("done")));
    }

    private static String reason(ToolCallOutcome outcome) {
        assertThat(outcome).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DENIED);
        return outcome.forModel();
    }

    @Test
    void reservationsOfTheLastCheckAreReleased() {
        ToolCallStream refused = call("deploy");
        refused.denyNow();
        run("test");
        run("build");
        assertThat(reason(refused.finish()))
                .startsWith("deploy can run only after build and test have succeeded in this session.");
        run("deploy");
        assertThat(reason(call("deploy").finish())).isEqualTo("deploy has used its quota of 1 call in this session.");
    }

    @Test
    void theRemainingDenialIsTheReason() {
        ToolCallStream refused = call("deploy");
        refused.denyNow();
        run("build");
        assertThat(reason(refused.finish()))
                .startsWith("deploy can run only after test has succeeded in this session.");
    }
}
