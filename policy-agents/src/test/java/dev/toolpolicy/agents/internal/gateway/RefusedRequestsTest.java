package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.event.CallRecord;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A gateway over HTTP, before a server that refuses requests or is gone. */
final class RefusedRequestsTest extends PlayedHttpGateway {
    /** The protocol says that a client begins a new session at 404, and asks for rights at 401. */
    @Test
    void aCallThatTheServerRefusesHasItsStatusAndSatisfiesNothing() throws Exception {
        initialize();
        calls = (exchange, call) -> refuse(exchange, 401, "<p>N\u00e3o</p>");
        HttpResponse<String> response = send("read", "a");
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(JSON.readTree(response.body()).at("/error/message").asText()).contains("status 401");
        calls = (exchange, call) -> refuse(exchange, 404, LOST.replace("\"error\"", "\"x\":1,\"error\""));
        response = send("read", "a");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"error\":{\"code\":-32001,\"message\":\"Session not"
                        + " found\"}}");
        assertThat(ends).as("failed, not unknown").containsExactly("Optional[false]", "Optional[false]");
        calls = (exchange, call) -> json(exchange, result(call.path("id"), "done"));
        assertThat(text(call("write", "a"))).contains("read");
        initialize();
        assertThat(text(call("write", "a"))).contains("read");
    }

    /** A proxy's time limit may have passed after the call had its effect, and so may a program behind the server. */
    @Test
    void aStatusThatMayFollowAnEffectLeavesTheOutcomeUnknown() throws Exception {
        initialize();
        for (int status : List.of(408, 424, 460, 499, 500, 302)) {
            ends.clear();
            calls = (exchange, call) -> refuse(exchange, status, LOST);
            HttpResponse<String> response = send("read", "a");
            assertThat(response.statusCode()).as("at %d", status).isEqualTo(200);
            assertThat(response.body())
                    .as("at %d", status)
                    .contains("before it answered")
                    .doesNotContain("\"error\"");
            assertThat(ends).as("at %d", status).containsExactly("Optional.empty");
        }
        for (int status : List.of(400, 403, 409, 413, 421, 422, 425, 429, 431, 451)) {
            ends.clear();
            calls = (exchange, call) -> refuse(exchange, status, LOST);
            assertThat(send("read", "a").statusCode()).isEqualTo(status);
            assertThat(ends).as("at %d", status).containsExactly("Optional[false]");
        }
        calls = (exchange, call) -> json(exchange, result(call.path("id"), "done"));
        assertThat(text(call("write", "a")))
                .as("no such call meets a requirement")
                .contains("read");
    }

    @Test
    void aRequestThatTheServerRefusesHasItsStatusAndError() throws Exception {
        listStatus = 404;
        for (HttpResponse<String> response :
                List.of(post("{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"tools/list\"}"), send("read", "a"))) {
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(JSON.readTree(response.body()).path("id").asText()).isEqualTo("c");
            assertThat(JSON.readTree(response.body()).has("error")).isTrue();
        }
        assertThat(received).noneMatch(each -> each.startsWith("{"));
        listStatus = 200;
        assertThat(text(call("read", "a"))).isEqualTo("done");
    }

    @Test
    void aCallIsRecordedWhoseToolTheServerDoesNotList() throws Exception {
        listStatus = 401;
        assertThat(send("read", "a").statusCode()).isEqualTo(401);
        server.stop(0);
        assertThat(send("read", "b").statusCode()).isEqualTo(502);
        assertThat(records).hasSize(2).allSatisfy(call -> {
            assertThat(call.callId()).isEqualTo("\"c\"");
            assertThat(call.tool()).isEqualTo("read");
            assertThat(call.verdict()).contains(CallRecord.Verdict.INVALID);
            assertThat(call.decision().orElseThrow().reason()).contains("can't be reached, or has refused");
        });
    }

    @Test
    void aServerThatCantBeReachedIsSaid() throws Exception {
        server.stop(0);
        HttpResponse<String> response = post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(JSON.readTree(response.body()).path("id").asInt()).isEqualTo(1);
        assertThat(response.body()).contains("can't be reached");
        assertThat(received).last().asString().startsWith("a request ended: ").doesNotContain("null");
    }

    @Test
    void aPortInUseIsNamed() {
        int port = gateway.uri().getPort();
        assertThatThrownBy(() -> HttpGateway.start(port, gateway.uri(), tools()))
                .hasMessageContaining("port " + port + " is in use");
    }
}
