package dev.toolpolicy.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.examples.tools.release.RunTestsTool;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.shared.Until;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page's cards, and what its answers do. */
class ApprovalPageTest extends OpenPage {
    private static final String PUSH = "{\"force\":false,\"branch\":\"main\"}";

    @ParameterizedTest
    @ValueSource(strings = {"approve", "approve-remember"})
    void anApprovalLetsTheCallRun(String how) throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make\"}");
        JsonNode card = card("Run bash?");
        assertThat(card.path("parameters").get(0).path("value").asText()).isEqualTo("\"make\"");
        assertThat(answer(reply(card, how)).statusCode()).isEqualTo(200);
        assertThat(get(outcome)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aCatchAllsCardOffersTheSameArguments() throws Exception {
        call("bash", "{\"command\":\"make\"}");
        assertThat(card("Run bash?").path("choices").findValuesAsText("label"))
                .contains("Approve, also later calls with the same arguments")
                .doesNotContain("Approve, also later calls that need approval by this rule");
    }

    @ParameterizedTest
    @ValueSource(strings = {"decline", "decline-remember", "decline-all"})
    void aRefusalIsTheUsersAndSaysWhy(String how) throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make\"}");
        assertThat(answer(reply(card("Run bash?"), how)).statusCode()).isEqualTo(200);
        assertThat(get(outcome))
                .satisfies(declined -> assertThat(declined.forModel()).contains("not today"));
    }

    @Test
    void editedArgumentsRunAndWrongOnesComeBackToBeMended() throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make\"}");
        String wrong = "{\"command\": 7}";
        JsonNode card = card("Run bash?");
        answer(JSON.createObjectNode()
                .put("request", card.path("request").asLong())
                .put("revision", 1)
                .put("answer", "edit")
                .put("text", wrong)
                .toString());
        JsonNode again = card("Run bash?");
        assertThat(again.path("problem").asText()).contains("/command");
        assertThat(again.path("text").asText()).isEqualTo(wrong);
        answer(JSON.createObjectNode()
                .put("request", again.path("request").asLong())
                .put("revision", 1)
                .put("answer", "edit")
                .put("text", "{\"command\": \"make all\"}")
                .toString());
        assertThat(get(outcome))
                .satisfies(approved -> assertThat(approved.approved()
                                .orElseThrow()
                                .arguments()
                                .path("command")
                                .asText())
                        .isEqualTo("make all"));
    }

    @Test
    void aCardSaysWhatWouldRunWithoutApproval() throws Exception {
        session.close();
        session = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .run(
                        "bash",
                        RuleList.of(
                                RuleSpec.when(Argument.Text.at("/command").constant("make"), Mode.ALLOW),
                                RuleSpec.otherwise(Mode.ASK)))
                .permission(page)
                .build()
                .session("s-2");
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make all\"}");
        assertThat(card("Run bash?").path("remedies"))
                .extracting(JsonNode::asText)
                .containsExactly("Would run without approval: /command const \"make\"");
        session.close();
        get(outcome);
    }

    @Test
    void approvalsCoverOnlyTheShownArguments() throws Exception {
        ToolCallStream call = session.calls().call("c", "fs_create_file").append("{\"path\":\"notes.txt\",");
        JsonNode first = card("Run fs_create_file?");
        assertThat(first.path("missing").asText()).isEqualTo("Still to come: content");
        assertThat(first.findValuesAsText("answer"))
                .contains("approve", "wait-for-all")
                .doesNotContain("edit", "approve-whatever-follows");
        CompletableFuture<ToolCallOutcome> outcome =
                call.append("\"content\":\"rm -rf\"}").conclude().toCompletableFuture();
        assertThat(answer(reply(first, "approve")).statusCode()).isEqualTo(200);
        JsonNode second = card("Run fs_create_file?");
        assertThat(second.path("parameters").get(1).path("value").asText()).isEqualTo("\"rm -rf\"");
        assertThat(outcome).isNotDone();
        answer(reply(second, "approve"));
        assertThat(get(outcome)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void anEarlyCardCutsNothingThatItsAnswerApproves() throws Exception {
        String content = "x".repeat(3_000) + "; the end";
        ToolCallStream call =
                session.calls().call("c", "fs_create_file").append("{\"path\":\"a\",\"content\":\"" + content + "\"");
        JsonNode card = card("Run fs_create_file?");
        assertThat(card.path("missing").asText()).isEqualTo("Still to come: the end");
        assertThat(card.path("parameters").get(1).path("value").asText()).endsWith("; the end\"");
        call.finish();
    }

    @Test
    void aCardWithAnEditToBeCorrectedCutsNothing() throws Exception {
        call("fs_create_file", "{\"path\":\"a\",\"content\":\"" + "x".repeat(3_000) + "; the end\"}");
        JsonNode card = card("Run fs_create_file?");
        assertThat(card.path("parameters").get(1).path("value").asText()).endsWith("(3.0 kB)");
        answer(reply(card, "edit"));
        JsonNode again = card("Run fs_create_file?");
        assertThat(again.path("text").asText()).isEmpty();
        assertThat(again.path("parameters").get(1).path("value").asText()).endsWith("; the end\"");
    }

    @Test
    void aResultWithAnEditToBeCorrectedIsShownWhole() throws Exception {
        ToolHandlers tools = ToolHandlers.builder(
                        ToolCatalog.of(List.of(ToolCatalog.load().find("test").orElseThrow())))
                .handle(RunTestsTool.TOOL, (arguments, running) -> "x".repeat(11_000) + "; the end")
                .build();
        ToolTurn turn = session.turn(tools, TurnSettings.defaults());
        turn.start(0, "c", "test");
        turn.end(0, "{}");
        turn.finish(ResponseEnd.COMPLETE);
        JsonNode card = card("Show the result of test?");
        assertThat(card.path("result").asText()).doesNotContain("; the end").contains("11.0 kB");
        answer(reply(card, "edit"));
        assertThat(card("Show the result of test?").path("result").asText()).endsWith("; the end\"");
    }

    @Test
    void aPathIsShownAsItCountsAndWhatDecidedIsMarked() throws Exception {
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
        session.close();
        session = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .paths(PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/ws")))
                .permission(page)
                .build()
                .session("s-2");
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
        ToolHandlers tools = ToolHandlers.builder(
                        ToolCatalog.of(List.of(ToolCatalog.load().find("test").orElseThrow())))
                .handle(RunTestsTool.TOOL, (arguments, running) -> "2 passed")
                .build();
        ToolTurn turn = session.turn(tools, TurnSettings.defaults());
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
        assertThat(over.findValuesAsText("text")).last().asString().startsWith("result notice");
        assertThat(over.findValuesAsText("text")).first().asString().startsWith("started at character 0");
        assertThat(over.findValuesAsText("text")).anyMatch(each -> each.startsWith("ran at character"));
        assertThat(over.findValuesAsText("at")).first().asString().isEqualTo("+0.000 s");
    }

    @Test
    void anAnswerCountsOnceAndForItsRequestAlone() throws Exception {
        CompletableFuture<ToolCallOutcome> first = call("bash", "{\"command\":\"make\"}");
        JsonNode card = card("Run bash?");
        CompletableFuture<ToolCallOutcome> second = call("bash", "{\"command\":\"make install\"}");
        assertThat(answer(reply(card, "approve")).statusCode()).isEqualTo(200);
        assertThat(answer(reply(card, "approve")).statusCode()).isEqualTo(409);
        assertThat(get(first)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(second).isNotDone();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|409",
                "[]|409",
                "nothing|400",
                "{\"request\":1}{}|400",
                "{\"answer\":\"approve\",\"answer\":\"decline\"}|400"
            })
    void invalidAnswersDecideNothing(String json, int status) throws Exception {
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
                .put("request", card.path("request").asLong())
                .put("revision", revision)
                .put("answer", kind)
                .toString());
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(outcome).isNotDone();
    }

    @Test
    void closingDeclinesWhatIsOpen() throws Exception {
        CompletableFuture<ToolCallOutcome> outcome = call("bash", "{\"command\":\"make\"}");
        card("Run bash?");
        page.close();
        assertThat(get(outcome))
                .satisfies(declined -> assertThat(declined.forModel()).contains("closed"));
    }

    /** The moment at which a request is withdrawn, and the page has yet to hear of that. */
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
                .permission(PermissionSettings.of(page).withExecutor(threads))
                .onCall(page)
                .build()
                .session("s-2");
        CompletableFuture<ToolCallOutcome> asked = closing.calls()
                .call("c", "bash")
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
        assertThat(get(second).body()).startsWith("This request was already answered");
        assertThat(first).isNotDone();
        holding.set(false);
        for (Runnable task = held.poll(); task != null; task = held.poll()) {
            task.run();
        }
        assertThat(get(first).statusCode()).isEqualTo(409);
        assertThat(get(first).body()).isEqualTo("This request is no longer open; your answer was not used.");
        assertThat(get(asked)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
    }

    @Test
    void aRequestThatIsWithdrawnIsGone() throws Exception {
        ToolCallStream call = session.calls().call("c", "git_push").append(PUSH.substring(0, PUSH.length() - 1));
        assertThat(call.denial()).isPresent();
        CompletableFuture<ToolCallOutcome> asked = call("bash", "{\"command\":\"make\"}");
        JsonNode card = card("Run bash?");
        session.close();
        assertThat(get(asked)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
        Until.met(
                "the page learns of it on another thread",
                () -> answer(reply(card, "nothing")).body().startsWith("This request is no longer open"));
        HttpResponse<String> late = answer(reply(card, "approve"));
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).isEqualTo("This request is no longer open; your answer was not used.");
    }
}
