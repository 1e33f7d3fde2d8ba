package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.run.Trap.Fault;
import dev.toolpolicy.runtime.internal.run.Trap.Hook;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every hook fails in every way: the turn gets its result, nothing runs that wasn't
 * approved, what ran is told, and the next turn of the session goes well.
 */
@Timeout(60)
class UserCodeFaultsTest {
    private static final Logger LOGS = Logger.getLogger("dev.toolpolicy");
    /** The limit of what never answers. */
    private static final Duration SHORT = Duration.ofMillis(30);
    /** The limit of what answers, however busy the machine is. */
    private static final Duration LONG = Duration.ofSeconds(50);
    /** Where no answer to an approval request comes. */
    private static final Set<Hook> UNANSWERED = EnumSet.of(Hook.REFRESHED, Hook.WITHDRAWN);
    /** Where the store fails, or the clock, without which it isn't used. */
    private static final Set<Hook> FAILING_STORE = EnumSet.of(
            Hook.STORE_LOCAL, Hook.STORE_READ, Hook.STORE_WRITE, Hook.STORE_OUTCOME, Hook.CLOCK, Hook.CLOCK_AFTER_RUN);
    /** How long a store that fails is tried again. */
    private static final Duration PATIENCE = Duration.ofMillis(10);

    private static final ToolSchema PATH = ToolSchema.of(
            Parameter.required("path", ParameterType.path()), Parameter.optional("content", ParameterType.string()));
    private static final Set<Hook> ASKING = EnumSet.of(Hook.ASK, Hook.ASK_STAGE, Hook.WITHDRAWN);
    /** What can't be null, or makes no difference if it is. */
    private static final Set<Hook> GIVES_NOTHING = EnumSet.of(
            Hook.TURN_LISTENER,
            Hook.POLICY_LISTENER,
            Hook.SHADOW_LISTENER,
            Hook.DISPLAY,
            Hook.CANCEL_UPSTREAM,
            Hook.HANDLER_CANCEL,
            Hook.HANDLER_STAGE,
            Hook.HANDLER_RESULT,
            Hook.REFRESHED,
            Hook.ANSWERED,
            Hook.WITHDRAWN,
            Hook.HANDLER_EXECUTOR,
            Hook.PERMISSION_EXECUTOR);

    private final Trap trap = new Trap();
    private final AtomicBoolean handlerRan = new AtomicBoolean();
    private final ManualClock clock = new ManualClock(() ->
            trap.pass(handlerRan.get() && !trap.isAt(Hook.CLOCK) ? Hook.CLOCK_AFTER_RUN : Hook.CLOCK, Instant::now));
    private final List<String> ran = Collections.synchronizedList(new ArrayList<>());

    @BeforeAll
    static void beQuiet() {
        LOGS.setLevel(Level.OFF);
    }

    @AfterAll
    static void beLoud() {
        LOGS.setLevel(null);
    }

    static Stream<Arguments> cases() {
        return Stream.of(Hook.values())
                .flatMap(hook -> Stream.of(Fault.values())
                        .filter(fault -> fault != Fault.NULL || !GIVES_NOTHING.contains(hook))
                        .map(fault -> Arguments.of(hook, fault)));
    }

    private Executor executor(Hook hook) {
        return task -> {
            trap.pass(hook);
            Thread thread = new Thread(task, "trapped");
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((failing, failure) -> {});
            thread.start();
        };
    }

    private ToolSpec<?> tool(String name, Mode delivery, RuleSpec... rules) {
        return new TrappedService.Tool(trap, name, PATH, RuleList.of(rules), delivery);
    }

    private PolicyEngine engine(Hook hook, List<CallRecord> heard) {
        RuleSpec allow = RuleSpec.otherwise(Mode.ALLOW);
        var builder = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        tool(
                                "write",
                                Mode.ALLOW,
                                RuleSpec.when(Argument.Text.at("/path").prefix("ask"), Mode.ASK),
                                allow),
                        tool("peek", Mode.ASK, allow),
                        tool("fail", Mode.ALLOW, allow),
                        tool("denied", Mode.ALLOW, allow))))
                .onCall(record -> {
                    heard.add(record);
                    trap.pass(Hook.TURN_LISTENER);
                })
                .policies(new TrappedService.Policy(trap))
                .permission(PermissionSettings.of(new TrappedService.Asked(trap))
                        .withLimit(UNANSWERED.contains(hook) ? SHORT : LONG)
                        .withExecutor(executor(Hook.PERMISSION_EXECUTOR)))
                .sessions(SessionSettings.inMemory()
                        .withStore(new TrappedService.Store(trap))
                        .withClock(clock)
                        .withListeners(List.of(event -> trap.pass(Hook.POLICY_LISTENER)), true)
                        .withRedactor(event -> trap.pass(Hook.REDACTOR, () -> event))
                        .withRetryTimeout(FAILING_STORE.contains(hook) ? PATIENCE : LONG)
                        .withOpenCalls(1000))
                .shadow(PolicyEngine.layer(Map.of("write", RuleList.always(Mode.DENY)), Map.of()))
                .onShadow(event -> trap.pass(Hook.SHADOW_LISTENER));
        return (hook == Hook.LINKS
                        ? builder.paths(
                                PathSettings.plain().withLinks(path -> trap.pass(Hook.LINKS, () -> Optional.of(path))))
                        : builder)
                .build();
    }

    private ToolHandlers tools(PolicyEngine engine, Hook hook) {
        ToolHandlers.Handler<ObjectNode> write = (arguments, call) -> {
            ran.add(call.call().id());
            handlerRan.set(true);
            if (trap.isAt(Hook.HANDLER_CANCEL)) {
                return new TrappedService.Endless(trap);
            }
            Throwable later = trap.failure(Hook.HANDLER_STAGE);
            return later == null
                    ? trap.pass(Hook.HANDLER, () -> new TrappedService.Result(trap))
                    : CompletableFuture.failedFuture(later);
        };
        return ToolHandlers.builder(engine.tools())
                .timeout(hook == Hook.HANDLER_CANCEL ? SHORT : LONG)
                .on(executor(Hook.HANDLER_EXECUTOR))
                .handle("write", write)
                .handle("peek", write)
                .handle("denied", write)
                .handle("fail", (arguments, call) -> {
                    ran.add(call.call().id());
                    throw new IllegalStateException("this handler fails");
                })
                .build();
    }

    /** A part of a response; only what the specification lets through may come out of it. */
    private static void feed(Hook hook, Fault fault, Runnable part) {
        try {
            part.run();
        } catch (Throwable escaped) {
            assertThat(fault.isFatal() || hook.isPolicy() && fault.isCancellation())
                    .as("%s, %s: %s came out on the reading thread", hook, fault, escaped)
                    .isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    private TurnResult turn(PolicySession session, ToolHandlers tools, Hook hook, Fault fault) throws Exception {
        TurnSettings settings = hook == Hook.CANCEL_UPSTREAM
                ? TurnSettings.defaults().withCancellation(() -> trap.pass(Hook.CANCEL_UPSTREAM))
                : TurnSettings.defaults();
        ToolTurn turn = session.turn(tools, settings);
        List<String> names =
                hook == Hook.CANCEL_UPSTREAM ? List.of("denied") : List.of("write", "write", "peek", "fail", "denied");
        List<String> paths = List.of("tmp/a", "ask/b", "c", "d", "e");
        for (int i = 0; i < names.size(); i++) {
            int position = i;
            feed(hook, fault, () -> turn.start(position, "c" + position, names.get(position)));
            feed(hook, fault, () -> turn.append(position, "{\"path\":\"" + paths.get(position) + "\","));
            feed(hook, fault, () -> turn.append(position, "\"content\":\"x\"}"));
            feed(hook, fault, () -> turn.end(position));
        }
        feed(hook, fault, () -> turn.finish(ResponseEnd.COMPLETE));
        return turn.result().toCompletableFuture().get(40, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachHookFailsInEachWay(Hook hook, Fault fault) throws Exception {
        List<CallRecord> heard = Collections.synchronizedList(new ArrayList<>());
        PolicyEngine engine = engine(hook, heard);
        ToolHandlers tools = tools(engine, hook);
        try (PolicySession session = engine.session("s")) {
            session.onProgress(progress -> trap.pass(Hook.DISPLAY));
            trap.set(hook, fault);
            TurnResult result = turn(session, tools, hook, fault);

            assertThat(result.results()).hasSize(hook == Hook.CANCEL_UPSTREAM ? 1 : 5);
            assertThat(heard).as("each call is told").hasSameSizeAs(result.results());
            assertNothingUnapprovedRan(hook, fault);
            assertWhatRanIsTold(result);
            trap.unset();
            handlerRan.set(false);
            assertTheNextTurnGoesWell(session, tools, hook);
        }
    }

    private void assertNothingUnapprovedRan(Hook hook, Fault fault) {
        assertThat(ran).as("denied").doesNotContain("c4");
        if (ASKING.contains(hook) || hook == Hook.PERMISSION_EXECUTOR) {
            assertThat(ran).as("not approved").doesNotContain("c1");
        }
        boolean undecided = hook == Hook.STORE_READ
                || hook == Hook.STORE_WRITE
                || hook == Hook.CLOCK
                || hook == Hook.BIND
                || hook == Hook.POLICY_CHECK
                || hook == Hook.POLICY_FOR_CALL
                || hook == Hook.POLICY_ON_CHECK;
        if (undecided) {
            assertThat(ran).as("%s failed by %s", hook, fault).isEmpty();
        }
        assertThat(ran).doesNotHaveDuplicates();
    }

    private void assertWhatRanIsTold(TurnResult result) {
        for (CallRecord record : result.records()) {
            boolean told = record.steps().stream().anyMatch(each -> each.kind() == CallStep.Kind.RAN);
            String kind = result.results().stream()
                    .filter(each -> each.serial() == record.serial())
                    .findFirst()
                    .map(ResultWords::of)
                    .orElseThrow();
            if (ran.contains(record.callId())) {
                assertThat(told)
                        .as("the record of %s has its run", record.callId())
                        .isTrue();
                assertThat(kind).isIn("returned", "failed", "lost", "notice");
            }
        }
    }

    private void assertTheNextTurnGoesWell(PolicySession session, ToolHandlers tools, Hook hook) throws Exception {
        ran.clear();
        session.policies().reset("trapped");
        TurnResult next = turn(session, tools, Hook.BIND, Fault.NULL);
        assertThat(next.results()).hasSize(5);
        if (UNANSWERED.contains(hook) || hook == Hook.HANDLER_CANCEL) {
            return; // its limit is too short to be sure of more on a machine that has much else to do
        }
        assertThat(next.results())
                .extracting(ResultWords::of)
                .containsExactly("returned", "returned", "returned", "failed", "denied");
        assertThat(ran).as("after %s", hook).containsExactly("c0", "c1", "c2", "c3");
    }
}
