package dev.toolpolicy.runtime;

import static dev.toolpolicy.runtime.WholeCalls.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream.Status;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that are complete when they are decided: preview, execute, guard, and begin with finished. */
class WholeCallsTest {
    private final WholeCalls calls = new WholeCalls();
    private final List<String> ran = calls.ran;
    private final List<CallRecord> records = calls.records;
    private final ToolHandlers handlers = calls.handlers;
    private final SessionSettings settings = SessionSettings.inMemory().withStore(SessionStore.inMemory());
    private final PolicySession session = engine().session("s");

    private PolicyEngine engine() {
        return calls.engine(settings)
                .policies(Policies.requires("deploy", "read"), LimitPolicy.quota(2, "quiet"))
                .build();
    }

    @Test
    void aPreviewAsksNobodyAndReservesNothing() {
        assertThat(session.calls().preview("write", write("src/a")).status()).isEqualTo(Status.WILL_RUN);
        assertThat(session.calls().preview("write", write("src/a")).willRun()).isTrue();
        assertThat(session.calls().preview("write", write("a")).status()).isEqualTo(Status.WILL_ASK);
        assertThat(session.calls().preview("write", write("secret/a")).status()).isEqualTo(Status.DENIED);
        assertThat(session.calls().preview("write", write("secret/a")).forModel())
                .contains("Denied by this tool's policy");
        assertThat(session.calls().preview("write", "{\"path\":\"src/a\"}").status())
                .isEqualTo(Status.INVALID);
        assertThat(session.calls().preview("write", "{\"path\":\"src/a\"").forModel())
                .contains("the text ended before the arguments were complete");
        assertThat(session.calls().preview("rwite", "{}").forModel()).contains("rwite");
        assertThat(session.calls().preview("deploy", "").denial().orElseThrow().reason())
                .contains("read");
        for (int i = 0; i < 5; i++) {
            assertThat(session.calls().preview("quiet", "{}").willRun())
                    .as("a quota of 2 is untouched")
                    .isTrue();
        }
        assertThat(records).as("nothing has ended").isEmpty();
    }

    @Test
    void aPreviewIsWhatExecuteThenDoes() {
        for (String tool : List.of("write", "read", "quiet", "deploy", "none")) {
            for (String arguments :
                    List.of("", "{}", "null", write("src/a"), write("secret/a"), write("a"), "{", "[]")) {
                Status status = session.calls().preview(tool, arguments).status();
                CallResult.Kind kind =
                        session.execute("c", tool, arguments, handlers).kind();
                assertThat(kind)
                        .as("%s %s %s", tool, arguments, status)
                        .isEqualTo(
                                switch (status) {
                                    case WILL_RUN -> CallResult.Kind.RAN;
                                    case WILL_ASK -> CallResult.Kind.DECLINED;
                                    case DENIED -> CallResult.Kind.DENIED;
                                    case INVALID -> CallResult.Kind.INVALID;
                                    case OPEN -> null;
                                });
            }
        }
        assertThat(ran).isNotEmpty();
    }

    @Test
    void executeDecidesRunsRecordsAndDelivers() {
        CallResult result = session.execute("c1", "write", write("src/./a"), handlers);
        assertThat(result.kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(result.success()).isTrue();
        assertThat(result.forModel()).isEqualTo("done");
        assertThat(result.arguments().orElseThrow().path("path").asText()).isEqualTo("src/./a");
        assertThat(session.execute("c2", "deploy", null, handlers).kind()).isEqualTo(CallResult.Kind.DENIED);
        session.execute("c3", "read", "", handlers);
        assertThat(session.execute("c4", "deploy", null, handlers).kind()).isEqualTo(CallResult.Kind.RAN);
        CallResult quiet = session.execute("c5", "quiet", "{}", handlers);
        assertThat(quiet.isNotice()).isTrue();
        assertThat(quiet.forModel()).startsWith("The call ran. ").doesNotContain("done");
        assertThat(records).extracting(CallRecord::callId).containsExactly("c1", "c2", "c3", "c4", "c5");
    }

    @Test
    void executeWithoutWaitingGivesTheSame() {
        CompletableFuture<CallResult> result =
                session.executeAsync("c", "read", "{}", handlers).toCompletableFuture();
        assertThat(result.join().forModel()).isEqualTo("done");
        assertThat(session.executeAsync("c", "write", write("secret/b"), handlers)
                        .toCompletableFuture()
                        .join()
                        .kind())
                .isEqualTo(CallResult.Kind.DENIED);
    }

    /** The host's own value goes back as it is, and only if the call ran and its result may be delivered. */
    @Test
    void theHostsValueGoesBackAsItIs() {
        Object own = new Object() {
            @Override
            public String toString() {
                return "own";
            }
        };
        GuardedCall.Result<Object> result = session.guard("c", "read", "{}")
                .run(arguments -> own, value -> ToolResult.success(TextNode.valueOf("for the model")));
        assertThat(result.returned()).containsSame(own);
        assertThat(result.forModel()).isEqualTo("for the model");
        GuardedCall.Result<Object> quiet = session.guard("c", "quiet", "{}")
                .run(arguments -> own, value -> ToolResult.success(TextNode.valueOf("for the model")));
        assertThat(quiet.returned()).isEmpty();
        assertThat(quiet.forModel()).startsWith("The call ran. ").doesNotContain("for the model");
        GuardedCall.Result<Object> denied = session.guard("c", "write", write("secret/a"))
                .run(arguments -> {
                    throw new AssertionError("it must not run");
                });
        assertThat(denied.returned()).isEmpty();
        assertThat(denied.thrown()).isEmpty();
        assertThat(denied.kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(session.guard("c", "read", "{}")
                        .run(arguments -> null)
                        .call()
                        .content()
                        .isNull())
                .isTrue();
    }

    @Test
    void theHostsExceptionIsAFailureAndComesBack() {
        IllegalStateException failure = new IllegalStateException("disk full");
        GuardedCall.Result<Object> result = session.guard("c", "read", "{}").run(arguments -> {
            throw failure;
        });
        assertThat(result.thrown()).containsSame(failure);
        assertThat(result.kind()).isEqualTo(CallResult.Kind.FAILED);
        assertThat(result.call().success()).isFalse();
        assertThat(result.forModel()).isEqualTo("read failed: disk full.");
        assertThat(session.calls().preview("deploy", "").willRun())
                .as("a failed read meets no requirement")
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"failure", "unknown", "throws", "null"})
    void aReturnThatDidNotSucceedMeetsNoRequirement(String outcome) {
        GuardedCall.Result<String> result = session.guard("c", "read", "{}")
                .run(arguments -> "value", value -> switch (outcome) {
                    case "failure" -> ToolResult.failure("it failed");
                    case "unknown" -> ToolResult.unknown("it is unknown");
                    case "null" -> null;
                    default -> throw new IllegalStateException("can't say");
                });
        assertThat(result.call().success()).isFalse();
        assertThat(result.returned()).as("the call had its effect").contains("value");
        assertThat(records.get(0).success())
                .isEqualTo(outcome.equals("failure") ? Optional.of(false) : Optional.empty());
        assertThat(session.calls().preview("deploy", "").willRun()).isFalse();
    }

    @Test
    void aStageOfTheHostIsAwaitedWithoutBlocking() {
        CompletableFuture<String> own = new CompletableFuture<>();
        CompletableFuture<GuardedCall.Result<String>> result = session.guard("c", "read", "{}")
                .runAsync(arguments -> own, value -> ToolResult.success(TextNode.valueOf(value)))
                .toCompletableFuture();
        assertThat(result).isNotDone();
        own.complete("late");
        assertThat(result.join().returned()).contains("late");
        CompletableFuture<String> failing = new CompletableFuture<>();
        CompletableFuture<GuardedCall.Result<String>> failed = session.guard("c", "read", "{}")
                .runAsync(arguments -> failing, value -> ToolResult.success(TextNode.valueOf(value)))
                .toCompletableFuture();
        failing.completeExceptionally(new IllegalStateException("gone"));
        assertThat(failed.join().thrown().orElseThrow()).hasMessage("gone");
        assertThat(failed.join().call().success()).isFalse();
    }

    @Test
    void aGuardedCallRunsOnce() {
        GuardedCall call = session.guard("c", "read", "{}");
        call.run(handlers);
        assertThatThrownBy(() -> call.run(handlers)).hasMessage("a guarded call can be used only once");
        assertThat(ran).hasSize(1);
    }

    /** Before and after in two places, or on two nodes. */
    @Test
    void aCallBegunHereIsFinishedThere() {
        GuardedCall begun = session.guard("c1", "read", "{}");
        assertThatThrownBy(begun::ticket).isInstanceOf(IllegalStateException.class);
        assertThat(begun.begin()).isEmpty();
        assertThat(session.calls().preview("deploy", "").willRun()).isFalse();
        PolicySession elsewhere = engine().session("s");
        CallResult result =
                elsewhere.calls().finished(begun.ticket(), ToolResult.success(TextNode.valueOf("it was read")));
        assertThat(result.forModel()).isEqualTo("it was read");
        assertThat(session.calls().preview("deploy", "").willRun()).isTrue();
        assertThatThrownBy(() -> session.calls().finished(begun.ticket(), ToolResult.failure("again")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("its outcome was recorded");
        assertThat(records).singleElement().matches(record -> record.callId().equals("c1"));
    }

    private String begun(String id, String tool, String arguments) {
        GuardedCall call = session.guard(id, tool, arguments);
        assertThat(call.begin()).isEmpty();
        return call.ticket();
    }

    /** Such an outcome has no turn that could ask, and a tool that is gone has no result rules. */
    @Test
    void aFinishedResultThatNoRuleAllowsIsNotShown() {
        String asks = begun("c", "shy", "{}");
        assertThat(session.calls()
                        .finished(asks, ToolResult.success(TextNode.valueOf("secret")))
                        .forModel())
                .isEqualTo("The call ran. Its result is not shown: that needs a person's approval.");
        String gone = begun("c", "read", "{}");
        PolicySession without =
                PolicyEngine.builder().sessions(settings).build().session("s");
        assertThat(without.calls()
                        .finished(gone, ToolResult.success(TextNode.valueOf("secret")))
                        .isNotice())
                .isTrue();
    }

    @Test
    void aCallThatMayNotRunHasNoTicket() {
        GuardedCall call = session.guard("c1", "write", write("secret/a"));
        assertThat(call.begin().orElseThrow().kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThatThrownBy(call::ticket).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(call::arguments).isInstanceOf(IllegalStateException.class);
        assertThat(records).extracting(CallRecord::callId).containsExactly("c1");
        assertThatThrownBy(() -> session.calls().finished("c1", ToolResult.success(TextNode.valueOf("x"))))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aBegunCallOfADeniedResultListDeliversANotice() {
        String ticket = begun("c", "quiet", "{}");
        assertThat(session.calls()
                        .finished(ticket, ToolResult.success(TextNode.valueOf("secret")))
                        .forModel())
                .startsWith("The call ran. ")
                .doesNotContain("secret");
    }

    private ApprovedCall approved(String tool) {
        ToolCallOutcome outcome = session.calls().call("c", tool).append("{}").finish();
        return outcome.approved().orElseThrow();
    }

    @Test
    void anApprovedCallRunsCodeAndRecordsIt() {
        assertThat(approved("read").run(() -> "text")).isEqualTo(ToolResult.success(TextNode.valueOf("text")));
        assertThat(session.calls().preview("deploy", "").willRun()).isTrue();
        String quiet = approved("quiet").run(() -> "text").fold(JsonNode::asText, reason -> reason);
        assertThat(quiet).startsWith("The call ran. ").doesNotContain("text");
        String shy = approved("shy").run(() -> "text").fold(JsonNode::asText, reason -> reason);
        assertThat(shy).startsWith("The call ran. ").doesNotContain("text");
        ApprovedCall failing = approved("read");
        assertThat(failing.run(() -> {
                    throw new IllegalStateException("no");
                }))
                .isEqualTo(ToolResult.failure("read failed: no."));
        assertThatThrownBy(() -> failing.run(() -> "again")).hasMessageContaining("has already run");
    }

    @Test
    void anApprovedCallThatIsClosedHasAnUnknownOutcome() {
        try (ApprovedCall call = approved("read")) {
            call.begin();
        }
        assertThat(session.calls().preview("deploy", "").willRun()).isFalse();
        for (int i = 0; i < 2; i++) {
            approved("quiet").close();
        }
        assertThat(session.calls().preview("quiet", "{}").willRun())
                .as("what it used stays used")
                .isFalse();
        ApprovedCall recorded = approved("read");
        recorded.succeeded(TextNode.valueOf("x"));
        recorded.close();
        assertThat(session.calls().preview("deploy", "").willRun()).isTrue();
    }

    record Write(Path path, String content) {}

    record Camel(String accountId, Optional<String> maybeMissing, Optional<Integer> given) {}

    /** Each form of the same arguments is the same call. */
    @Test
    void argumentsMayBeTextTreesMapsOrRecords() throws Exception {
        String text = write("src/a");
        JsonNode tree = new JsonMapper().readTree(text);
        for (Object arguments : Arrays.asList(
                text,
                new StringBuilder(text),
                tree,
                Map.of("path", "src/a", "content", "x"),
                Map.of("path", Path.of("src/a"), "content", 'x'),
                new Write(Path.of("src/a"), "x"))) {
            CallResult result = session.execute("c", "write", arguments, handlers);
            assertThat(result.arguments().orElseThrow())
                    .as(arguments.getClass().getName())
                    .isEqualTo(tree);
        }
        Map<String, Object> nested = new HashMap<>();
        nested.put("list", List.of(1, 2.50, new BigDecimal("1e2"), true));
        nested.put("array", new int[] {1, 2});
        nested.put("nothing", null);
        nested.put("record", new Camel("a", Optional.empty(), Optional.of(7)));
        assertThat(session.guard("c", "none", nested).run(handlers).kind()).isEqualTo(CallResult.Kind.INVALID);
    }

    @Test
    void aStringIsAlwaysJsonText() {
        assertThat(session.execute("c", "read", "\"{}\"", handlers).kind()).isEqualTo(CallResult.Kind.INVALID);
        assertThat(ran).isEmpty();
    }

    @Test
    void valuesWithoutAJsonFormAreAnErrorOfTheCaller() {
        Map<String, Object> circle = new HashMap<>();
        circle.put("self", circle);
        for (Object arguments :
                List.of(new Object(), Map.of("a", new Object()), Map.of("n", Double.NaN), Map.of(1, "x"), circle)) {
            assertThatThrownBy(() -> session.guard("c", "read", arguments))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("arguments");
        }
    }
}
