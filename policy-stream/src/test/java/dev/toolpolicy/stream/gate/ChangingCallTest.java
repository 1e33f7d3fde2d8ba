package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.call;
import static dev.toolpolicy.stream.gate.Gates.delta;
import static dev.toolpolicy.stream.gate.Gates.response;
import static dev.toolpolicy.stream.gate.Gates.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.run.PolicyStream;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Calls whose id, session or rules change while their pieces arrive: what is judged is what the call is when it is
 * complete.
 */
class ChangingCallTest {
    private final List<StreamChunk> sent = new ArrayList<>();

    private PolicyStream open(GateSession session) {
        return StreamRunner.of(StreamSettings.defaults().checkingOutput(), List.of(ToolGate.of(r -> session)))
                .open(Gates.REQUEST, new Collecting(sent), () -> {});
    }

    @Test
    void aCallOfASessionThatIsClosedMeanwhileIsRefused() {
        PolicySession policy = Gates.engine().build().session("s");
        try (PolicyStream stream = open(GateSession.of(policy))) {
            stream.push(delta(0, "c", "read", "{\"path\":"));
            policy.close();
            stream.push(delta(0, "", "", "\"a\"}"));
            stream.push(Gates.finish("tool_calls"));
            stream.finish();
        }
        assertThat(words(sent)).doesNotContain("<0 read>");
    }

    @Test
    void aReloadMeanwhileDecides() {
        PolicyEngine engine = Gates.engine().build();
        try (PolicyStream stream = open(GateSession.of(engine.session("s")))) {
            stream.push(delta(0, "c", "read", "{\"path\":"));
            engine.reload(PolicyEngine.layer(Map.of("read", RuleList.of(RuleSpec.otherwise(Mode.DENY))), Map.of()));
            stream.push(delta(0, "", "", "\"a\"}"));
            stream.push(Gates.finish("tool_calls"));
            stream.finish();
        }
        assertThat(words(sent)).doesNotContain("<0 read>");
    }

    @Test
    void aRefusedDuplicateGivesBackItsQuota() {
        GateSession session = GateSession.of(
                Gates.engine().policies(LimitPolicy.quota(2, "read")).build().session("s"));
        ToolGate gate = ToolGate.of(r -> session);
        String first = words(Gates.through(
                gate,
                StreamSettings.defaults(),
                response(
                        "tool_calls",
                        call(0, "same", "read", "{\"path\":\"a\"}"),
                        call(1, "same", "read", "{\"path\":\"b\"}"))));
        assertThat(first).contains("same id");
        String second = words(Gates.through(
                gate, StreamSettings.defaults(), response("tool_calls", call(0, "x", "read", "{\"path\":\"c\"}"))));
        assertThat(second).startsWith("<0 read>");
    }

    private static List<StreamChunk> lateId(String id) {
        return List.of(delta(0, "", "read", "{\"path\":"), delta(0, id, "", "\"a\"}"), Gates.finish("tool_calls"));
    }

    private static ToolPolicy seeing(List<String> ids) {
        return new ToolPolicy() {
            @Override
            public String name() {
                return "seeing";
            }

            @Override
            public ToolSelector governs() {
                return ToolSelector.named(List.of("read"));
            }

            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                ids.add(call.id());
                return PolicyDecision.allow();
            }
        };
    }

    @Test
    void policiesSeeALateId() {
        List<String> ids = new ArrayList<>();
        GateSession session =
                GateSession.of(Gates.engine().policies(seeing(ids)).build().session("s"));
        String out = words(Gates.through(ToolGate.of(r -> session), StreamSettings.defaults(), lateId("x")));
        assertThat(out).startsWith("<0 read>");
        assertThat(ids).isNotEmpty().allMatch("x"::equals);
    }

    @Test
    void callsWithLateIdsCountEach() {
        GateSession session = GateSession.of(
                Gates.engine().policies(LimitPolicy.quota(1, "read")).build().session("s"));
        ToolGate gate = ToolGate.of(r -> session);
        assertThat(words(Gates.through(gate, StreamSettings.defaults(), lateId("x"))))
                .startsWith("<0 read>");
        assertThat(words(Gates.through(gate, StreamSettings.defaults(), lateId("y"))))
                .contains("quota");
    }

    @Test
    void aReportUnderALateIdCounts() {
        GateSession session =
                GateSession.of(Gates.engine().build().session("s")).believing();
        ToolGate gate = ToolGate.of(r -> session);
        List<StreamChunk> test = List.of(delta(0, "", "test", "{"), delta(0, "x", "", "}"), Gates.finish("tool_calls"));
        assertThat(words(Gates.through(gate, StreamSettings.defaults(), test))).startsWith("<0 test>");
        session.succeeded("x", BooleanNode.TRUE);
        assertThat(words(Gates.through(
                        gate, StreamSettings.defaults(), response("tool_calls", call(0, "d", "deploy", "{}")))))
                .startsWith("<0 deploy>");
    }

    @Test
    void aReportUnderALateIdCountsForNoOtherCall() {
        GateSession session =
                GateSession.of(Gates.engine().build().session("s")).believing();
        ToolGate gate = ToolGate.of(r -> session);
        assertThat(words(Gates.through(gate, StreamSettings.defaults(), lateId("x"))))
                .startsWith("<0 read>");
        assertThat(words(Gates.through(
                        gate, StreamSettings.defaults(), response("tool_calls", call(0, "x", "test", "{}")))))
                .startsWith("<0 test>");
        session.succeeded("x", TextNode.valueOf("what read returned"));
        assertThat(words(Gates.through(
                        gate, StreamSettings.defaults(), response("tool_calls", call(0, "d", "deploy", "{}")))))
                .contains("was removed");
    }

    @Test
    void policiesHearOnlyOfCompleteCalls() {
        List<String> ids = new ArrayList<>();
        ToolPolicy all = new ToolPolicy() {
            @Override
            public String name() {
                return "all";
            }

            @Override
            public ToolSelector governs() {
                return ToolSelector.named(List.of("write"));
            }

            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                ids.add(call.arguments().toString());
                return PolicyDecision.allow();
            }
        };
        try (PolicyStream stream =
                open(GateSession.of(Gates.engine().policies(all).build().session("s")))) {
            stream.push(delta(0, "c", "write", "{\"path\":\".git/config\",\"con"));
            assertThat(words(sent)).contains("Denied by this tool's policy");
        }
        assertThat(ids).isEmpty();
    }
}
