package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attacks on what is told of calls: by listeners and in logs. */
class AuditAttacksTest {
    private final List<PolicyEvent> events = new ArrayList<>();

    private PolicyEngineBuilder deploying() {
        DeclaredTool deploy = DeclaredTool.of("deploy", ToolSchema.of()).withRun(RuleList.always(Mode.ASK));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(deploy, DeclaredTool.of("test", ToolSchema.of()))))
                .policies(Policies.requires("deploy", "test"))
                .onPolicyEvent(events::add);
    }

    @Test
    void aCallThatWouldBeAskedAboutAndIsDeniedIsHeardOfOnce() {
        PolicySession alone = deploying().build().session("s");
        assertThat(alone.calls().call("a", "deploy").append("{}").finish())
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.DENIED);

        Desk desk = new Desk();
        PolicySession asked = deploying().permission(desk.settings()).build().session("s");
        assertThat(asked.calls()
                        .call("b", "deploy")
                        .append("{}")
                        .conclude()
                        .toCompletableFuture()
                        .join())
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.DENIED);
        assertThat(desk.heard()).as("no request is opened").isEmpty();
        assertThat(events).extracting(PolicyEvent::callId).containsExactly("a", "b");
        assertThat(events).allSatisfy(event -> assertThat(event.kind()).isEqualTo(PolicyEvent.Kind.DENIED));
    }

    @Test
    void namesThatAProviderChoseWriteNoLineOfTheirOwn() {
        String forged = "c\nWARNING: \u001b[2Jall is well\u2028\u202e\u0085";
        ToolCall call = new ToolCall(forged, "tool", JsonNodeFactory.instance.objectNode());
        assertThat(call).hasToString("tool#c\\nWARNING: \\u001b[2Jall is well\\u2028\\u202e\\u0085");
        assertThat(deploying().build().session("s").calls().call(forged, "test"))
                .hasToString("test#c\\nWARNING: \\u001b[2Jall is well\\u2028\\u202e\\u0085");
        assertThat(new ToolCall("x".repeat(100_000), "tool", JsonNodeFactory.instance.objectNode()).toString())
                .hasSizeLessThan(300);
        String whole = "\ud83d\ude00".repeat(200);
        assertThat(new ToolCall(whole, "tool", JsonNodeFactory.instance.objectNode()))
                .hasToString("tool#" + "\ud83d\ude00".repeat(60) + "...");
    }
}
