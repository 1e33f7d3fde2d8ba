package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.ToolSchema;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A turn that is abandoned at any point: what runs is stopped, what would start doesn't, and each call has a result. */
class AbandonedTurnTest {
    private static final String GONE = "the user left";
    private static final String HIDDEN = " Its result is not shown: the turn was cancelled: the user left.";

    private static List<String> ended(ToolTurn turn) {
        return Bench.words(turn.result().toCompletableFuture().join());
    }

    /** Begins a turn whose handlers run on these threads, with one allowed call, and ends its response. */
    private static ToolTurn allowed(Bench bench, ToolHandlers tools) {
        ToolTurn turn = bench.session.turn(tools, TurnSettings.defaults());
        turn.start(0, "c0", "write");
        turn.append(0, "{\"path\":\"tmp/a\"}");
        turn.finish(ResponseEnd.COMPLETE);
        return turn;
    }

    @Test
    void aResultThatAPersonIsAskedAboutIsNotShown() {
        Bench bench = new Bench(true, RuleList.always(Mode.ASK)).begin().whole(0, "tmp/a");
        CompletableFuture<TurnResult> result = bench.finish();
        bench.desk.heard();
        bench.turn().abandon(GONE);
        assertThat(Bench.words(result.join())).containsExactly("c0 notice: The call ran." + HIDDEN);
        assertThat(bench.desk.heard()).containsExactly("withdraw c0: " + GONE);
    }

    /** A request for a call or a result that waits behind the shown one isn't shown only to be withdrawn. */
    @Test
    void onlyTheShownRequestIsWithdrawn() {
        Bench calls = new Bench().begin().whole(0, "src/a").whole(1, "src/b").whole(2, "src/c");
        Bench results = new Bench(true, RuleList.always(Mode.ASK))
                .begin()
                .whole(0, "tmp/a")
                .whole(1, "tmp/b")
                .whole(2, "tmp/c");
        results.finish();
        for (Bench bench : List.of(calls, results)) {
            bench.desk.heard();
            bench.turn().abandon(GONE);
            assertThat(ended(bench.turn())).hasSize(3);
            assertThat(bench.desk.heard()).singleElement().asString().startsWith("withdraw c0: ");
        }
    }

    /** It had no turn yet, so it is neither recorded nor counted as a call that ran. */
    @Test
    void aCallBehindOneThatRunsIsDeclined() {
        Bench bench = new Bench().writing((arguments, call) -> new CompletableFuture<>());
        bench.begin(TurnSettings.defaults()).whole(0, "tmp/a").whole(1, "tmp/b").finish();
        bench.turn().abandon(GONE);
        assertThat(ended(bench.turn()))
                .containsExactly(
                        "c0 lost: write failed: the user left.",
                        "c1 declined: Not run: this call was cancelled: the user left.");
        assertThat(bench.records.get(1).verdict()).contains(CallRecord.Verdict.DECLINED);
    }

    /** Stored, it would run once the call before it is approved. */
    @Test
    void aCallBehindOneThatWaitsForApprovalIsNotStored() {
        ToolCatalog catalog = ToolCatalog.of(List.of(
                DeclaredTool.of("pay", ToolSchema.of()).withRun(RuleList.always(Mode.ASK)),
                DeclaredTool.of("look", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW)),
                DeclaredTool.of("note", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW))));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(catalog)
                .sessions(SessionSettings.inMemory()
                        .withStoredApprovals(Duration.ofHours(1))
                        .withIndependentTools(Set.of("look")))
                .build();
        ToolHandlers tools = ToolHandlers.builder(catalog)
                .on(Runnable::run)
                .otherwise((arguments, call) -> new CompletableFuture<>())
                .build();
        ToolTurn turn = engine.session("s").turn(tools, TurnSettings.defaults());
        for (ToolSpec<?> tool : catalog.tools()) {
            int position = turn.calls().size();
            turn.start(position, "c" + position, tool.name());
            turn.append(position, "{}");
        }
        turn.finish(ResponseEnd.COMPLETE);
        turn.abandon(GONE);
        assertThat(turn.result().toCompletableFuture().join().results())
                .extracting(CallResult::kind)
                .containsExactly(CallResult.Kind.PENDING, CallResult.Kind.LOST, CallResult.Kind.DECLINED);
        assertThat(engine.approvals().list(ApprovalQuery.all()))
                .extracting(each -> each.call().tool())
                .containsExactly("pay");
    }

    @Test
    void aRequestThatAbandonsItsTurnIsWithdrawn() {
        List<String> withdrawn = new ArrayList<>();
        AtomicReference<ToolTurn> turn = new AtomicReference<>();
        PermissionHandler leaving = new PermissionHandler() {
            @Override
            public CompletionStage<Answer> ask(ApprovalRequest request) {
                turn.get().abandon(GONE);
                return new CompletableFuture<>();
            }

            @Override
            public void withdrawn(ApprovalRequest request, String reason) {
                withdrawn.add(request.callId() + " " + reason);
            }
        };
        Bench bench = new Bench(true, RuleList.always(Mode.ASK));
        turn.set(PolicyEngine.builder()
                .tools(bench.session.offeredTools())
                .permission(PermissionSettings.of(leaving).withExecutor(Runnable::run))
                .build()
                .session("s")
                .turn(bench.tools(Duration.ofSeconds(20), Runnable::run), TurnSettings.defaults()));
        turn.get().start(0, "c0", "write");
        turn.get().append(0, "{\"path\":\"tmp/a\"}");
        turn.get().finish(ResponseEnd.COMPLETE);
        assertThat(ended(turn.get())).containsExactly("c0 notice: The call ran." + HIDDEN);
        assertThat(withdrawn).containsExactly("c0 the answer is no longer needed");
    }

    /** The handler's thread is interrupted for this call only, and the engine's user never sees that. */
    @Test
    void aHandlerThatRunsIsStopped() {
        CompletableFuture<String> late = new CompletableFuture<>();
        List<Object> outcomes = List.of("value", new IllegalStateException("broken"), late);
        for (Object outcome : outcomes) {
            Bench bench = new Bench();
            bench.writing((arguments, call) -> {
                bench.ran.add("cancelled " + call.isCancelled());
                bench.turn().abandon(GONE);
                bench.ran.add("cancelled " + call.isCancelled());
                if (outcome instanceof RuntimeException failure) {
                    throw failure;
                }
                return outcome;
            });
            bench.begin(TurnSettings.defaults()).whole(0, "tmp/a").run(1);
            TurnResult result = bench.finished();
            assertThat(Thread.interrupted()).as("after %s", outcome).isFalse();
            assertThat(bench.ran).containsExactly("cancelled false", "cancelled true");
            assertThat(Bench.words(result))
                    .containsExactly(
                            "c0 lost: write failed: the user left.",
                            "c1 declined: Not run: this call was cancelled: the user left.");
            CallRecord lost = bench.records.get(0);
            assertThat(lost.verdict()).contains(CallRecord.Verdict.RAN);
            assertThat(lost.success()).isEmpty();
        }
        assertThat(late).isCancelled();
    }

    @Test
    void nobodyIsAskedAboutALostResult() {
        Bench bench = new Bench(true, RuleList.always(Mode.ASK));
        bench.writing((arguments, call) -> {
            bench.turn().abandon(GONE);
            return "value";
        });
        bench.begin(TurnSettings.defaults()).whole(0, "tmp/a");
        bench.finish();
        assertThat(ended(bench.turn()))
                .singleElement()
                .asString()
                .startsWith("c0 notice: ")
                .endsWith(HIDDEN);
        assertThat(bench.desk.heard()).isEmpty();
    }

    @Test
    void anInterruptOfTheHandlersOwnStays() {
        for (boolean fails : new boolean[] {true, false}) {
            Bench bench = new Bench();
            bench.writing((arguments, call) -> {
                Thread.currentThread().interrupt();
                if (fails) {
                    throw new IllegalStateException("broken");
                }
                return "value";
            });
            bench.begin(TurnSettings.defaults()).whole(0, "tmp/a").finished();
            assertThat(Thread.interrupted()).as("it fails: %s", fails).isTrue();
        }
    }

    @Test
    void aCallThatWaitsForAThreadNeverRuns() {
        Bench bench = new Bench();
        Queue<Runnable> waiting = new ArrayDeque<>();
        ToolTurn turn = allowed(bench, bench.tools(Duration.ofSeconds(20), waiting::add));
        assertThat(waiting).hasSize(1);
        turn.abandon(GONE);
        waiting.remove().run();
        assertThat(bench.ran).isEmpty();
        assertThat(ended(turn)).containsExactly("c0 failed: write failed: the user left.");
    }

    /** The turn is abandoned by the code that reads the arguments for the handler. */
    @Test
    void aCallThatIsAboutToStartNeverStarts() {
        Bench bench = new Bench();
        ToolSpec<?> written = bench.session.offeredTools().tools().get(0);
        ToolSpec<?> leaving = (ToolSpec<?>) Proxy.newProxyInstance(
                ToolSpec.class.getClassLoader(), new Class<?>[] {ToolSpec.class}, (spec, method, arguments) -> {
                    if (method.getName().equals("bind")) {
                        bench.turn().abandon(GONE);
                    }
                    return method.invoke(written, arguments);
                });
        Executor never = task -> bench.ran.add("started");
        ToolHandlers tools = ToolHandlers.builder(bench.session.offeredTools())
                .on(never)
                .handle(leaving, (arguments, call) -> bench.ran.add("ran"))
                .otherwise((arguments, call) -> "other")
                .build();
        bench.begin(tools).whole(0, "tmp/a").finish();
        assertThat(ended(bench.turn())).containsExactly("c0 failed: write failed: the user left.");
        assertThat(bench.ran).isEmpty();
    }
}
