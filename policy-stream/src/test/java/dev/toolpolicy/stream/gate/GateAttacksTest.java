package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.call;
import static dev.toolpolicy.stream.gate.Gates.delta;
import static dev.toolpolicy.stream.gate.Gates.finish;
import static dev.toolpolicy.stream.gate.Gates.response;
import static dev.toolpolicy.stream.gate.Gates.through;
import static dev.toolpolicy.stream.gate.Gates.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.run.StreamSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Attacks by providers and clients at the gate. */
class GateAttacksTest {
    private final GateSession session = Gates.session().believing();

    private String deploy() {
        return words(through(
                ToolGate.of(request -> session),
                StreamSettings.defaults(),
                response("tool_calls", call(0, "deploy", "deploy", "{}"))));
    }

    private void test(String id) {
        through(
                ToolGate.of(request -> session),
                StreamSettings.defaults(),
                response("tool_calls", call(0, id, "test", "{}")));
    }

    @Test
    void aResultThatWasToldBeforeItsCallIsNotTheCalls() {
        session.succeeded("call_0", IntNode.valueOf(1));
        test("call_0");
        session.succeeded("call_0", IntNode.valueOf(1));
        assertThat(deploy()).contains("was removed");
    }

    @Test
    void theSuccessOfAnEarlierCallIsNotThatOfTheNextWithItsId() {
        test("call_0");
        session.failed("call_0");
        test("call_0");
        session.succeeded("call_0", IntNode.valueOf(1));
        assertThat(deploy()).contains("was removed");
        test("call_1");
        session.succeeded("call_1", IntNode.valueOf(1));
        assertThat(deploy()).startsWith("<0 deploy>");
    }

    @Test
    void ofTwoCallsWithOneIdTheFirstGoesOutAndTheResultIsIts() {
        assertThat(words(through(
                        ToolGate.of(request -> session),
                        StreamSettings.defaults(),
                        response("tool_calls", call(0, "same", "ping", "{}"), call(1, "same", "test", "{}")))))
                .isEqualTo("<0 ping>{}The call of \"test\" was removed from this response. An earlier call has the same"
                        + " id.|tool_calls");
        session.succeeded("same", IntNode.valueOf(1));
        assertThat(deploy()).contains("was removed");
    }

    @Test
    void anIdLongerThanAnyProvidersIsNotKept() {
        String id = "x".repeat(100_000);
        test(id);
        session.succeeded(id, IntNode.valueOf(1));
        assertThat(deploy()).contains("was removed");
    }

    @Test
    void textBehindAnUnfinishedCallEndsTheResponse() {
        assertThat(heldBehindACall(ToolGate.of(request -> session), 63))
                .startsWith("<0 ping>{x")
                .endsWith("|tool_calls");
        assertThat(heldBehindACall(ToolGate.of(request -> session), 65))
                .isEqualTo("This response was ended: more than 67108864 characters wait for a call that isn't"
                        + " complete.|stop");
    }

    @Test
    void theLimitOfWaitingTextIsASetting() {
        ToolGate small = ToolGate.of(request -> session).holding(2_200_000);
        assertThat(heldBehindACall(small.keepingIndexes(), 2)).endsWith("|tool_calls");
        assertThat(heldBehindACall(small.allowingProviderTools(Set.of()), 3))
                .isEqualTo("This response was ended: more than 2200000 characters wait for a call that isn't"
                        + " complete.|stop");
        assertThatThrownBy(() -> small.holding(0)).hasMessage("what a gate holds must be positive, was 0");
    }

    /** So many Mi characters behind a call that is whole after them. */
    private String heldBehindACall(ToolGate gate, int count) {
        List<StreamChunk> all = new ArrayList<>(List.of(delta(0, "c", "ping", "{")));
        all.addAll(Collections.nCopies(count, StreamChunk.text("x").withRaw("y".repeat(1 << 20))));
        all.addAll(List.of(delta(0, "", "", "}"), finish("tool_calls")));
        return words(through(gate, StreamSettings.defaults().deferringCalls(), all));
    }

    @Test
    void sentTextNoLongerCountsAsWaiting() {
        StreamChunk padding = StreamChunk.text("x").withRaw("y".repeat(1 << 20));
        List<StreamChunk> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.addAll(call(i, "ping", "{}"));
            all.addAll(Collections.nCopies(40, padding));
        }
        all.add(finish("tool_calls"));
        assertThat(words(through(ToolGate.of(request -> session), StreamSettings.defaults(), all)))
                .startsWith("<0 ping>{}x")
                .endsWith("|tool_calls");
    }

    @Test
    void aTextBetweenCallsTakesNoneOfThemWithIt() {
        assertThat(words(through(
                        session,
                        response(
                                "tool_calls",
                                call(0, "ping", "{}"),
                                List.of(Gates.text("a")),
                                call(1, "ping", "{}"),
                                List.of(Gates.text("b"))))))
                .isEqualTo("<0 ping>{}a<1 ping>{}b|tool_calls");
    }

    @Test
    void denialsByTheOtherReadingAreReported() {
        List<PolicyEvent> events = new ArrayList<>();
        ToolPolicy named = new ToolPolicy() {
            @Override
            public String name() {
                return "named";
            }

            @Override
            public ToolSelector governs() {
                return ToolSelector.named(List.of("search"));
            }

            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                return call.arguments().has("where") ? PolicyDecision.allow() : PolicyDecision.deny("where?");
            }
        };
        GateSession gated = GateSession.of(Gates.engine()
                .policies(named)
                .onPolicyEvent(events::add)
                .run("search", RuleList.always(Mode.ALLOW))
                .build()
                .session("s"));
        assertThat(words(through(
                        ToolGate.of(request -> gated),
                        StreamSettings.defaults(),
                        response("tool_calls", call(0, "search", "{}")))))
                .contains("was removed", "where?");
        assertThat(events)
                .singleElement()
                .satisfies(event -> assertThat(event.policy()).isEqualTo("named"));
    }
}
