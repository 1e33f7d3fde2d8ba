package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.Until;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that a web page makes a browser send, and sessions that requests name. */
class ProxyRequestsTest {
    private static final JsonMapper JSON = new JsonMapper();

    private static String post(URI proxy, String headers) throws IOException {
        try (Socket socket = new Socket(proxy.getHost(), proxy.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("POST /v1/chat/completions HTTP/1.1\r\n" + headers
                                    + "Content-Type: application/json\r\n"
                                    + "Content-Length: 2\r\n"
                                    + "Connection: close\r\n\r\n"
                                    + "{}")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "Host: evil.com", "Host: evil.com:PORT", "Host: 127.0.0.1:PORT|Origin: http://evil.com",
                        "Host: 127.0.0.1:PORT|Origin: null",
                "Host: 127.0.0.1:PORT|Host: evil.com", "Host: 127.0.0.1:1", "X-None: 1",
                        "Host: localhost:PORT|Origin: http://127.0.0.1:PORT",
                "Host: mine.example.evil.com:PORT",
            })
    void aRequestThatNamesAnotherServerIsRefused(String headers) throws Exception {
        try (Proxied proxied = Proxied.of(
                PolicyEngine.builder().build(), settings -> settings.withHostNames(Set.of("mine.example")))) {
            Exchange never = proxied.play(Replay.json("{}"));
            assertThat(post(proxied.uri(), lines(headers, proxied))).contains(" 403 ");
            assertThat(never.sent()).isZero();
        }
    }

    private static String lines(String headers, Proxied proxied) {
        return headers.replace("PORT", Integer.toString(proxied.uri().getPort()))
                        .replace("|", "\r\n") + "\r\n";
    }

    @ParameterizedTest
    @CsvSource({
        "Host: 127.0.0.1:PORT",
        "Host: localhost:PORT",
        "Host: LocalHost:PORT",
        "Host: [::1]:PORT",
        "Host: localhost:PORT|Origin: http://localhost:PORT",
        "Host: mine.example:PORT",
        "Host: MINE.example",
    })
    void aRequestThatNamesThisOneIsServed(String headers) throws Exception {
        try (Proxied proxied = Proxied.of(
                PolicyEngine.builder().build(), settings -> settings.withHostNames(Set.of("Mine.Example")))) {
            proxied.play(Replay.json(
                    "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}"));
            assertThat(post(proxied.uri(), lines(headers, proxied))).contains(" 200 ");
        }
    }

    /** A tool's type, its name, a path and a content type, which a client or an upstream chose. */
    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "\u001b[2J", "abc\u202egnp", "a\u2028b", "x123456789"})
    void untrustedTextInAnswersIsOneShortVisibleLine(String text) throws Exception {
        String hostile = text.repeat(2000);
        ObjectNode body = JSON.createObjectNode();
        body.putArray("tools").addObject().put("type", hostile).put("name", hostile);
        String json = JSON.writeValueAsString(body);
        String path = "/v1/" + URLEncoder.encode(hostile.substring(0, 200), StandardCharsets.UTF_8);
        try (Proxied proxied = Proxied.of(PolicyEngine.builder().build(), settings -> settings)) {
            proxied.play(Replay.json("{}").withHeader("Content-Encoding", "y".repeat(5000)));
            for (String answer : List.of(
                    send(proxied, "/v1/chat/completions", "application/json", json),
                    send(proxied, "/v1/messages", "application/json", json),
                    send(proxied, "/v1/chat/completions", "x".repeat(5000), "{}"),
                    send(proxied, "/v1/chat/completions", "application/json", "{}"),
                    send(proxied, path, "application/json", "{}"))) {
                String message =
                        JSON.readTree(answer).path("error").path("message").textValue();
                assertThat(message).startsWith("Tool Policy: ").hasSizeLessThan(700);
                assertThat(VisibleText.line(message)).isEqualTo(message);
            }
        }
    }

    private static String send(Proxied proxied, String path, String type, String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(proxied.uri().resolve(path))
                                .header("Content-Type", type)
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** A policy that breaks when a session begins, in any way. */
    @Test
    void aRequestOnWhichTheServiceFailsIsAnswered() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        PolicyEngine engine = PolicyEngine.builder()
                .policies(new ToolPolicy() {
                    @Override
                    public String name() {
                        return "broken";
                    }

                    @Override
                    public ToolSelector governs() {
                        return ToolSelector.everyTool();
                    }

                    @Override
                    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                        return PolicyDecision.allow();
                    }

                    @Override
                    public JsonNode initialState() {
                        if (failure.get() != null) {
                            ProxyRequestsTest.<RuntimeException>sneak(failure.get());
                        }
                        return NullNode.getInstance();
                    }
                })
                .build();
        try (Proxied proxied = Proxied.of(engine)) {
            for (Throwable each : List.of(
                    new IllegalStateException("broken"),
                    new NoClassDefFoundError("broken"),
                    new Exception("broken"),
                    new StackOverflowError("broken"),
                    new InternalError("broken"))) {
                failure.set(each);
                HttpResponse<String> response = proxied.post(Proxied.CHAT, "{}");
                assertThat(response.statusCode()).as("%s", each).isEqualTo(500);
                assertThat(response.body())
                        .contains("the proxy failed on this request")
                        .doesNotContain("broken");
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }

    /** The session of a request without a name can't be named again, so the store doesn't keep it. */
    @Test
    @Timeout(60)
    void nothingStaysOfARequestWithoutASessionName() throws Exception {
        SessionStore store = SessionStore.inMemory();
        ToolSchema any = new ToolSchema(ParameterType.mapOf(ParameterType.any()));
        PolicyEngine engine = PolicyEngine.builder()
                .sessions(SessionSettings.inMemory().withStore(store))
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("go", any).withRun(RuleList.always(Mode.ALLOW)))))
                .policies(LimitPolicy.quota(1, "go"))
                .build();
        String body =
                "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\","
                    + "\"type\":\"function\",\"function\":{\"name\":\"go\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}";
        try (Proxied proxied = Proxied.of(engine)) {
            for (int i = 0; i < 3; i++) {
                proxied.play(Replay.json(body));
                assertThat(proxied.post(Proxied.CHAT, "{}").body()).contains("\"tool_calls\":[");
            }
            Until.met(
                    "the proxy deletes it after the answer",
                    () -> store.find("", "", false, 10).isEmpty());
            for (boolean first : new boolean[] {true, false}) {
                proxied.play(Replay.json(body));
                String sent = proxied.post(Proxied.CHAT, "{}", ProxySettings.SESSION, "s")
                        .body();
                assertThat(sent.contains("\"tool_calls\":[")).isEqualTo(first);
            }
            assertThat(store.find("", "", false, 10))
                    .extracting(SessionStore.Part::session)
                    .containsOnly("s");
        }
    }
}
