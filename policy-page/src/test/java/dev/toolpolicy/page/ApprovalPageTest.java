package dev.toolpolicy.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.examples.tools.release.RunTests;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.permission.PermissionSettings;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import dev.toolpolicy.runtime.turn.ToolTurn;
import dev.toolpolicy.runtime.turn.TurnSettings;
import dev.toolpolicy.schema.NormalPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page's server: whom it answers, and what answers it takes. */
@Timeout(60)
class ApprovalPageTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String PUSH = "{\"force\":false,\"branch\":\"main\"}";

    private ApprovalPage page;
    private PolicySession session;

    @BeforeEach
    void open() throws IOException {
        page = ApprovalPage.open(0);
        session = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .permission(page)
                .build()
                .session("s-1");
    }

    @AfterEach
    void close() {
        session.close();
        page.close();
    }

    private CompletableFuture<ToolCallOutcome> call(String tool, String arguments) {
        return session.call("c", tool).append(arguments).conclude().toCompletableFuture();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(page.address().resolve(path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> answer(String json) throws Exception {
        return send(request("answer")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    /** The cards that are on the board once there is one that a test wants. */
    private JsonNode card(String start) throws Exception {
        HttpResponse<Stream<String>> events =
                CLIENT.send(request("events").build(), HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> lines = events.body()) {
            for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
                String line = each.next();
                if (line.startsWith("data: {")) {
                    JsonNode card = JSON.readTree(line.substring(6));
                    if (card.path("title").asText().startsWith(start)) {
                        return card;
                    }
                }
            }
        }
        throw new AssertionError("the events ended");
    }

    private static String reply(JsonNode card, String answer) {
        return JSON.createObjectNode()
                .put("prompt", card.path("prompt").asLong())
                .put("revision", card.path("revision").asInt())
                .put("answer", answer)
                .put("reason", "not today")
                .toString();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"approve", "approve-seen", "approve-remember"})
    void anApprovalLetsTheCallRun(String how) throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make\"}");
        JsonNode card = card("Run bash?");
        assertThat(card.path("parameters").get(0).path("value").asText()).isEqualTo("\"make\"");
        assertThat(answer(reply(card, how)).statusCode()).isEqualTo(200);
        assertThat(get(outcome)).isInstanceOf(ToolCallOutcome.Approved.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"decline", "decline-remember", "decline-all"})
    void aRefusalIsTheUsersAndSaysWhy(String how) throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make\"}");
        assertThat(answer(reply(card("Run bash?"), how)).statusCode()).isEqualTo(200);
        assertThat(get(outcome))
                .isInstanceOfSatisfying(
                        ToolCallOutcome.Declined.class,
                        declined -> assertThat(declined.reason()).contains("not today"));
    }

    @Test
    void editedArgumentsRunAndWrongOnesComeBackToBeMended() throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make\"}");
        String wrong = "{\"command\": 7}";
        JsonNode card = card("Run bash?");
        answer(JSON.createObjectNode()
                .put("prompt", card.path("prompt").asLong())
                .put("revision", 1)
                .put("answer", "edit")
                .put("text", wrong)
                .toString());
        JsonNode again = card("Run bash?");
        assertThat(again.path("problem").asText()).contains("/command");
        assertThat(again.path("text").asText()).isEqualTo(wrong);
        answer(JSON.createObjectNode()
                .put("prompt", again.path("prompt").asLong())
                .put("revision", 1)
                .put("answer", "edit")
                .put("text", "{\"command\": \"make all\"}")
                .toString());
        assertThat(get(outcome))
                .isInstanceOfSatisfying(
                        ToolCallOutcome.Approved.class,
                        approved -> assertThat(approved.call()
                                        .arguments()
                                        .path("command")
                                        .asText())
                                .isEqualTo("make all"));
    }

    @Test
    void whatWasSeenIsApprovedAndWhatCameSinceIsAskedAgain() throws Exception {
        ToolCallStream call = session.call("c", "fs_create_file").append("{\"path\":\"notes.txt\",");
        JsonNode first = card("Run fs_create_file?");
        assertThat(first.path("missing").asText()).isEqualTo("Still to come: content");
        assertThat(first.findValuesAsText("answer"))
                .contains("approve-seen", "wait", "approve")
                .doesNotContain("edit");
        CompletableFuture<ToolCallOutcome> outcome =
                call.append("\"content\":\"rm -rf\"}").conclude().toCompletableFuture();
        assertThat(answer(reply(first, "approve-seen")).statusCode()).isEqualTo(200);
        JsonNode second = card("Run fs_create_file?");
        assertThat(second.path("parameters").get(1).path("value").asText()).isEqualTo("\"rm -rf\"");
        assertThat(outcome).isNotDone();
        answer(reply(second, "approve-seen"));
        assertThat(get(outcome)).isInstanceOf(ToolCallOutcome.Approved.class);
    }

    @Test
    void aPathIsShownAsItCountsAndWhatDecidedIsMarked() throws Exception {
        page.showing(ToolCatalog::load);
        CompletableFuture<ToolCallOutcome> outcome =
                call("fs_read_file", "{\"path\":\"src/../.env\",\"start_line\":1}");
        JsonNode card = card("Run fs_read_file?");
        assertThat(card.path("reason").asText()).startsWith("rule 1 (/path prefix");
        assertThat(card.path("parameters").toString())
                .isEqualTo("[{\"name\":\"path\",\"value\":\"\\\"src/../.env\\\" (= \\\".env\\\")\","
                        + "\"decided\":true},{\"name\":\"start_line\",\"value\":\"1\",\"decided\":false}]");
        answer(reply(card, "decline"));
        get(outcome);
    }

    @Test
    void pathsAreShownInTheFormInWhichTheEngineJudgesThem() throws Exception {
        page.showing(ToolCatalog::load).judging(NormalPath.Form.PLAIN.inWorkspace("/ws"));
        CompletableFuture<ToolCallOutcome> outcome = call("fs_read_file", "{\"path\":\"/ws/.env\"}");
        assertThat(card("Run fs_read_file?")
                        .path("parameters")
                        .get(0)
                        .path("value")
                        .asText())
                .isEqualTo("\"/ws/.env\" (= \".env\")");
        session.close();
        get(outcome);
    }

    @Test
    void callsAreSeenArrivingAndThenWithTheirTimeline() throws Exception {
        session.onProgress(page::progress);
        ToolHandlers tools = ToolHandlers.of(
                        ToolCatalog.of(List.of(ToolCatalog.load().find("test").orElseThrow())))
                .handle("test", RunTests.class, (arguments, running) -> "2 passed")
                .build();
        ToolTurn turn = session.turn(tools, TurnSettings.defaults().withListener(page));
        turn.start(0, "c", "test");
        turn.append(0, "{\"suite\":\"un\u202eit");
        JsonNode arriving = card("test");
        assertThat(arriving.path("kind").asText()).isEqualTo("call");
        assertThat(arriving.path("parameters").get(0).path("value").asText())
                .isEqualTo("\"un\\u202eit\" ... 5 characters so far");
        turn.append(0, "\"}");
        turn.finish(ResponseEnd.COMPLETE);
        JsonNode result = card("Show the result of test?");
        assertThat(result.path("resultTitle").asText() + ": "
                        + result.path("result").asText())
                .isEqualTo("It returned: \"2 passed\"");
        answer(reply(result, "decline"));
        JsonNode over = card("test (session s-1)");
        assertThat(over.path("kind").asText()).isEqualTo("record");
        assertThat(over.path("outcome").asText()).isEqualTo("ran");
        assertThat(over.findValuesAsText("text")).last().asString().startsWith("result withheld");
        assertThat(over.findValuesAsText("text")).first().asString().startsWith("started at character 0");
        assertThat(over.findValuesAsText("text")).anyMatch(each -> each.startsWith("ran at character"));
        assertThat(over.findValuesAsText("at")).first().asString().isEqualTo("+0.000 s");
    }

    @Test
    void anAnswerCountsOnceAndForItsPromptAlone() throws Exception {
        CompletableFuture<ToolCallOutcome> first = call("bash", "{\"command\":\"make\"}");
        JsonNode card = card("Run bash?");
        CompletableFuture<ToolCallOutcome> second = call("bash", "{\"command\":\"make install\"}");
        assertThat(answer(reply(card, "approve-seen")).statusCode()).isEqualTo(200);
        assertThat(answer(reply(card, "approve-seen")).statusCode()).isEqualTo(409);
        assertThat(get(first)).isInstanceOf(ToolCallOutcome.Approved.class);
        assertThat(second).isNotDone();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|409",
                "[]|409",
                "nothing|400",
                "{\"prompt\":1}{}|400",
                "{\"answer\":\"approve\",\"answer\":\"decline\"}|400"
            })
    void whatIsNoAnswerIsNone(String json, int status) throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make\"}");
        card("Run bash?");
        assertThat(answer(json).statusCode()).isEqualTo(status);
        assertThat(outcome).isNotDone();
    }

    @ParameterizedTest
    @CsvSource({"yes,1", "approve,0", "approve,2", "approve,-1", "'',1"})
    void anAnswerSaysWhatWasSeenAndWhatIsWanted(String kind, int revision) throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make\"}");
        JsonNode card = card("Run bash?");
        HttpResponse<String> response = answer(JSON.createObjectNode()
                .put("prompt", card.path("prompt").asLong())
                .put("revision", revision)
                .put("answer", kind)
                .toString());
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(outcome).isNotDone();
    }

    @Test
    void aFormOfAnotherPageIsNoAnswer() throws Exception {
        call("bash", "{\"command\":\"make\"}");
        String approve = reply(card("Run bash?"), "approve");
        assertThat(send(request("answer").POST(HttpRequest.BodyPublishers.ofString(approve)))
                        .statusCode())
                .isEqualTo(415);
        assertThat(send(request("answer")
                                .header("Content-Type", "text/plain")
                                .POST(HttpRequest.BodyPublishers.ofString(approve)))
                        .statusCode())
                .isEqualTo(415);
        assertThat(send(request("answer").GET()).statusCode()).isEqualTo(404);
    }

    @Test
    void nobodyComesInWithoutTheToken() throws Exception {
        String wrong = "http://127.0.0.1:" + page.address().getPort() + "/";
        for (String path :
                List.of("", "events", "answer", "page.js", "0".repeat(32) + "/", "0".repeat(32) + "/events")) {
            HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(wrong + path)));
            assertThat(response.statusCode()).as(path).isEqualTo(403);
            assertThat(response.body()).isEqualTo("Open the address that the program printed, with its token.");
        }
    }

    @Test
    void twoPagesHaveTwoTokens() throws IOException {
        try (ApprovalPage other = ApprovalPage.open(0)) {
            assertThat(other.address().getPath())
                    .isNotEqualTo(page.address().getPath())
                    .hasSize(34);
        }
    }

    /** A page of somebody else that a browser shows, or a name that somebody made to point here. */
    @ParameterizedTest
    @CsvSource({
        "Host: evil.example,403",
        "Host: 127.0.0.1,403",
        "Host: 127.0.0.1:PORT,200",
        "Host: localhost:PORT,200",
        "Host: 127.0.0.1:PORT; Origin: http://evil.example,403",
        "Host: 127.0.0.1:PORT; Origin: null,403",
        "Host: 127.0.0.1:PORT; Origin: http://localhost:PORT,403",
        "Host: 127.0.0.1:PORT; Origin: http://127.0.0.1:PORT,200",
        "Host: 127.0.0.1:PORT; Host: evil.example,403"
    })
    void othersAreKeptOut(String headers, int status) throws IOException {
        String port = String.valueOf(page.address().getPort());
        List<String> answered = raw("GET " + page.address().getPath() + " HTTP/1.1\r\n"
                + headers.replace("; ", "\r\n").replace("PORT", port) + "\r\nConnection: close\r\n\r\n");
        assertThat(answered.get(0)).startsWith("HTTP/1.1 " + status);
    }

    private List<String> raw(String request) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), page.address().getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            List<String> lines = new ArrayList<>();
            new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .forEach(lines::add);
            return lines;
        }
    }

    @Test
    void everythingSaysThatItIsNotToBeFramedStoredOrMixedWithOthers() throws Exception {
        for (String path : List.of("", "page.js", "page.css", "nothing")) {
            HttpResponse<String> response = send(request(path));
            assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
                    .contains("default-src 'none'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        }
    }

    @Test
    void aPortThatIsTakenIsSaidWithWhatToDo() {
        int port = page.address().getPort();
        assertThatThrownBy(() -> ApprovalPage.open(port))
                .isInstanceOf(IOException.class)
                .hasMessage("port " + port + " is in use: choose another, or 0 for any that is free");
    }

    @Test
    void closingDeclinesWhatIsOpen() throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make\"}");
        card("Run bash?");
        page.close();
        assertThat(get(outcome))
                .isInstanceOfSatisfying(
                        ToolCallOutcome.Declined.class,
                        declined -> assertThat(declined.reason()).contains("closed"));
    }

    /** The moment at which a prompt is withdrawn, and the page has yet to hear of that. */
    @Test
    void anAnswerThatIsNotUsedIsNotSaidToBeAnswered() throws Exception {
        BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
        AtomicBoolean holding = new AtomicBoolean();
        Executor threads = task -> {
            if (holding.get()) {
                held.add(task);
            } else {
                CompletableFuture.runAsync(task);
            }
        };
        PolicySession closing = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .permission(PermissionSettings.of(page).on(threads))
                .build()
                .session("s-2");
        CompletableFuture<ToolCallOutcome> asked = closing.call("c", "bash")
                .append("{\"command\":\"make\"}")
                .conclude()
                .toCompletableFuture();
        HttpRequest approval = request("answer")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(reply(card("Run bash?"), "approve")))
                .build();
        holding.set(true);
        closing.close();
        List<CompletableFuture<HttpResponse<String>>> answers = List.of(
                CLIENT.sendAsync(approval, HttpResponse.BodyHandlers.ofString()),
                CLIENT.sendAsync(approval, HttpResponse.BodyHandlers.ofString()));
        CompletableFuture.anyOf(answers.get(0), answers.get(1)).get(20, TimeUnit.SECONDS);
        CompletableFuture<HttpResponse<String>> second =
                answers.get(answers.get(0).isDone() ? 0 : 1);
        CompletableFuture<HttpResponse<String>> first = answers.get(second == answers.get(0) ? 1 : 0);
        assertThat(get(second).body()).startsWith("Somebody else has answered this");
        assertThat(first).isNotDone();
        holding.set(false);
        for (Runnable task = held.poll(); task != null; task = held.poll()) {
            task.run();
        }
        assertThat(get(first).statusCode()).isEqualTo(409);
        assertThat(get(first).body()).isEqualTo("This question is no longer open; your answer was not used.");
        assertThat(get(asked)).isInstanceOf(ToolCallOutcome.Declined.class);
    }

    @Test
    void aPromptThatIsWithdrawnIsGone() throws Exception {
        ToolCallStream call = session.call("c", "git_push").append(PUSH.substring(0, PUSH.length() - 1));
        assertThat(call.denial()).isPresent();
        CompletableFuture<ToolCallOutcome> asked = call("bash", "{\"command\":\"make\"}");
        JsonNode card = card("Run bash?");
        session.close();
        assertThat(get(asked)).isInstanceOf(ToolCallOutcome.Declined.class);
        while (!answer(reply(card, "nothing")).body().startsWith("This question is no longer open")) {
            Thread.onSpinWait(); // the page hears of it on another thread
        }
        HttpResponse<String> late = answer(reply(card, "approve"));
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).isEqualTo("This question is no longer open; your answer was not used.");
    }
}
