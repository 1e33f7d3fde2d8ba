package dev.toolpolicy.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.examples.tools.shell.BashTool;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.shared.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page as a person sees it, in a headless Chromium for all tests, by clicking. Each test has a page of its own. */
@Timeout(120)
class ApprovalPageBrowserTest {
    private static final String HOSTILE =
            "<img src=x onerror=\\\"document.title='broken'\\\"><script>document.title='broken'"
                    + "</script></td></table><button class=yes>Approve</button>\\u202egpj\\u001b[2J";

    @TempDir
    private static Path profile;

    private static Browser browser;

    private ApprovalPage page;
    private PolicyEngine engine;
    private PolicySession session;

    @BeforeAll
    static void start() throws IOException {
        Optional<Path> chromium = Browser.installed();
        Assumptions.assumeTrue(chromium.isPresent(), "there is no chromium on the PATH");
        browser = Browser.start(chromium.get(), profile);
    }

    @AfterAll
    static void end() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() throws IOException {
        page = ApprovalPage.open(0);
        engine = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .permission(PermissionSettings.of(page).withEarly())
                .onCall(page)
                .build();
        session = engine.session("s-1");
        browser.open(page.address());
        browser.await("document.getElementById('connection').innerText === 'connected'");
    }

    @AfterEach
    void close() {
        session.close();
        page.close();
    }

    private CompletableFuture<ToolCallOutcome> bash(String command) {
        return bash(session, command);
    }

    private static CompletableFuture<ToolCallOutcome> bash(PolicySession session, String command) {
        return session.calls()
                .call("c", "bash")
                .append("{\"command\":\"" + command + "\"}")
                .conclude()
                .toCompletableFuture();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    @Test
    void approvesByAClick() throws Exception {
        assertThat(browser.text("#requests + .none")).isEqualTo("Nothing is waiting for an answer.");
        CompletableFuture<ToolCallOutcome> outcome = bash("make");
        browser.await("document.title === '(1) Tool calls'");
        assertThat(browser.text("#requests article")).contains("Run bash? (session s-1)", "command", "make");
        browser.click("#requests [data-answer=approve]");
        assertThat(get(outcome)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        browser.await("document.title === 'Tool calls' && !document.querySelector('#requests article')");
    }

    @Test
    void declinesWithAReason() throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = bash("make");
        browser.await("document.querySelector('#requests input')");
        browser.click("#requests input");
        browser.type("use <b>ninja</b>");
        browser.click("#requests [data-answer=decline]");
        assertThat(get(outcome))
                .satisfies(declined -> assertThat(declined.forModel()).endsWith(": use <b>ninja</b>."));
    }

    @Test
    void editsAndMends() throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = bash("make");
        browser.click("#requests summary");
        browser.eval("document.querySelector('#requests textarea').value = '{\"command\": 7}'");
        browser.click("#requests [data-answer=edit]");
        browser.await("document.querySelector('#requests .problem')");
        assertThat(browser.text("#requests .problem")).contains("/command");
        browser.click("#requests textarea");
        browser.eval("document.querySelector('#requests textarea').select()");
        browser.type("{\"command\": \"make all\"}");
        browser.click("#requests [data-answer=edit]");
        assertThat(get(outcome))
                .satisfies(approved -> assertThat(approved.approved()
                                .orElseThrow()
                                .arguments()
                                .path("command")
                                .asText())
                        .isEqualTo("make all"));
    }

    @Test
    void argumentsAreShownAsTextOnly() throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = bash(HOSTILE);
        browser.await("document.querySelector('#requests article')");
        assertThat(browser.eval("document.querySelectorAll('img, main script').length")
                        .asInt())
                .isZero();
        assertThat(browser.eval("document.querySelectorAll('#requests button:not([data-answer])').length")
                        .asInt())
                .isZero();
        assertThat(browser.text("#requests .problem"))
                .isEqualTo("Look closely: /command contains characters that are invisible or change the direction of"
                        + " text");
        assertThat(browser.text("#requests td"))
                .startsWith("\"<img src=x onerror=")
                .contains("<script>", "\\u202egpj", "\\u001b[2J");
        assertThat(browser.eval("document.title").asText()).isEqualTo("(1) Tool calls");
        browser.click("#requests [data-answer=decline]");
        get(outcome);
    }

    @Test
    void aQuestionThatJustCameTakesNoClickThatWasMeantForAnother() throws Exception {
        ToolCallStream call = session.calls().call("c", "fs_create_file").append("{\"path\":\"notes.txt\",");
        browser.await("document.querySelector('#requests [data-answer=approve]:not([disabled])')");
        assertThat(browser.text("#requests .missing")).isEqualTo("Still to come: content");
        watchButtons();
        call.append("\"content\":\"x\"}");
        browser.await("document.querySelector('#requests tr:nth-child(2)')");
        assertThat(browser.eval("window.wasClosed").asBoolean())
                .as("buttons when the question changed")
                .isTrue();
        CompletableFuture<ToolCallOutcome> outcome = call.conclude().toCompletableFuture();
        browser.click("#requests [data-answer=approve]");
        assertThat(get(outcome)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    /** Sets {@code wasClosed} whenever a question comes, changes or goes: whether no button takes a click then. */
    private static void watchButtons() {
        browser.eval("new MutationObserver(() => { window.wasClosed ="
                + " [...document.querySelectorAll('#requests button')].every(each => each.disabled); })"
                + ".observe(document.getElementById('requests'), { childList: true })");
    }

    /** The second click of a double click must not approve the question that takes the place of the first. */
    @Test
    void aQuestionThatMovesUpTakesNoClickThatWasMeantForAnother() throws Exception {
        try (PolicySession other = engine.session("s-2")) {
            CompletableFuture<ToolCallOutcome> first = bash("make");
            browser.await("document.querySelector('#requests article')");
            CompletableFuture<ToolCallOutcome> second = bash(other, "make install");
            browser.await("document.querySelectorAll('[data-answer=approve]:not([disabled])').length === 2");
            watchButtons();
            browser.click("#requests [data-answer=approve]");
            assertThat(get(first)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
            browser.await("document.querySelectorAll('#requests article').length === 1");
            assertThat(browser.eval("window.wasClosed").asBoolean())
                    .as("buttons when the first question went")
                    .isTrue();
            browser.click("#requests [data-answer=decline]");
            assertThat(get(second)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
        }
    }

    @Test
    void aQuestionBehindOneThatIsCutTakesNoClickThatWasMeantForThat() throws Exception {
        try (PolicySession other = engine.session("s-2")) {
            ToolCallStream call = session.calls()
                    .call("c", "fs_create_file")
                    .append("{\"path\":\"notes.txt\",\"content\":\"" + "x".repeat(20_000) + "\"");
            browser.await("document.querySelector('#requests tr:nth-child(2)')");
            CompletableFuture<ToolCallOutcome> second = bash(other, "make install");
            browser.await("document.querySelectorAll('[data-answer=approve]:not([disabled])').length === 2");
            watchButtons();
            call.append("}");
            browser.await("!document.querySelector('#requests .missing')");
            assertThat(browser.eval("window.wasClosed").asBoolean())
                    .as("buttons when the first question became shorter")
                    .isTrue();
            call.cancel("the test is over");
            browser.click("#requests article:only-child [data-answer=decline]");
            assertThat(get(second)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
        }
    }

    @Test
    void anAnswerThatIsNotUsedIsSaidToBeSo() throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = bash("make");
        browser.await("document.querySelector('#requests [data-answer=approve]:not([disabled])')");
        browser.eval("(async () => { const card = document.querySelector('#requests article'); const approve ="
                + " card.querySelector('[data-answer=approve]'); await fetch('answer', { method: 'POST',"
                + " headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ request:"
                + " Number(card.id.split('-')[1]), revision: 1, answer: 'decline' }) }); approve.click(); })()");
        assertThat(get(outcome)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
        browser.await("document.getElementById('unused').innerText.startsWith('Run bash? (session s-1)')");
        assertThat(browser.text("#unused")).endsWith("your answer was not used.");
    }

    /** The picture of the guide: requests as they are by default, for complete calls. */
    @Test
    void aScreenshotIsTaken() throws Exception {
        PolicyEngine waiting = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .permission(PermissionSettings.of(page))
                .onCall(page)
                .build();
        ToolHandlers tools = ToolHandlers.builder(
                        ToolCatalog.of(List.of(ToolCatalog.load().find("bash").orElseThrow())))
                .handle(BashTool.TOOL, (arguments, running) -> "2 passed")
                .build();
        try (PolicySession usual = waiting.session("s-1")) {
            ToolTurn over = usual.turn(tools, TurnSettings.defaults());
            over.start(0, "c1", "bash");
            over.append(0, "{\"command\":\"make test\"}");
            CompletableFuture<?> done = over.finish(ResponseEnd.COMPLETE).toCompletableFuture();
            browser.click("#requests [data-answer=approve]");
            get(done);
            browser.await("document.querySelector('#records article')");
            assertThat(browser.text("#records article"))
                    .contains("ran", "command", "make test", "asked about the call");
            CompletableFuture<ToolCallOutcome> asked = usual.calls()
                    .call("c2", "fs_create_file")
                    .append("{\"path\":\"src/../.env\",\"content\":\"TOKEN=\\u202e\\nfn main() {}\"}")
                    .conclude()
                    .toCompletableFuture();
            browser.await("document.querySelector('#requests article')");
            assertThat(browser.text("#requests article"))
                    .contains("(= \".env\")", "Approve", "Decline")
                    .doesNotContain("Still to come");
            browser.await("document.querySelector('#requests button:not([disabled])')");
            Path picture = Boolean.getBoolean("goldens.update")
                    ? Path.of("../docs/images/approval-page.png")
                    : profile.resolve("page.png");
            Files.write(picture, browser.screenshot());
            assertThat(Files.size(picture)).isGreaterThan(20_000);
            browser.click("#requests [data-answer=decline]");
            assertThat(get(asked)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
        }
    }

    @Test
    void anEndedProgramIsSeen() {
        page.close();
        browser.await("document.getElementById('connection').classList.contains('lost')");
        assertThat(browser.text("#connection")).startsWith("not connected");
    }
}
