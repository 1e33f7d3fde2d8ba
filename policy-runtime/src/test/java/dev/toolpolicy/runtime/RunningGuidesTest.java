package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.shared.Until;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The examples of the guides to permission and to running calls do what they say. */
class RunningGuidesTest {
    private static final ToolSchema FILE = ToolSchema.of(
            Parameter.required("path", ParameterType.string()), Parameter.optional("content", ParameterType.string()));
    private static final List<String> chunks = List.of("{\"path\":\"a\",", "\"content\":\"x\"}");
    private static final ToolCatalog tools = ToolCatalog.of(List.of(
            DeclaredTool.of("read_file", FILE)
                    .withRun(RuleList.always(Mode.ALLOW))
                    .withResult(RuleList.always(Mode.ALLOW)),
            DeclaredTool.of("write_file", FILE)
                    .withRun(RuleList.always(Mode.ASK))
                    .withResult(RuleList.always(Mode.ALLOW))));

    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    private interface Console {
        String readLine(String format, Object... values);
    }

    private interface Model {
        void tell(String call, String text, boolean success);
    }

    private PolicyEngine engine(boolean answer) {
        Console console = (format, values) -> {
            asked.add(String.format(format, values));
            return answer ? values[1].toString() : "";
        };
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools)
                .permission(request -> {
                    String all = request.wholeText();
                    if (all.length() > 4_000) {
                        return CompletableFuture.completedFuture(request.decline("too long for this terminal"));
                    }
                    String typed = console.readLine("%s%nType %d to approve: ", all, request.id());
                    boolean yes = Long.toString(request.id()).equals(typed);
                    return CompletableFuture.completedFuture(yes ? request.approve() : request.decline(""));
                })
                .build();
        return engine;
    }

    @Test
    void earlyRequestsAreASetting() throws Exception {
        Desk handler = new Desk();
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools)
                .permission(PermissionSettings.of(handler).withEarly())
                .build();
        try (PolicySession session = engine.session("s")) {
            session.calls().call("call_1", "write_file").append(chunks.get(0));
            Until.met("the question", () -> !handler.isIdle());
            assertThat(handler.call().complete()).isFalse();
        }
    }

    @Test
    void anApproverAnswers() throws Exception {
        try (PolicySession session = engine(true).session("s")) {
            ToolCallStream call = session.calls().call("call_1", "write_file");
            for (String chunk : chunks) {
                call.append(chunk);
            }
            CompletionStage<ToolCallOutcome> outcome = call.conclude();
            assertThat(outcome.toCompletableFuture().get(20, TimeUnit.SECONDS))
                    .extracting(ToolCallOutcome::kind)
                    .isEqualTo(ToolCallOutcome.Kind.APPROVED);
            assertThat(asked)
                    .hasSize(1)
                    .first()
                    .asString()
                    .startsWith("A call of \"write_file\" needs approval: rule 1 (otherwise -> ask) in the tool's"
                            + " declaration\nCalling tool write_file(path: \"a\", content: \"x\")\nType ")
                    .endsWith(" to approve: ");
        }
    }

    @Test
    void aCompleteCall() {
        PolicyEngine engine = engine(true);
        ToolHandlers tools = ToolHandlers.builder(engine.tools())
                .handle("read_file", (arguments, call) -> "")
                .handle("write_file", (arguments, call) -> "written")
                .build();
        try (PolicySession session = engine.session("s")) {
            CallResult result = session.execute("call_1", "write_file", "{\"path\":\"a\",\"content\":\"x\"}", tools);
            assertThat(result.forModel()).isEqualTo("written");
        }
    }

    /** A host's own value. */
    private record Page(boolean ok, String text) {}

    /** A host. */
    private interface Browser {
        Page open(ObjectNode arguments);
    }

    @Test
    void aHostsOwnCode() {
        Browser browser = arguments -> new Page(true, arguments.path("path").asText());
        String json = "{\"path\":\"a\"}";
        ToolSpec<?> read = DeclaredTool.of("read_page", FILE).withRun(RuleList.always(Mode.ALLOW));
        PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(read)))
                .build()
                .newSession();
        GuardedCall.Result<Page> page = session.guard("call_1", "read_page", json)
                .run(
                        arguments -> browser.open(arguments),
                        found -> found.ok()
                                ? ToolResult.success(TextNode.valueOf(found.text()))
                                : ToolResult.failure(found.text()));
        assertThat(page.returned()).contains(new Page(true, "a"));
        assertThat(page.forModel()).isEqualTo("a");
    }

    /** Another process that runs calls. */
    private interface Work {
        void add(String ticket, ObjectNode arguments);
    }

    @Test
    void aCallThatRunsElsewhere() {
        PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("read_page", FILE).withRun(RuleList.always(Mode.ALLOW)))))
                .build()
                .newSession();
        List<String> tickets = new ArrayList<>();
        assertThat(begun(session, "{\"path\":1}", (ticket, arguments) -> tickets.add(ticket)))
                .startsWith("Not run: ");
        assertThat(begun(session, "{\"path\":\"a\"}", (ticket, arguments) -> tickets.add(ticket)))
                .isEmpty();
        assertThat(finished(session, tickets.get(0), "read")).isEqualTo("read");
    }

    private static String begun(PolicySession session, String json, Work queue) {
        GuardedCall call = session.guard("call_1", "read_page", json);
        Optional<CallResult> refused = call.begin();
        if (refused.isPresent()) {
            return refused.get().forModel();
        }
        queue.add(call.ticket(), call.arguments());
        return "";
    }

    private static String finished(PolicySession session, String ticket, String text) {
        return session.calls()
                .finished(ticket, ToolResult.success(TextNode.valueOf(text)))
                .forModel();
    }

    @Test
    void aTurn() throws Exception {
        assertThat(turn(true)).isEqualTo("call_1 written true");
        assertThat(turn(false)).isEqualTo("call_1 The user declined this call. false");
    }

    private String turn(boolean yes) throws Exception {
        Map<String, String> disk = new ConcurrentHashMap<>();
        List<String> told = new ArrayList<>();
        Model model = (call, text, success) -> told.add(call + " " + text + " " + success);
        PolicyEngine engine = engine(yes);
        ToolHandlers tools = ToolHandlers.builder(engine.tools())
                .timeout(Duration.ofSeconds(30))
                .handle(
                        "read_file",
                        (arguments, call) -> disk.get(arguments.path("path").asText()))
                .handle("write_file", (arguments, call) -> {
                    disk.put(
                            arguments.path("path").asText(),
                            arguments.path("content").asText());
                    return "written";
                })
                .build();
        try (PolicySession session = engine.session("s");
                Response response = new Response()) {
            ToolTurn turn = session.turn(tools, TurnSettings.defaults().withCancellation(response::close));
            turn.start(0, "call_1", "write_file");
            for (String chunk : chunks) {
                turn.append(0, chunk);
            }
            turn.end(0);
            turn.finish(ResponseEnd.COMPLETE)
                    .thenAccept(result -> result.results()
                            .forEach(each -> model.tell(each.callId(), each.forModel(), each.success())));
            turn.result().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(disk).hasSize(yes ? 1 : 0);
            Until.met("the model's answer", () -> !told.isEmpty());
            // The model is told this too if the answer came before the response had ended.
            return told.get(0)
                    .replace(" The rest of the response was cancelled, so calls that it had not started are lost.", "");
        }
    }

    /** Something to close. */
    private static final class Response implements AutoCloseable {
        @Override
        public void close() {
            // There is nothing upstream.
        }
    }

    @Test
    void records() throws Exception {
        List<String> journal = Collections.synchronizedList(new ArrayList<>());
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools)
                .onCall(record -> journal.add(record.toString()))
                .build();
        ToolHandlers none = ToolHandlers.builder(engine.tools())
                .handle("read_file", (arguments, call) -> "")
                .handle("write_file", (arguments, call) -> "")
                .build();
        ToolTurn turn = engine.session("s").turn(none, TurnSettings.defaults());
        turn.start(0, "call_1", "write_file");
        turn.append(0, chunks.get(0));
        turn.abandon("the page is closed").toCompletableFuture().get(20, TimeUnit.SECONDS);
        JsonNode written = Sessions.object(journal.get(0).replace("'", ""));
        List<String> shown = CodeBlock.texts(Path.of("../docs/how-to/run-calls.md"), "json");
        ObjectNode example = Sessions.object(shown.get(0));
        assertThat(names(example)).isEqualTo(names(written));
        assertThat(names(example.path("steps").get(1)))
                .isEqualTo(names(written.path("steps").get(1)));
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void theTablesNameAllThereIs() {
        String page = GuideTable.text("how-to/run-calls.md");
        assertThat(Arrays.stream(CallResult.Kind.values())).allMatch(kind -> page.contains("| `" + kind + "` |"));
        assertThat(Arrays.stream(TurnResult.Stop.values())).allMatch(stop -> page.contains("| `" + stop + "` |"));
    }

    @Test
    void theCodeOfThePagesIsTheCodeOfThisTest() throws IOException {
        String lines =
                stripped(Files.readString(Path.of("src/test/java/dev/toolpolicy/runtime/RunningGuidesTest.java")));
        int blocks = 0;
        for (String page : List.of("how-to/approvals.md", "how-to/run-calls.md")) {
            for (CodeBlock block : CodeBlock.all(Path.of("../docs", page))) {
                if (block.language().equals("java") && !block.section().equals("On a web page")) { // in policy-page
                    assertThat(lines).contains(stripped(block.text()));
                    blocks++;
                }
            }
        }
        assertThat(blocks).isEqualTo(10);
    }

    /** Removes all white space, since the formatter breaks lines elsewhere than the pages. */
    private static String stripped(String text) {
        return text.replaceAll("\\s+", "");
    }
}
