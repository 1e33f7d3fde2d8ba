package dev.toolpolicy.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.Browser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page over stored requests, mounted in a service that knows its users by a header or a cookie. */
@Timeout(120)
class StoredApprovalPageTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HOSTILE = "<img src=x onerror=\\\"document.title='broken'\\\">\\u202egpj";
    private static final ToolCatalog TOOLS = ToolCatalog.of(List.of(DeclaredTool.of(
                    "pay",
                    ToolSchema.of(
                            Parameter.required("amount", ParameterType.integer()),
                            Parameter.optional("to", ParameterType.string())))
            .withRun(RuleList.always(Mode.EDIT))));

    private final SessionStore store = SessionStore.inMemory();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server;
    private PolicyEngine engine;

    @BeforeEach
    void start() throws IOException {
        start(settings().withApprovers((approval, who) -> !who.equals("eve")));
    }

    private SessionSettings settings() {
        return SessionSettings.inMemory().withStore(store).withStoredApprovals(Duration.ofHours(1));
    }

    private void start(SessionSettings settings) throws IOException {
        engine = PolicyEngine.builder().tools(TOOLS).sessions(settings).build();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/ops/approvals/",
                StoredApprovalPage.of(
                                settings,
                                exchange -> Optional.ofNullable(
                                                exchange.getRequestHeaders().getFirst("User"))
                                        .or(() -> Optional.ofNullable(exchange.getRequestHeaders()
                                                        .getFirst("Cookie"))
                                                .map(cookie -> cookie.replace("user=", ""))))
                        .checkedBy(engine));
        server.createContext("/login", exchange -> {
            exchange.getResponseHeaders().set("Set-Cookie", "user=ann; Path=/");
            exchange.getResponseHeaders().set("Location", "/ops/approvals/");
            exchange.sendResponseHeaders(303, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String asked(String arguments) {
        return engine.session("user-42")
                .execute("c" + arguments.hashCode(), "pay", arguments, handlers())
                .approval()
                .orElseThrow();
    }

    private static ToolHandlers handlers() {
        return ToolHandlers.builder(TOOLS)
                .otherwise((arguments, call) -> "paid " + arguments)
                .build();
    }

    private String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private HttpResponse<String> send(String method, String path, String body, Map<String, String> headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin() + "/ops/approvals/" + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode list(String user) throws Exception {
        return JSON.readTree(send("GET", "requests", "", Map.of("User", user)).body());
    }

    private HttpResponse<String> answer(String user, String token, String origin, JsonNode card, String rest)
            throws Exception {
        String body = "{\"id\":" + card.path("id") + ",\"digest\":" + card.path("digest") + "," + rest + "}";
        return send(
                "POST",
                "answer",
                body,
                Map.of(
                        "User",
                        user,
                        "X-Tool-Policy-Token",
                        token,
                        "Origin",
                        origin,
                        "Content-Type",
                        "application/json"));
    }

    private Approval.Status status(String id) {
        return engine.approvals().find(id).orElseThrow().status();
    }

    @Test
    void severalPeopleAnswerAndTheFirstCounts() throws Exception {
        String id = asked("{\"amount\":7}");
        JsonNode ann = list("ann");
        JsonNode bob = list("bob");
        JsonNode card = ann.path("pending").get(0);
        assertThat(card.path("parameters").toString()).contains("amount", "7");
        assertThat(answer("ann", ann.path("token").asText(), origin(), card, "\"answer\":\"approve\"")
                        .statusCode())
                .isEqualTo(200);
        assertThat(answer("bob", bob.path("token").asText(), origin(), card, "\"answer\":\"decline\"")
                        .body())
                .contains("can't be answered: its status is granted");
        assertThat(engine.approvals().find(id).orElseThrow().by()).contains("ann");
        assertThat(list("bob").path("others").get(0).path("by").asText()).isEqualTo("ann");
        assertThat(engine.session("user-42").calls().resume(id, handlers()).kind())
                .isEqualTo(CallResult.Kind.RAN);
        assertThat(list("bob").path("others").get(0).path("status").asText()).isEqualTo("ran");
    }

    @Test
    void aCardSaysWhichTextsOfOthersAreTheReason() throws Exception {
        ToolCatalog tools = ToolCatalog.of(List.of(DeclaredTool.of("send", ToolSchema.of())
                .withRun(RuleList.of(
                        RuleSpec.when(Condition.onLabel("untrusted"), Mode.ASK), RuleSpec.otherwise(Mode.ALLOW)))));
        PolicyEngine sending =
                PolicyEngine.builder().tools(tools).sessions(settings()).build();
        sending.session("s").addLabels("untrusted").guard("c", "send", "{}").run(arguments -> "sent");
        assertThat(list("ann").path("pending").get(0).path("reason").asText())
                .contains("the session has read untrusted text");
    }

    @Test
    void whatIsntThePageItselfAnswersNothing() throws Exception {
        String id = asked("{\"amount\":7}");
        JsonNode page = list("ann");
        JsonNode card = page.path("pending").get(0);
        String token = page.path("token").asText();
        String yes = "\"answer\":\"approve\"";
        assertThat(send("GET", "requests", "", Map.of()).statusCode()).isEqualTo(403);
        assertThat(send("GET", "", "", Map.of()).statusCode()).isEqualTo(403);
        assertThat(answer("ann", token, "http://evil.example", card, yes).statusCode())
                .as("another origin")
                .isEqualTo(403);
        assertThat(answer("ann", token, "null", card, yes).statusCode()).isEqualTo(403);
        assertThat(answer("ann", "0".repeat(64), origin(), card, yes).statusCode())
                .as("a forged token")
                .isEqualTo(403);
        assertThat(answer("bob", token, origin(), card, yes).statusCode())
                .as("another person's token")
                .isEqualTo(403);
        assertThat(answer("eve", list("eve").path("token").asText(), origin(), card, yes)
                        .statusCode())
                .as("one who may not")
                .isEqualTo(403);
        assertThat(send(
                                "POST",
                                "answer",
                                "id=" + id,
                                Map.of(
                                        "User",
                                        "ann",
                                        "X-Tool-Policy-Token",
                                        token,
                                        "Origin",
                                        origin(),
                                        "Content-Type",
                                        "application/x-www-form-urlencoded"))
                        .statusCode())
                .as("a form")
                .isEqualTo(415);
        JsonNode other =
                JSON.readTree(card.toString().replace(card.path("digest").asText(), "0".repeat(64)));
        assertThat(answer("ann", token, origin(), other, yes).body())
                .as("another digest")
                .contains("isn't the one that was shown");
        assertThat(status(id)).isEqualTo(Approval.Status.PENDING);
        HttpResponse<String> html = send("GET", "", "", Map.of("User", "ann"));
        assertThat(html.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(html.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("frame-ancestors 'none'");
    }

    @Test
    void anotherNodeTakesAnswersOfThisOnesPage() throws Exception {
        String id = asked("{\"amount\":7}");
        JsonNode page = list("ann");
        JsonNode card = page.path("pending").get(0);
        stop();
        start();
        SessionSettings elsewhere =
                settings().withStore(SessionStore.inMemory()).withApprovers((approval, who) -> true);
        StoredApprovalPage.Request request = new StoredApprovalPage.Request(
                "GET", "requests", Optional.of("ann"), header -> Optional.empty(), new byte[0]);
        JsonNode other =
                JSON.readTree(StoredApprovalPage.of(elsewhere).respond(request).body());
        String yes = "\"answer\":\"approve\"";
        assertThat(answer("ann", other.path("token").asText(), origin(), card, yes)
                        .statusCode())
                .as("a token of a page over another store")
                .isEqualTo(403);
        assertThat(answer("ann", page.path("token").asText(), origin(), card, yes)
                        .statusCode())
                .isEqualTo(200);
        assertThat(status(id)).isEqualTo(Approval.Status.GRANTED);
    }

    @Test
    void anEditThatCanNotRunIsRefusedWithTheProblem() throws Exception {
        String id = asked("{\"amount\":7}");
        JsonNode page = list("ann");
        JsonNode card = page.path("pending").get(0);
        HttpResponse<String> refused = answer(
                "ann",
                page.path("token").asText(),
                origin(),
                card,
                "\"answer\":\"edit\",\"text\":\"{\\\"amount\\\":\\\"x\\\"}\"");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body())
                .startsWith("Your edit was not used: invalid arguments")
                .contains("/amount");
        assertThat(status(id)).isEqualTo(Approval.Status.PENDING);
    }

    @Test
    void withoutASettingOfWhoMayItTakesNoAnswers() throws Exception {
        stop();
        start(settings());
        String id = asked("{\"amount\":7}");
        JsonNode page = list("ann");
        assertThat(answer(
                                "ann",
                                page.path("token").asText(),
                                origin(),
                                page.path("pending").get(0),
                                "\"answer\":\"approve\"")
                        .body())
                .contains("No one may answer here");
        assertThat(status(id)).isEqualTo(Approval.Status.PENDING);
    }

    /** By clicks in a real browser, on a desk's width and on a phone's. */
    @Test
    void aPersonAnswersInABrowserAndOnAPhone(@TempDir Path folder) throws Exception {
        Optional<Path> chromium = Browser.installed();
        Assumptions.assumeTrue(chromium.isPresent(), "there is no chromium on the PATH");
        String declined = asked("{\"amount\":1,\"to\":\"" + HOSTILE + "\"}");
        try (Browser browser = Browser.start(chromium.get(), folder)) {
            browser.open(URI.create(origin() + "/login"), URI.create(origin() + "/ops/approvals/"));
            browser.await("document.title === '(1) Approvals'");
            assertThat(browser.text("#requests")).contains("<img src=x", "\\u202e", "Look closely");
            browser.click("#requests input");
            browser.type("not to him");
            String edited = asked("{\"amount\":7}");
            browser.await("document.title === '(2) Approvals'");
            assertThat(browser.eval("document.querySelector('#requests input').value")
                            .asText())
                    .as("what a person types stays")
                    .isEqualTo("not to him");
            keep(browser, folder, "stored-approvals.png");
            browser.width(390, 844);
            assertThat(browser.eval("document.documentElement.scrollWidth <= 390")
                            .asBoolean())
                    .as("nothing to scroll sideways")
                    .isTrue();
            keep(browser, folder, "stored-approvals-phone.png");
            browser.click("#requests article [data-answer=decline]");
            browser.await("document.querySelectorAll('#requests article').length === 1");
            browser.click("#requests summary");
            browser.eval("document.querySelector('#requests textarea').value = '{\"amount\": true}'");
            browser.click("#requests [data-answer=edit]");
            browser.await("document.querySelector('#unused').innerText.includes('invalid arguments')");
            assertThat(browser.eval("document.querySelector('#requests textarea').value")
                            .asText())
                    .as("an edit that can't run stays, to be corrected")
                    .isEqualTo("{\"amount\": true}");
            browser.eval("document.querySelector('#requests textarea').value = '{\"amount\": 3}'");
            browser.click("#requests [data-answer=edit]");
            browser.await(
                    "document.title === 'Approvals' && document.querySelectorAll('#records article').length === 2");
            assertThat(engine.approvals().find(declined).orElseThrow().reason()).contains("not to him");
            CallResult ran = engine.session("user-42").calls().resume(edited, handlers());
            assertThat(ran.forModel()).isEqualTo("paid {\"amount\":3}");
            browser.await("document.querySelector('#records .good').innerText === 'ran'");
            assertThat(engine.approvals().list(ApprovalQuery.pending())).isEmpty();
        }
    }

    /** The second click of a double click must not approve the request that takes the place of the first. */
    @Test
    void aRequestThatMovesUpTakesNoClickThatWasMeantForAnother(@TempDir Path folder) throws Exception {
        Optional<Path> chromium = Browser.installed();
        Assumptions.assumeTrue(chromium.isPresent(), "there is no chromium on the PATH");
        asked("{\"amount\":1}");
        asked("{\"amount\":2}");
        try (Browser browser = Browser.start(chromium.get(), folder)) {
            browser.open(URI.create(origin() + "/login"), URI.create(origin() + "/ops/approvals/"));
            browser.await("document.querySelectorAll('[data-answer=approve]:not([disabled])').length === 2");
            browser.eval("new MutationObserver(() => { window.wasClosed ="
                    + " [...document.querySelectorAll('#requests button')].every(each => each.disabled); })"
                    + ".observe(document.getElementById('requests'), { childList: true })");
            browser.click("#requests [data-answer=approve]");
            browser.await("document.querySelectorAll('#requests article').length === 1");
            assertThat(browser.eval("window.wasClosed").asBoolean())
                    .as("buttons when the first request went")
                    .isTrue();
            browser.click("#requests [data-answer=approve]");
            browser.await("document.querySelectorAll('#records article').length === 2");
        }
        assertThat(engine.approvals().list(ApprovalQuery.pending())).isEmpty();
    }

    /** A message above the cards moves them, and a tap on "Decline" must not become one on "Approve". */
    @Test
    void buttonsThatAMessageMovesTakeNoClick(@TempDir Path folder) throws Exception {
        Optional<Path> chromium = Browser.installed();
        Assumptions.assumeTrue(chromium.isPresent(), "there is no chromium on the PATH");
        asked("{\"amount\":1}");
        String second = asked("{\"amount\":2}");
        try (Browser browser = Browser.start(chromium.get(), folder)) {
            browser.open(URI.create(origin() + "/login"), URI.create(origin() + "/ops/approvals/"));
            browser.await("document.querySelectorAll('[data-answer=approve]:not([disabled])').length === 2");
            browser.eval("new ResizeObserver(() => { window.wereClosed = document.getElementById('unused').innerText"
                    + " && [...document.querySelectorAll('#requests article:first-child button')]"
                    + ".every(each => each.disabled); }).observe(document.getElementById('unused'))");
            engine.approvals().decline(engine.approvals().find(second).orElseThrow(), "bob", "no");
            browser.click("#requests article:last-child [data-answer=approve]");
            browser.await("document.getElementById('unused').innerText.includes('its status is declined')");
            browser.await("window.wereClosed === true");
            browser.await("document.querySelectorAll('[data-answer=approve]:not([disabled])').length === 1");
        }
    }

    /** With {@code -Dgoldens.update=true} the guide's pictures are made new. */
    private static void keep(Browser browser, Path folder, String name) throws IOException {
        Path images = Boolean.getBoolean("goldens.update") ? Path.of("../docs/images") : folder;
        Files.write(images.resolve(name), browser.screenshot());
    }
}
