package dev.toolpolicy.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
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
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page over stored requests when sessions ask for very much. */
@Timeout(180)
class StoredApprovalFloodTest {
    private static final ToolCatalog TOOLS = ToolCatalog.of(List.of(
            DeclaredTool.of("pay", ToolSchema.of(Parameter.required("to", ParameterType.string())))
                    .withRun(RuleList.always(Mode.ASK))));
    private static final String HOSTILE = "\u202eevil/%41 \u00fc " + "x".repeat(300);

    private final SessionSettings settings = SessionSettings.inMemory()
            .withStore(SessionStore.inMemory())
            .withStoredApprovals(Duration.ofHours(1))
            .withApprovers((approval, who) -> true);
    private final PolicyEngine engine =
            PolicyEngine.builder().tools(TOOLS).sessions(settings).build();
    private final StoredApprovalPage page = StoredApprovalPage.of(settings, exchange -> Optional.of("ann"));

    private Approval ask(String session, String to) {
        String call = "c-" + to.substring(0, Math.min(9, to.length()));
        ToolHandlers handlers = ToolHandlers.builder(TOOLS)
                .otherwise((arguments, run) -> "paid")
                .build();
        String id = engine.session(session)
                .execute(call, "pay", "{\"to\":\"" + to + "\"}", handlers)
                .approval()
                .orElseThrow();
        return engine.approvals().find(id).orElseThrow();
    }

    private JsonNode look(Optional<String> session) throws IOException {
        StoredApprovalPage.Response response =
                respond(session.map(id -> URLEncoder.encode(id, StandardCharsets.UTF_8)));
        assertThat(response.status()).isEqualTo(200);
        return new ObjectMapper().readTree(response.body());
    }

    private StoredApprovalPage.Response respond(Optional<String> session) {
        return page.respond(new StoredApprovalPage.Request(
                "GET",
                "requests",
                Optional.of("ann"),
                header -> session.filter(id -> header.endsWith("Session")),
                new byte[0]));
    }

    @Test
    void aSessionThatIsNotEncodedIsAnError() {
        assertThat(respond(Optional.of("%4")).status()).isEqualTo(400);
        assertThat(respond(Optional.of("%41")).status()).isEqualTo(200);
    }

    private static Map<String, Integer> shown(JsonNode page, String list) {
        Map<String, Integer> shown = new TreeMap<>();
        page.path(list).forEach(card -> shown.merge(card.path("session").asText(), 1, Integer::sum));
        return shown;
    }

    @Test
    void aFloodedSessionHidesNoOtherAndIsCounted() throws IOException {
        for (int i = 0; i < 300; i++) {
            ask("attack", "a" + i);
        }
        ask("zoe", "z");
        engine.approvals().approve(ask("zed", "z"), "ann");
        JsonNode all = look(Optional.empty());
        assertThat(shown(all, "pending")).isEqualTo(Map.of("attack", 199, "zoe", 1));
        assertThat(shown(all, "others")).isEqualTo(Map.of("zed", 1));
        assertThat(all.path("sessions").toString()).contains("\"session\":\"attack\",\"count\":300");
        assertThat(shown(look(Optional.of("zoe")), "pending")).isEqualTo(Map.of("zoe", 1));
    }

    @Test
    void theNewestAnswersAreShown() throws IOException {
        for (int i = 0; i < 250; i++) {
            engine.approvals().decline(ask("a" + i, "a"), "ann", "no");
        }
        engine.approvals().approve(ask("zed", "z"), "ann");
        assertThat(shown(look(Optional.empty()), "others")).hasSize(200).containsKey("zed");
    }

    /** A browser reads the page every two seconds. */
    @Test
    void longArgumentsHideNoOtherRequestsAndDoNotSwellThePage() throws IOException {
        for (int i = 0; i < 5; i++) {
            ask("attack" + i, i + "x".repeat(2_000_000));
        }
        ask("zoe", "z");
        JsonNode all = look(Optional.empty());
        assertThat(shown(all, "pending")).isEqualTo(Map.of("attack0", 1, "zoe", 1));
        assertThat(all.path("sessions")).hasSize(6);
        JsonNode one = look(Optional.of("attack3"));
        assertThat(one.path("pending").get(0).path("parameters").toString()).contains("x".repeat(2_000_000));
    }

    @Test
    void aPersonSeesThatRequestsAreHiddenAndLooksAtASession(@TempDir Path folder) throws Exception {
        Optional<Path> chromium = Browser.installed();
        Assumptions.assumeTrue(chromium.isPresent(), "there is no chromium on the PATH");
        for (int i = 0; i < 230; i++) {
            ask(HOSTILE, "a" + i);
        }
        ask("zoe", "to zoe");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/ops/approvals/", page);
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/ops/approvals/");
        try (Browser browser = Browser.start(chromium.get(), folder)) {
            browser.open(address, address);
            browser.await("document.title === '(231) Approvals'");
            assertThat(browser.text("#requests")).contains("session zoe");
            assertThat(browser.text("#hidden"))
                    .contains("31 more requests wait, of these sessions:", "(31)", "\\u202eevil");
            browser.width(390, 844);
            assertThat(browser.eval("document.documentElement.scrollWidth <= 390")
                            .asBoolean())
                    .as("nothing to scroll sideways")
                    .isTrue();
            browser.click("#hidden button");
            browser.await("document.querySelector('#hidden').innerText.includes('Only requests of session')");
            assertThat(browser.text("#requests")).doesNotContain("session zoe");
            assertThat(browser.text("#hidden")).contains("(30)", "zoe (1)");
            browser.eval("[...document.querySelectorAll('#hidden button')].find(each => each.innerText === 'zoe (1)')"
                    + ".click()");
            browser.await("document.querySelectorAll('#requests article').length === 1");
            browser.click("#requests [data-answer=approve]");
            browser.await("document.querySelector('#records').innerText.includes('granted')");
            assertThat(shown(look(Optional.empty()), "others")).isEqualTo(Map.of("zoe", 1));
            browser.click("#hidden button");
            browser.await("document.title === '(230) Approvals'");
            browser.await("document.querySelectorAll('#requests article').length === 200");
        } finally {
            server.stop(0);
        }
    }
}
