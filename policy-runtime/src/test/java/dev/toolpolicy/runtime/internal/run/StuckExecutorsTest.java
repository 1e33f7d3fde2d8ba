package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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

/** Handlers that never answer, and executors that are full, drop or refuse what they are given: limits hold. */
@Timeout(60)
class StuckExecutorsTest {
    /** The limit of what never answers. */
    private static final Duration LIMIT = Duration.ofMillis(400);
    /** The limit of what answers, however busy the machine is. */
    private static final Duration LONG = Duration.ofSeconds(50);

    private static final ToolCatalog TOOLS = ToolCatalog.of(List.of(
            DeclaredTool.of("ask", ToolSchema.of())
                    .withRun(RuleList.always(Mode.ASK))
                    .withResult(RuleList.always(Mode.ALLOW)),
            DeclaredTool.of("run", ToolSchema.of())
                    .withRun(RuleList.always(Mode.ALLOW))
                    .withResult(RuleList.always(Mode.ASK))));
    private static final PermissionHandler APPROVING = request -> CompletableFuture.completedFuture(request.approve());

    private final CountDownLatch released = new CountDownLatch(1);
    private final List<ExecutorService> pools = new ArrayList<>();
    private final List<String> ran = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger turns = new AtomicInteger();

    /** Executors that don't do what they are given, until they are mended. */
    enum Stuck {
        FULL,
        DROPPING,
        REFUSING,
        FAILING
    }

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

    private static PolicyEngine engine(PermissionHandler handler, Duration limit, Executor executor) {
        return PolicyEngine.builder()
                .tools(TOOLS)
                .permission(PermissionSettings.of(handler).withLimit(limit).withExecutor(executor))
                .build();
    }

    private ToolHandlers tools(Duration limit, Executor executor) {
        ToolHandlers.Handler<ObjectNode> handler =
                (arguments, call) -> ran.add(call.call().id());
        return ToolHandlers.builder(TOOLS)
                .timeout(limit)
                .on(executor)
                .handle("ask", handler)
                .handle("run", handler)
                .build();
    }

    /** Begins a turn. The ids of its calls say which turn of the test it is, from 1. */
    private ToolTurn begin(PolicySession session, ToolHandlers tools, String... names) {
        ToolTurn turn = session.turn(tools, TurnSettings.defaults());
        String number = turns.incrementAndGet() + "-";
        for (int i = 0; i < names.length; i++) {
            turn.start(i, number + i, names[i]);
            turn.append(i, "{}");
            turn.end(i);
        }
        turn.finish(ResponseEnd.COMPLETE);
        return turn;
    }

    private static List<CallResult> results(ToolTurn turn) throws Exception {
        return turn.result().toCompletableFuture().get(40, TimeUnit.SECONDS).results();
    }

    private static List<String> kinds(ToolTurn turn) throws Exception {
        return results(turn).stream().map(ResultWords::of).toList();
    }

    /** Runs turns until one of them is in time: a busy machine can be late for a short limit. */
    private void awaitReturned(PolicySession session, ToolHandlers tools, String... names) throws Exception {
        List<String> wanted = Collections.nCopies(names.length, "returned");
        while (!kinds(begin(session, tools, names)).equals(wanted)) {
            assertThat(turns).as("turns until one is in time").hasValueLessThan(50);
        }
    }

    @ParameterizedTest
    @EnumSource(Stuck.class)
    void aStuckPermissionExecutorDeclinesInTimeAndRecovers(Stuck how) throws Exception {
        PolicySession session = engine(APPROVING, LIMIT, executor(how)).session("s");
        ToolHandlers tools = tools(LONG, pool(2));
        assertThat(kinds(begin(session, tools, "ask", "run", "ask"))).containsExactly("declined", "notice", "declined");
        assertThat(ran).containsExactly("1-1");
        released.countDown();
        awaitReturned(session, tools, "ask", "run");
        assertThat(ran).as("what was declined doesn't run later").doesNotContain("1-0", "1-2");
    }

    @ParameterizedTest
    @EnumSource(Stuck.class)
    void aStuckHandlerExecutorFailsCallsInTimeAndRecovers(Stuck how) throws Exception {
        PolicySession session = engine(APPROVING, LONG, pool(2)).session("s");
        ToolHandlers tools = tools(LIMIT, executor(how));
        List<CallResult> results = results(begin(session, tools, "ask", "ask"));
        assertThat(results).extracting(ResultWords::of).containsExactly("failed", "failed");
        assertThat(results.get(0).forModel())
                .isEqualTo(
                        how == Stuck.FULL || how == Stuck.DROPPING
                                ? "ask failed: it took longer than 400 milliseconds."
                                : "ask failed: it could not be started.");
        assertThat(ran).isEmpty();
        released.countDown();
        awaitReturned(session, tools, "ask");
        assertThat(ran).as("what was given up doesn't run later").doesNotContain("1-0", "1-1");
    }

    @Test
    void blockedHandlerThreadsDelayNoOtherSession() throws Exception {
        PolicyEngine engine = engine(
                request -> {
                    block();
                    return CompletableFuture.completedFuture(request.approve());
                },
                LIMIT,
                pool(2));
        List<ToolTurn> turns = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            turns.add(begin(engine.session("s" + i), tools(LONG, pool(1)), "ask", "ask"));
        }
        for (ToolTurn turn : turns) {
            assertThat(kinds(turn)).containsExactly("declined", "declined");
        }
        assertThat(ran).isEmpty();
    }

    @Test
    void callsBehindATimeOutDelayNoOtherTimeOut() throws Exception {
        PolicyEngine engine = engine(request -> new CompletableFuture<>(), LIMIT, pool(1));
        ToolTurn first = begin(engine.session("a"), tools(LONG, pool(1)), "ask");
        CountDownLatch blocking = new CountDownLatch(1);
        first.result().thenRun(() -> {
            blocking.countDown();
            block();
        });
        assertThat(blocking.await(40, TimeUnit.SECONDS)).isTrue();
        assertThat(kinds(begin(engine.session("b"), tools(LONG, pool(1)), "ask")))
                .containsExactly("declined");
    }

    @Test
    void abandonAndCloseEndWhatWaits() throws Exception {
        PermissionHandler silent = request -> new CompletableFuture<Answer>();
        for (String what : List.of("ask", "run")) {
            PolicySession closed = longLimit(silent).session("s");
            ToolTurn turn = begin(closed, tools(LONG, pool(1)), what);
            closed.close();
            assertThat(kinds(turn)).containsExactly(what.equals("ask") ? "declined" : "notice");
            CompletableFuture<ApprovalRequest> asked = new CompletableFuture<>();
            ToolTurn abandoned = begin(
                    longLimit(request -> {
                                asked.complete(request);
                                return new CompletableFuture<>();
                            })
                            .session("s"),
                    tools(LONG, pool(1)),
                    what);
            asked.get(40, TimeUnit.SECONDS);
            abandoned.abandon("the user left");
            assertThat(kinds(abandoned)).containsExactly(what.equals("ask") ? "declined" : "notice");
        }
    }

    private PolicyEngine longLimit(PermissionHandler handler) {
        return PolicyEngine.builder()
                .tools(TOOLS)
                .permission(PermissionSettings.of(handler))
                .build();
    }

    @Test
    void aLimitMayBeAsLongAsADurationCanBe() throws Exception {
        PolicySession session = PolicyEngine.builder()
                .tools(TOOLS)
                .permission(PermissionSettings.of(APPROVING).withLimit(Duration.ofSeconds(Long.MAX_VALUE)))
                .build()
                .session("s");
        ToolHandlers tools = ToolHandlers.builder(TOOLS)
                .timeout(Duration.ofSeconds(Long.MAX_VALUE))
                .handle("ask", (arguments, call) -> "")
                .handle("run", (arguments, call) -> "")
                .build();
        assertThat(kinds(begin(session, tools, "ask"))).containsExactly("returned");
    }
}
