package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.call;
import static dev.toolpolicy.stream.gate.Gates.response;
import static dev.toolpolicy.stream.gate.Gates.session;
import static dev.toolpolicy.stream.gate.Gates.text;
import static dev.toolpolicy.stream.gate.Gates.through;
import static dev.toolpolicy.stream.gate.Gates.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.run.StreamSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A gate session counts the calls that went out, and believes the client only if it is told to. */
class GateSessionTest {

    @Test
    void noMoreThanSomeCallsAreRemembered() {
        GateSession session = session().believing();
        ToolGate gate = ToolGate.of(request -> session);
        List<StreamChunk> many = new ArrayList<>(call(0, "test", "{}"));
        for (int i = 1; i <= GateSession.MOST_OPEN; i++) {
            many.addAll(call(i, "ping", "{}"));
        }
        many.add(Gates.finish("tool_calls"));
        through(gate, StreamSettings.defaults(), many);
        session.succeeded("call_0", IntNode.valueOf(1));
        assertThat(words(through(gate, StreamSettings.defaults(), response("tool_calls", call(0, "deploy", "{}")))))
                .contains("was removed");
    }

    @Test
    void reportsOfClientsSatisfyNothingUnlessBelieved() {
        List<StreamChunk> test = response("tool_calls", call(0, "test", "{}"));
        List<StreamChunk> deploy = response("tool_calls", call(0, "deploy", "{}"));
        for (boolean believed : List.of(false, true)) {
            GateSession session = believed ? session().believing() : session();
            ToolGate gate = ToolGate.of(request -> session);
            through(gate, StreamSettings.defaults(), test);
            session.failed("call_0");
            assertThat(words(through(gate, StreamSettings.defaults(), deploy)))
                    .contains("was removed")
                    .doesNotContain("<");
            through(gate, StreamSettings.defaults(), response("tool_calls", call(0, "call_1", "test", "{}")));
            session.succeeded("call_7", IntNode.valueOf(1));
            assertThat(words(through(gate, StreamSettings.defaults(), deploy))).contains("was removed");
            session.succeeded("call_1", IntNode.valueOf(1));
            session.succeeded("call_1", IntNode.valueOf(1));
            assertThat(words(through(gate, StreamSettings.defaults(), deploy)))
                    .startsWith(believed ? "<0 deploy>{}" : "The call of");
        }
        assertThat(words(through(ToolGate.of(request -> session()), deploy))).contains("was removed");
    }

    @Test
    void aCallThatWasLetThroughCountsThoughNothingIsSaidOfIt() {
        GateSession session = GateSession.of(
                Gates.engine().policies(LimitPolicy.quota(2, "ping")).build().session("s"));
        ToolGate gate = ToolGate.of(request -> session);
        List<StreamChunk> ping = response("tool_calls", call(0, "ping", "{}"));
        assertThat(words(through(gate, StreamSettings.defaults(), ping))).isEqualTo("<0 ping>{}|tool_calls");
        assertThat(words(through(gate, StreamSettings.defaults(), ping))).isEqualTo("<0 ping>{}|tool_calls");
        assertThat(words(through(gate, StreamSettings.defaults(), ping))).contains("was removed");
    }

    @Test
    void withoutASessionNothingGoesThrough() {
        RuntimeException gone = new IllegalStateException("no session");
        ToolGate gate = ToolGate.of(request -> {
            throw gone;
        });
        assertThatThrownBy(() -> through(gate, response("stop", List.of(text("a")))))
                .isSameAs(gone);
        var session = Gates.engine().build().session("s");
        ToolGate closed = ToolGate.of(request -> GateSession.of(session));
        session.close();
        assertThatThrownBy(() -> through(closed, response("tool_calls", call(0, "ping", "{}"))))
                .hasMessage("session \"s\" is closed");
    }
}
