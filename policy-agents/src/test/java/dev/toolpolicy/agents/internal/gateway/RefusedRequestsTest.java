package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        assertThatThrownBy(() -> HttpGateway.start(port, gateway.uri(), tools(), received::add))
                .hasMessageContaining("port " + port + " is in use");
    }
}
