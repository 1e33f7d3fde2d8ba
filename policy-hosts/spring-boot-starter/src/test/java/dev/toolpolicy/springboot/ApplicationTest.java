package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.test.internal.EmptyCalls;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

/** A whole application: its model is a server that plays responses, its tools come from everywhere. */
@SuppressWarnings("removal") // Spring AI 1.1 has only these
class ApplicationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final boolean SPRING_AI_2 = ClassUtils.isPresent(
            "org.springframework.ai.chat.client.advisor.ToolCallingAdvisor", ApplicationTest.class.getClassLoader());
    private static final String[] ALL = {
        "read_file", "{'path':'docs/a.md'}",
        "read_file", "{'path':'docs/../keys'}",
        "delete_all", "{}",
        "remote_search", "{'query':'x'}",
        "remote_delete", "{'query':'x'}",
        "made_up", "{}"
    };

    private static ReplayServer server;
    private static ConfigurableApplicationContext app;
    private static ChatClient chat;

    @BeforeAll
    static void start() throws Exception {
        server = ReplayServer.start();
        app = Applications.start(
                App.class,
                server,
                "--management.endpoints.web.exposure.include=*",
                "--management.endpoint.health.show-details=always");
        chat = app.getBean(ChatClient.Builder.class).build();
    }

    @AfterAll
    static void stop() throws Exception {
        app.close();
        server.close();
    }

    @BeforeEach
    void forget() {
        App.RAN.clear();
        App.closed = false;
    }

    private static ChatClient.ChatClientRequestSpec asked(String conversation) {
        return chat.prompt("Do it.")
                .tools(app.getBean(App.FileTools.class))
                .toolCallbacks(App.remote())
                .advisors(each -> each.param(ChatMemory.CONVERSATION_ID, conversation));
    }

    private static String blocking(Replay... responses) {
        play(responses);
        return String.valueOf(asked("c1").call().content());
    }

    private static String streaming(Replay... responses) {
        play(responses);
        return String.join("", asked("c1").stream().content().collectList().block(PATIENCE));
    }

    private static List<Exchange> play(Replay... responses) {
        List<Exchange> exchanges = new ArrayList<>();
        for (Replay response : responses) {
            exchanges.add(server.play(response));
        }
        return exchanges;
    }

    @Test
    void aClosedApplicationRunsNothingBlockingOrStreaming() {
        App.closed = true;
        assertThat(blocking(Bodies.calls(ALL), Bodies.text("done"))).isEqualTo("done");
        assertThat(streaming(Bodies.streamedCalls(ALL), Bodies.streamedText("done")))
                .isEqualTo("done");
        assertThat(App.RAN).isEmpty();
    }

    @Test
    void aCallThatWasCutNeverRuns() {
        EmptyCalls.Format.CHAT.cut().forEach((name, body) -> {
            play(Replay.events(body));
            Exchange next = server.play(Bodies.streamedText("done"));
            try {
                asked("c1").stream().content().collectList().block(PATIENCE);
            } catch (RuntimeException e) {
                assertThat(App.RAN).as(name).isEmpty();
            }
            assertThat(App.RAN).as(name).isEmpty();
            if (next.sent() == 0) {
                drain();
            }
        });
    }

    @Test
    void aCompleteCallWithoutArgumentsRuns() {
        EmptyCalls.Format.CHAT.whole().forEach((name, body) -> {
            App.RAN.clear();
            assertThat(streaming(Replay.events(body), Bodies.streamedText("done")))
                    .as(name)
                    .isEqualTo("done");
            assertThat(App.RAN).as(name).containsExactly("list_files");
        });
    }

    /** Takes a response that nobody has asked for out of the server. */
    private static void drain() {
        try {
            get(server.uri() + "/drain");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void blockingCallsFollowThePolicies() {
        List<Exchange> exchanges = play(Bodies.calls(ALL), Bodies.text("done"));
        assertThat(asked("c1").call().content()).isEqualTo("done");
        check(exchanges);
    }

    @Test
    void streamedCallsFollowThePolicies() {
        List<Exchange> exchanges = play(Bodies.streamedCalls(ALL), Bodies.streamedText("done"));
        assertThat(asked("c1").stream().content().collectList().block(PATIENCE)).containsExactly("done");
        check(exchanges);
    }

    private static void check(List<Exchange> exchanges) {
        assertThat(App.RAN).containsExactly("read_file docs/a.md", "remote_search");
        String offered = exchanges.get(0).request(PATIENCE).body();
        assertThat(offered)
                .contains("\"read_file\"", "\"list_files\"", "\"remote_search\"")
                .doesNotContain("remote_delete", "delete_all");
        String told = exchanges.get(1).request(PATIENCE).body();
        assertThat(told).contains("text of docs/a.md", "remote_search did it", "Denied", "made_up");
        int last = -1;
        for (int call = 0; call < ALL.length / 2; call++) {
            int at = told.indexOf("\"tool_call_id\":\"call_" + call + "\"");
            assertThat(at).as("order of results").isGreaterThan(last);
            last = at;
        }
    }

    @Test
    void rulesSeeTheCallerAlsoOfAStream() {
        assertThat(streaming(Bodies.streamedCalls("read_file", "{'path':'keys'}"), Bodies.streamedText("no")))
                .isEqualTo("no");
        assertThat(App.RAN).isEmpty();
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("ann", "", "USER"));
        try {
            assertThat(streaming(Bodies.streamedCalls("read_file", "{'path':'keys'}"), Bodies.streamedText("done")))
                    .isEqualTo("done");
        } finally {
            SecurityContextHolder.clearContext();
        }
        play(Bodies.streamedCalls("read_file", "{'path':'keys'}"), Bodies.streamedText("done"));
        assertThat(asked("c1").stream()
                        .content()
                        .contextWrite(ReactiveSecurityContextHolder.withAuthentication(
                                new TestingAuthenticationToken("ann", "", "USER")))
                        .collectList()
                        .block(PATIENCE))
                .as("the caller of a reactive application")
                .containsExactly("done");
        assertThat(App.RAN).containsExactly("read_file keys", "read_file keys");
    }

    @Test
    void chatsWithoutAConversationShareNoSession() {
        play(Bodies.calls("list_files", "{}"));
        assertThatThrownBy(() -> chat.prompt("Do it.")
                        .tools(app.getBean(App.FileTools.class))
                        .call()
                        .content())
                .hasStackTraceContaining("has no conversation id");
        drain();
        assertThat(App.RAN).isEmpty();
    }

    @Test
    void aClientThatIsBuiltByHandIsNoWayAround() {
        ChatClient own = ChatClient.create(app.getBean(ChatModel.class));
        play(Bodies.calls("read_file", "{'path':'keys'}"));
        ChatClient.ChatClientRequestSpec asked = own.prompt("Do it.")
                .tools(app.getBean(App.FileTools.class))
                .toolContext(Map.of("toolpolicy.session", "c1"));
        if (SPRING_AI_2) {
            assertThatThrownBy(() -> asked.call().content())
                    .hasStackTraceContaining("would run without policies")
                    .hasStackTraceContaining("the application's ChatClient.Builder");
            drain();
        } else {
            play(Bodies.text("done"));
            assertThat(asked.call().content()).isEqualTo("done");
        }
        assertThat(App.RAN).isEmpty();
    }

    @Test
    void aToolFromTheResolverDoesntRunByItself() {
        var tool = app.getBean(ToolCallbackResolver.class).resolve("delete_all");
        assertThatThrownBy(() -> tool.call("{}")).hasMessageContaining("its call wasn't decided by the policies");
        assertThat(App.RAN).isEmpty();
    }

    @Test
    void theActuatorShowsPoliciesAndExplainsCalls() throws Exception {
        String shown = get(url("/actuator/toolpolicy"));
        assertThat(get(url("/actuator/toolpolicy/tools"))).contains("\"tools\" : {", "\"read_file\" : {");
        assertThat(shown)
                .contains("\"mode\":\"enforce\"", "\"name\":\"read_file\"", "tool-policy.toml:5:7", "-> deny")
                .contains(app.getBean(PolicyEngine.class).policyHash());
        assertThat(explained("read_file", "{'path':'docs/../x'}"))
                .contains("\"answer\":\"denied\"", "\"rule\":\"3: otherwise -> deny\"", "tool-policy.toml:5:7");
        assertThat(explained("read_file", "{'path':'docs/x'}")).contains("\"answer\":\"will_run\"");
        assertThat(explained("read_file", "{'path'")).contains("\"answer\":\"invalid\"");
        assertThat(explained("nothing", "{}")).contains("\"answer\":\"invalid\"");
        assertThat(get(url("/actuator/health")))
                .contains("\"toolPolicy\":{", "\"mode\":\"enforce\"", "\"status\":\"UP\"");
        assertThat(App.RAN).isEmpty();
    }

    @Test
    void callsAreMetersAndObservations() {
        blocking(Bodies.calls("read_file", "{'path':'keys'}"), Bodies.text("done"));
        MeterRegistry meters = app.getBean(MeterRegistry.class);
        assertThat(meters.get("tool.policy.calls")
                        .tag("tool", "read_file")
                        .tag("verdict", "denied")
                        .counter()
                        .count())
                .isPositive();
        assertThat(meters.get("tool.policy.call")
                        .tag("tool", "read_file")
                        .tag("result", "denied")
                        .timer()
                        .count())
                .isPositive();
        assertThat(meters.get("tool.policy.requests.open").gauge().value()).isZero();
    }

    private static String url(String path) {
        return "http://localhost:" + app.getEnvironment().getProperty("local.server.port") + path;
    }

    private static String get(String url) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url)));
    }

    private static String explained(String tool, String arguments) throws Exception {
        String body = "{\"tool\":\"" + tool + "\",\"arguments\":\"" + arguments.replace("'", "\\\"") + "\"}";
        return send(HttpRequest.newBuilder(URI.create(url("/actuator/toolpolicy")))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private static String send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient()
                .send(request.timeout(PATIENCE).build(), BodyHandlers.ofString())
                .body();
    }
}
