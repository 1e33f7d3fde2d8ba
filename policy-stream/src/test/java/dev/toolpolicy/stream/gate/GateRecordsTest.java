package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.call;
import static dev.toolpolicy.stream.gate.Gates.delta;
import static dev.toolpolicy.stream.gate.Gates.response;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.run.PolicyStream;
import dev.toolpolicy.stream.run.Sent;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The records of calls at a gate: one for each, when it goes out or a text replaces it. */
class GateRecordsTest {
    private final List<CallRecord> records = Collections.synchronizedList(new ArrayList<>());
    private final GateSession session =
            GateSession.of(Gates.engine().onCall(records::add).build().session("s"));

    private void through(List<StreamChunk> response) {
        Gates.through(ToolGate.of(request -> session), StreamSettings.defaults(), response);
    }

    private static String words(CallRecord record) {
        CallRecord.Decision by = record.decision().orElseThrow();
        return record.callId() + " " + record.tool() + ": "
                + record.verdict().orElseThrow().word()
                + record.success().map(success -> success ? " well" : " badly").orElse("")
                + " by " + by.by().word()
                + (by.rule().isPresent() ? " " + (by.rule().getAsInt() + 1) : "")
                + by.policy().map(name -> " " + name).orElse("")
                + by.code().map(name -> " " + name).orElse("");
    }

    private List<String> recorded() {
        return records.stream().map(GateRecordsTest::words).toList();
    }

    @Test
    void eachCallIsRecordedOnceWithWhatDecided() {
        through(response(
                "tool_calls",
                call(0, "ping", "{}"),
                call(1, "write", "{\"path\":\".git/config\"}"),
                call(2, "write", "{\"path\":\"other\"}"),
                call(3, "deploy", "{}"),
                call(4, "format", "{}"),
                call(5, "read", "{\"path\":1}"),
                call(6, "search", "{}")));
        assertThat(recorded())
                .containsExactly(
                        "call_0 ping: ran by rule 1",
                        "call_1 write: denied by rule 2",
                        "call_2 write: declined by rule 4",
                        "call_3 deploy: denied by policy 1 require:deploy",
                        "call_4 format: invalid by validation unknown-tool",
                        "call_5 read: invalid by validation type-mismatch",
                        "call_6 search: denied by rule 1");
    }

    @Test
    void aSecondCallWithTheSameIdIsRecordedAsDeniedByTheGate() {
        through(response("tool_calls", call(0, "same", "ping", "{}"), call(1, "same", "test", "{}")));
        assertThat(recorded()).containsExactly("same ping: ran by rule 1", "same test: denied by gate");
    }

    @Test
    void aCutCallIsRecorded() {
        through(response("", List.of(delta(0, "c", "read", ""), delta(0, "", "", "{\"pa"))));
        assertThat(recorded()).containsExactly("c read: denied by gate");
    }

    @Test
    void aCallThatWaitsWhenTheClientLeavesIsRecorded() {
        List<StreamChunk> response = response(
                "tool_calls", List.of(delta(0, "c", "read", ""), delta(0, "", "", "{\"pa"), Gates.text("more")));
        PolicyStream stream =
                StreamRunner.of(ToolGate.of(request -> session)).open(Gates.REQUEST, new Sent(), () -> {});
        response.subList(0, 2).forEach(stream::push);
        stream.disconnect();
        assertThat(recorded()).containsExactly("c read: denied by gate");
    }

    @Test
    void aReportedSuccessIsNotASecondRecord() {
        GateSession believing = session.believing();
        Gates.through(
                ToolGate.of(request -> believing),
                StreamSettings.defaults(),
                response("tool_calls", call(0, "ping", "{}")));
        believing.succeeded("call_0", IntNode.valueOf(1));
        assertThat(recorded()).containsExactly("call_0 ping: ran by rule 1");
    }

    /** A call that was denied, and waits behind another one when the client leaves, keeps the reason. */
    @Test
    void aDenialThatNeverGoesOutKeepsItsReason() {
        PolicyStream stream =
                StreamRunner.of(ToolGate.of(request -> session)).open(Gates.REQUEST, new Sent(), () -> {});
        response(
                        "",
                        List.of(delta(0, "c", "read", ""), delta(0, "", "", "{\"pa")),
                        call(1, "write", "{\"path\":\".git/config\"}"),
                        call(2, "ping", "{}"))
                .forEach(stream::push);
        stream.disconnect();
        assertThat(recorded())
                .containsExactlyInAnyOrder(
                        "c read: invalid by validation truncated",
                        "call_1 write: denied by rule 2",
                        "call_2 ping: denied by gate");
    }

    /** Each choice has its own calls: the good end of one doesn't complete the calls of another. */
    @Test
    void aChoiceThatEndsWellCompletesItsOwnCallsOnly() {
        for (String reason : List.of("length", "other")) {
            records.clear();
            List<StreamChunk> response = List.of(
                    delta(0, "a" + reason, "ping", ""),
                    delta(0, "b", "test", "").withChoice(1),
                    Gates.finish(reason).withChoice(1),
                    Gates.finish("tool_calls"));
            Gates.through(
                    ToolGate.of(request -> session), StreamSettings.defaults().allowingChoices(), response);
            assertThat(recorded())
                    .hasSize(2)
                    .contains("a" + reason + " ping: ran by rule 1")
                    .noneMatch(record -> record.contains("test: ran"));
        }
    }

    /** That a call without text has no arguments is known when the response ends well, which may be long after the call. */
    @Test
    void callsWithoutTextWaitForAnEndThatIsWell() {
        List<StreamChunk> calls = List.of(
                delta(0, "call_0", "ping", ""),
                delta(0, "call_1", "ping", ""),
                delta(1, "call_2", "read", "{\"path\":\"a\"}"));
        assertThat(Gates.words(Gates.through(Gates.session(), response("tool_calls", calls))))
                .isEqualTo("<0 ping><1 ping><2 read>{\"path\":\"a\"}|tool_calls");
        assertThat(Gates.words(Gates.through(Gates.session(), response("length", calls))))
                .doesNotContain("<0 ping>", "<1 ping>");
    }

    /** A believed client reports a failure, which policies hear. */
    @Test
    void aReportedFailureReachesThePolicies() {
        List<String> heard = new ArrayList<>();
        GateSession believing = GateSession.of(
                        Gates.engine().policies(new Hearing(heard)).build().session("s"))
                .believing();
        Gates.through(
                ToolGate.of(request -> believing),
                StreamSettings.defaults(),
                response("tool_calls", call(0, "ping", "{}"), call(1, "ping", "{}")));
        believing.failed("call_0");
        assertThat(heard).containsExactly("call_0");
        believing.failed("call_0");
        believing.failed("unknown");
        assertThat(heard).containsExactly("call_0");
    }

    private record Hearing(List<String> heard) implements ToolPolicy {
        @Override
        public String name() {
            return "hearing";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.named(List.of("ping"));
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return PolicyDecision.allow();
        }

        @Override
        public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
            heard.add(call.id());
            return state;
        }
    }
}
