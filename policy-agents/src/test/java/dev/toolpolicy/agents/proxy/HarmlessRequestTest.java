package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.models.models.Model;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that pass unchanged, and those that only look like them. */
class HarmlessRequestTest {
    @Test
    void listsOfModelsAndCountsOfTokensPass() throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("allow", "allow").build())) {
            proxied.play(
                    Replay.json(
                            "{\"object\":\"list\",\"data\":[{\"id\":\"m-1\",\"object\":\"model\",\"created\":1,\"owned_by\":\"x\"}]}"));
            assertThat(proxied.openAi().models().list().items())
                    .extracting(Model::id)
                    .containsExactly("m-1");
            proxied.play(Replay.json("{\"input_tokens\":7}"));
            assertThat(proxied.post("/v1/messages/count_tokens", "{}").body()).isEqualTo("{\"input_tokens\":7}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/models/../chat/completions",
                "GET /v1/models/%2e%2e/chat/completions",
                "GET /v1/models//x",
                "GET /v1/models/a/b",
                "GET /v1/models/",
                "GET /v1/chat/completions",
                "POST /v1/models",
                "DELETE /v1/models/x",
                "POST /v1/messages/count_tokens/x",
                "GET /v1/messages/count_tokens",
            })
    void otherRequestsDoNotPass(String request) throws Exception {
        assertThat(status(request, "")).isBetween(400, 405);
    }

    @Test
    void aRequestThatNamesAnotherMethodIsRefused() throws Exception {
        assertThat(status("GET /v1/models", "X-HTTP-Method-Override: DELETE\r\n"))
                .isEqualTo(400);
        assertThat(status("GET /v1/models", "Content-Length: 2\r\n")).isEqualTo(400);
        assertThat(status("GET /v1/models", "Origin: https://evil.example\r\n")).isEqualTo(403);
    }

    /** Some servers take the path, or the method, that such a header names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Original-URL",
                "x-original-uri",
                "X-Rewrite-URL",
                "X_Rewrite_URL",
                "X-Forwarded-Prefix",
                "X-Forwarded-Path"
            })
    void noOtherPathGoesOn(String header) throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("allow", "allow").build())) {
            Exchange listed = proxied.play(Replay.json("{\"object\":\"list\",\"data\":[]}"));
            HttpRequest list = HttpRequest.newBuilder(URI.create(proxied.uri() + "/v1/models"))
                    .header(header, "/v1/responses/resp_1")
                    .build();
            assertThat(proxied.send(list).statusCode()).isEqualTo(200);
            assertThat(listed.request(Proxied.PATIENCE).header(header)).isEmpty();
            Exchange asked = proxied.play(Replay.json("{}"));
            proxied.post(Proxied.CHAT, "{}", header, "/v1/responses", "X-HTTP-Method-Override", "GET", "X-Other", "1");
            assertThat(asked.request(Proxied.PATIENCE).header(header)).isEmpty();
            assertThat(asked.request(Proxied.PATIENCE).header("X-HTTP-Method-Override"))
                    .isEmpty();
            assertThat(asked.request(Proxied.PATIENCE).header("X-Other")).contains("1");
        }
    }

    /** A server may take any of them. */
    @Test
    void severalContentTypesAreNone() throws IOException {
        String head = "Content-Length: 2\r\nContent-Type: application/json; x=y\r\n";
        assertThat(status("POST " + Proxied.CHAT, head + "Content-Type: text/plain\r\n"))
                .isEqualTo(415);
    }

    private static int status(String request, String headers) throws IOException {
        try (Proxied proxied = Proxied.of(Proxied.engine("allow", "allow").build())) {
            URI uri = proxied.uri();
            try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
                String text = request + " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\n" + headers
                        + "Connection: close\r\n\r\n{}";
                socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                return Integer.parseInt(answer.split(" ")[1]);
            }
        }
    }
}
