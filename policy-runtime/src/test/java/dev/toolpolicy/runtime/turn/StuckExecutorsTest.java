package dev.toolpolicy.runtime.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.runtime.permission.PermissionHandler;
import dev.toolpolicy.runtime.permission.PermissionSettings;
import dev.toolpolicy.runtime.permission.Prompt;
import dev.toolpolicy.runtime.turn.CallResult.Kind;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Handlers that never answer, and executors that are full, drop or refuse what they are given: limits hold (C15, C41). */
@Timeout(20)
class StuckExecutorsTest {
    private static final Duration LIMIT = Duration.ofMillis(400);
    private static final ToolCatalog TOOLS = ToolCatalog.of(List.of(
            DeclaredTool.of("ask", ToolSchema.of()).withRun(RuleList.always(Mode.ASK)).withResult(RuleList.always(Mode.UNATTENDED)),
            DeclaredTool.of("run", ToolSchema.of()).withRun(RuleList.always(Mode.UNATTENDED)).withResult(RuleList.always(Mode.ASK))));
    private static final PermissionHandler APPROVING = prompt -> CompletableFuture.completedFuture(prompt.approve());

    private final CountDownLatch released = new CountDownLatch(1);
    private final List<ExecutorService> pools = new ArrayList<>();
    private final AtomicInteger ran = new AtomicInteger();

    /** Executors that don't do what they are given, until they are mended. */
    enum Stuck { FULL, DROPPING, REFUSING, FAILING }

    @AfterEach
    void release() {
        released.countDown();
        pools.forEach(ExecutorService::shutdownNow);
    }

    private ExecutorService pool(int threads) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        pools.add(pool);
        return pool;
    }

    private void block() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Executor executor(Stuck how) {
        ExecutorService pool = pool(1);
        if (how == Stuck.FULL) {
            pool.execute(this::block);
            return pool;
        }
        return task -> {
            if (released.getCount() == 0) {
                pool.execute(task);
            } else if (how == Stuck.REFUSING) {
                throw new RejectedExecutionException("full");
            } else if (how == Stuck.FAILING) {
                throw new NoClassDefFoundError("broken");
            }
        };
    }

    private static PolicyEngine engine(PermissionHandler handler, Executor executor) {
        return PolicyEngine.builder().tools(TOOLS)
                .permission(PermissionSettings.of(handler).within(LIMIT).on(executor)).build();
    }

    private ToolExecutor tools(Executor executor) {
        ToolHandler<ObjectNode> handler = (arguments, call) -> ran.incrementAndGet();
        return ToolExecutor.of(TOOLS).within(LIMIT).on(executor).handle("ask", handler).handle("run", handler).build();
    }

    private static ToolTurn begin(PolicySession session, ToolExecutor tools, String... names) {
        ToolTurn turn = session.turn(tools, TurnSettings.defaults());
        for (int i = 0; i < names.length; i++) {
            turn.start(i, "c" + i, names[i]);
            turn.append(i, "{}");
            turn.end(i);
        }
        turn.finish(ResponseEnd.COMPLETE);
        return turn;
    }

    private static List<CallResult> results(ToolTurn turn) throws Exception {
        return turn.result().toCompletableFuture().get(5, TimeUnit.SECONDS).results();
    }

    private static List<Kind> kinds(ToolTurn turn) throws Exception {
        return results(turn).stream().map(CallResult::kind).toList();
    }

    @ParameterizedTest
    @EnumSource(Stuck.class)
    void aPermissionExecutorThatIsStuckDeclinesInTimeAndWorksAgainLater(Stuck how) throws Exception {
        PolicySession session = engine(APPROVING, executor(how)).session("s");
        ToolExecutor tools = tools(pool(2));
        assertThat(kinds(begin(session, tools, "ask", "run", "ask")))
                .containsExactly(Kind.DECLINED, Kind.WITHHELD, Kind.DECLINED);
        assertThat(ran).hasValue(1);
        released.countDown();
        assertThat(kinds(begin(session, tools, "ask", "run"))).containsExactly(Kind.RETURNED, Kind.RETURNED);
    }

    @ParameterizedTest
    @EnumSource(Stuck.class)
    void aHandlerExecutorThatIsStuckFailsItsCallsInTimeAndWorksAgainLater(Stuck how) throws Exception {
        PolicySession session = engine(APPROVING, pool(2)).session("s");
        ToolExecutor tools = tools(executor(how));
        List<CallResult> results = results(begin(session, tools, "ask", "ask"));
        assertThat(results).extracting(CallResult::kind).containsExactly(Kind.FAILED, Kind.FAILED);
        assertThat(results.get(0).text()).isEqualTo(how == Stuck.FULL || how == Stuck.DROPPING
                ? "Tool 'ask' failed: it took longer than 400 ms"
                : "Tool 'ask' failed: it could not be started");
        assertThat(ran).hasValue(0);
        released.countDown();
        assertThat(kinds(begin(session, tools, "ask"))).containsExactly(Kind.RETURNED);
        assertThat(ran).as("what was given up doesn't run later").hasValue(1);
    }

    @Test
    void sessionsThatBlockAllThreadsOfHandlersHoldUpNobody() throws Exception {
        PolicyEngine engine = engine(prompt -> {
            block();
            return CompletableFuture.completedFuture(prompt.approve());
        }, pool(2));
        List<ToolTurn> turns = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            turns.add(begin(engine.session("s" + i), tools(pool(1)), "ask", "ask"));
        }
        for (ToolTurn turn : turns) {
            assertThat(kinds(turn)).containsExactly(Kind.DECLINED, Kind.DECLINED);
        }
        assertThat(ran).hasValue(0);
    }

    @Test
    void whoeverWaitsBehindATimeOutHoldsUpNoOtherTimeOut() throws Exception {
        PolicyEngine engine = engine(prompt -> new CompletableFuture<>(), pool(1));
        ToolTurn first = begin(engine.session("a"), tools(pool(1)), "ask");
        CountDownLatch blocking = new CountDownLatch(1);
        first.result().thenRun(() -> {
            blocking.countDown();
            block();
        });
        assertThat(blocking.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(kinds(begin(engine.session("b"), tools(pool(1)), "ask"))).containsExactly(Kind.DECLINED);
    }

    @Test
    void abandonAndCloseEndWhatWaits() throws Exception {
        PermissionHandler silent = prompt -> new CompletableFuture<Answer>();
        for (String what : List.of("ask", "run")) {
            PolicySession closed = longLimit(silent).session("s");
            ToolTurn turn = begin(closed, tools(pool(1)), what);
            closed.close();
            assertThat(kinds(turn)).containsExactly(what.equals("ask") ? Kind.DECLINED : Kind.WITHHELD);
            CompletableFuture<Prompt> asked = new CompletableFuture<>();
            ToolTurn abandoned = begin(longLimit(prompt -> {
                asked.complete(prompt);
                return new CompletableFuture<>();
            }).session("s"), tools(pool(1)), what);
            asked.get(5, TimeUnit.SECONDS);
            abandoned.abandon("the user left");
            assertThat(kinds(abandoned)).containsExactly(what.equals("ask") ? Kind.DECLINED : Kind.WITHHELD);
        }
    }

    private PolicyEngine longLimit(PermissionHandler handler) {
        return PolicyEngine.builder().tools(TOOLS).permission(PermissionSettings.of(handler)).build();
    }

    @Test
    void aLimitMayBeAsLongAsADurationCanBe() throws Exception {
        PolicySession session = PolicyEngine.builder().tools(TOOLS)
                .permission(PermissionSettings.of(APPROVING).within(Duration.ofSeconds(Long.MAX_VALUE))).build().session("s");
        ToolExecutor tools = ToolExecutor.of(TOOLS).within(Duration.ofSeconds(Long.MAX_VALUE))
                .handle("ask", (arguments, call) -> "").handle("run", (arguments, call) -> "").build();
        assertThat(kinds(begin(session, tools, "ask"))).containsExactly(Kind.RETURNED);
    }
}
