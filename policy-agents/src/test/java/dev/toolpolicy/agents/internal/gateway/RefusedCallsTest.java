package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call that the gateway refuses without the engine is recorded. */
final class RefusedCallsTest extends PlayedGateway {
    private final List<CallRecord> records = new CopyOnWriteArrayList<>();

    @Override
    PolicyEngineBuilder settings(PolicyEngineBuilder builder) {
        return super.settings(builder).onCall(records::add);
    }

    private void expect(String tool, String reason) {
        assertThat(toServer).isEmpty();
        assertThat(records).singleElement().satisfies(call -> {
            assertThat(call.session()).isEqualTo("s");
            assertThat(call.tool()).isEqualTo(tool);
            assertThat(call.verdict()).contains(CallRecord.Verdict.INVALID);
            assertThat(call.decision().orElseThrow().reason()).contains(reason);
        });
    }

    @Test
    void aToolThatTheServerDoesNotListIsRecorded() throws IOException {
        start();
        call(1, "invented", "a");
        take(toClient);
        expect("invented", "the server doesn't offer it");
    }

    @Test
    void aCallUnderAnIdThatIsOpenIsRecorded() throws IOException {
        start();
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"}");
        take(toServer);
        call(1, "read", "a");
        assertThat(answered(take(toClient))).isEqualTo("1 a request with this id is open");
        expect("read", "a request with this id is open");
    }

    @Test
    void aCallThatIsCancelledWhileTheServerListsItsToolsIsRecorded() throws IOException {
        playsLists = false;
        call(1, "read", "a");
        ObjectNode asked = take(toServer);
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        assertThat(answered(take(toClient))).isEqualTo("1 Not run: the client has cancelled it.");
        ObjectNode result = JSON.createObjectNode();
        result.putArray("tools").add(tool("read", "string"));
        gateway.fromServer(Message.response(asked.path("id"), result).toString());
        expect("read", "the client has cancelled it");
        assertThat(toClient).isEmpty();
    }

    @Test
    void aCallOnWhichTheGatewayFailsIsAnsweredAndLogged() throws IOException {
        start();
        tools.engine().close();
        call(1, "read", "a");
        assertThat(answered(take(toClient))).startsWith("1 The gateway failed: ");
        assertThat(log).singleElement().asString().startsWith("a call failed: java.lang.IllegalStateException: ");
        assertThat(toServer).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'id':1,'method':'tools/call','params':{'name':'read','arguments':{'path':'a','PATH':'b'}} | in case",
                "'id':1,'method':'Tools/Call','params':{'name':'read','arguments':{}} | must be exactly",
                "'id':1,'method':'tools/call','params':{'name':'read','Name':'drop'} | must be exactly",
                "'id':1,'method':'tools/call\\u0000','params':{'name':'read'} | must be exactly",
                "'id':1,'method':'\\u0000tools/call','params':{'name':'read'} | must be exactly",
                "'id':1,'method':'tools/call\\u0000x','params':{'name':'read'} | must be exactly",
                "'id':1,'method':'tools/call\\u00a0','params':{'name':'read'} | must be exactly",
                "'id':1,'method':'\\ufefftools/call','params':{'name':'read'} | must be exactly",
                "'id':1,'method':'tools//call/','params':{'name':'read'} | must be exactly",
                "'id':1,'method':'\\uff54ools/call','params':{'name':'read'} | must be exactly",
                "'id':1,'method':'tools\\u200b/call','params':{'name':'read'} | must be exactly",
                "'method':'tools/call','params':{'name':'read','arguments':{'path':'a'}} | with an id"
            })
    void aCallThatReadersCouldUnderstandDifferentlyIsRecorded(String call, String reason) throws IOException {
        start();
        gateway.fromClient("{\"jsonrpc\":\"2.0\"," + call.replace('\'', '"') + "}");
        expect("read", reason);
    }
}
