package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.policy.ReadBeforeWritePolicy;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A refusal that was made final while the call streamed, and a session in which the call would be allowed by now. */
class FinalRefusalTest {
    private final List<PolicyEvent> events = new ArrayList<>();
    private final PolicySession session = PolicyEngine.builder()
            .tools(ToolCatalog.of(Stream.of("deploy", "test", "build")
                    .map(FinalRefusalTest::unattended)
                    .toList()))
            .policies(LimitPolicy.quota(1, "deploy"), Policies.requires("deploy", "test", "build"))
            .onPolicyEvent(events::add)
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

    /** Whether the text breaks afterwards, or the denial would be lifted: listeners hear of the denial that stands. */
    @Test
    void aRefusalThatStandsIsReportedOnce() {
        for (boolean breaks : new boolean[] {true, false}) {
            events.clear();
            ToolCallStream refused = session.calls().call("c", "deploy").append("{");
            refused.denyNow();
            if (breaks) {
                refused.append("]");
            } else {
                refused.append("}");
                run("test");
                run("build");
            }
            assertThat(reason(refused.finish())).startsWith("deploy can run only after");
            assertThat(events)
                    .filteredOn(event -> event.kind() == PolicyEvent.Kind.DENIED)
                    .as("the text breaks: %s", breaks)
                    .singleElement()
                    .satisfies(event -> assertThat(event.tool()).isEqualTo("deploy"));
        }
    }

    /** Needs an approval, whatever the arguments are. */
    private static final ToolPolicy PERSON = new ToolPolicy() {
        @Override
        public String name() {
            return "person";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.everyTool();
        }

        @Override
        public ArgumentNeeds needs(String tool) {
            return ArgumentNeeds.none();
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return context.approved() ? PolicyDecision.allow() : PolicyDecision.deny("a person must approve");
        }
    };

    /** The policy that needs an approval is asked first, and the other one waits for an argument. */
    @Test
    void aDenialThatNoApprovalLiftsIsKnownWithItsArgument() {
        ToolSchema schema = ToolSchema.of(
                Parameter.required("content", ParameterType.string()),
                Parameter.required("path", ParameterType.path()));
        ToolCallStream call = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        unattended("read"), DeclaredTool.of("write", schema).withRun(RuleList.always(Mode.ALLOW)))))
                .policies(PERSON, ReadBeforeWritePolicy.of(List.of("read"), List.of("write")))
                .build()
                .session("s")
                .calls()
                .call("c", "write");
        call.append("{\"content\":\"x\",");
        assertThat(call.denial()).isPresent();
        assertThat(call.earlyDenial()).isEmpty();
        call.append("\"path\":\"a\",");
        assertThat(call.earlyDenial().map(ToolCallOutcome::forModel).orElse("")).contains("read");
    }
}
