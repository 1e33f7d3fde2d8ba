package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Guarded and approved calls that end late, fail in the host's own functions, or are used in the wrong order. */
class GuardedCallFaultsTest extends SampleTools {
    @Test
    void aCallWhoseOutcomeIsRecordedCantRunAfterwards() {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .policies(LimitPolicy.quota(1, "pay"))
                .build()
                .session("u1");
        for (int i = 0; i < 3; i++) {
            ApprovedCall call = session.calls()
                    .call("c" + i, "pay")
                    .append("{}")
                    .finish()
                    .approved()
                    .orElseThrow();
            call.failed(); // the quota is released
            assertThatThrownBy(() -> call.run(() -> ran.add("pay"))).isInstanceOf(IllegalStateException.class);
        }
        assertThat(ran).isEmpty();
    }

    /** Goes on until its run was given up, and then too. */
    private static void outlastTheLimit() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }

    @Test
    void aCallThatTimedOutReturnsNothing() {
        PolicySession session = PolicyEngine.builder().tools(tools()).build().session("u1");
        GuardedCall.Result<String> result = session.guard("c", "pay", "{}")
                .timeout(Duration.ofMillis(100))
                .run(arguments -> {
                    outlastTheLimit();
                    return "paid";
                });
        assertThat(result.call().success()).isFalse();
        assertThat(result.returned()).isEmpty();
    }

    @Test
    void aGuardedCallIsDecidedWhenItRuns() {
        PolicyEngine engine = PolicyEngine.builder().tools(tools()).build();
        PolicySession session = engine.session("u1");
        GuardedCall call = session.guard("c", "pay", "{}");
        assertThat(engine.reload(
                        PolicyEngine.layer(Map.of("pay", RuleList.of(RuleSpec.otherwise(Mode.DENY))), Map.of())))
                .isNotNull();
        assertThat(session.calls().preview("pay", "{}").status().name())
                .as("the reload is active")
                .isEqualTo("DENIED");
        assertThat(call.run(handlers()).kind()).isEqualTo(CallResult.Kind.DENIED);
    }

    @Test
    void aClosedSessionRunsNothing() {
        PolicySession session = PolicyEngine.builder().tools(tools()).build().session("u1");
        GuardedCall call = session.guard("c", "pay", "{}");
        session.close();
        assertThatThrownBy(() -> call.run(handlers())).isInstanceOf(IllegalStateException.class);
        assertThat(ran).isEmpty();
    }

    @Test
    void anAsynchronousCallEndsWhateverItsOutcomeFunctionThrows() {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .policies(LimitPolicy.quota(1, "pay"))
                .build()
                .session("u1");
        CompletableFuture<String> own = new CompletableFuture<>();
        CompletableFuture<GuardedCall.Result<String>> result = session.guard("c", "pay", "{}")
                .timeout(Duration.ofHours(1))
                .<String>runAsync(arguments -> own, value -> {
                    throw new InternalError("in the host's function");
                })
                .toCompletableFuture();
        own.complete("paid");
        assertThat(result).as("the host's stage is complete").succeedsWithin(Duration.ofMinutes(1));
    }

    @Test
    void aCancelledStageWithdrawsTheRequestOrEndsTheHostsStage() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools())
                .policies(LimitPolicy.quota(1))
                .permission(new Desk().settings())
                .build();
        PolicySession session = engine.session("u1");
        CompletableFuture<String> own = new CompletableFuture<>();
        cancel(session.guard("c", "deploy", "{}").runAsync(arguments -> own, ToolResult::failure));
        assertThat(engine.openRequests()).isZero();
        assertThat(own).as("deploy never began").isNotDone();
        cancel(session.guard("c", "pay", "{}").runAsync(arguments -> own, ToolResult::failure));
        assertThat(own).isCancelled();
        assertThat(session.calls().preview("pay", "{}").willRun())
                .as("what the unknown call used stays used")
                .isFalse();
    }

    private static void cancel(CompletionStage<?> result) {
        assertThat(result.toCompletableFuture().cancel(true)).isTrue();
    }

    @Test
    void aCallThatRanStaysCountedWhateverItsOutcomeFunctionThrows() {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .policies(LimitPolicy.quota(1, "pay"))
                .build()
                .session("u1");
        assertThatThrownBy(() -> session.guard("c", "pay", "{}").run(arguments -> ran.add("paid"), value -> {
                    throw new InternalError("in the host's function");
                }))
                .isInstanceOf(InternalError.class);
        assertThat(session.calls().preview("pay", "{}").willRun())
                .as("the quota of 1 is used")
                .isFalse();
    }

    @Test
    void aNestedOutcomeInsideOfRunIsNoException() {
        PolicySession session = PolicyEngine.builder().tools(tools()).build().session("u1");
        ApprovedCall call = session.calls()
                .call("c", "pay")
                .append("{}")
                .finish()
                .approved()
                .orElseThrow();
        ToolResult result = call.run(() -> {
            call.close(); // a try-with-resources around an inner use
            throw new IllegalStateException("disk full");
        });
        assertThat(result.isSuccess()).isFalse();
    }

    @Test
    void aTimedOutCallStaysCounted() {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .policies(LimitPolicy.quota(1, "pay"))
                .build()
                .session("u1");
        session.guard("c", "pay", "{}").timeout(Duration.ofMillis(100)).run(arguments -> {
            outlastTheLimit();
            return ran.add("paid");
        });
        assertThat(ran).hasSize(1);
        assertThat(session.calls().preview("pay", "{}").willRun())
                .as("it was paid")
                .isFalse();
    }

    @Test
    void aCallWithoutIdOrToolIsAnErrorAtOnceAndNoHang() {
        PolicySession session = PolicyEngine.builder().tools(tools()).build().newSession();
        assertThatThrownBy(() -> session.execute(nothing(), "pay", "{}", handlers()))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("callId");
        assertThatThrownBy(() -> session.guard("c", nothing(), "{}"))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("tool");
        assertThatThrownBy(() -> session.calls().call(nothing(), "pay")).hasMessage("callId");
    }

    /** What callers without null checks pass. */
    private static String nothing() {
        return System.getProperty("dev.toolpolicy.nothing");
    }

    @Test
    void callersWithoutASessionIdShareNone() {
        PolicyEngine engine = PolicyEngine.builder().tools(tools()).build();
        assertThatThrownBy(() -> engine.session(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must not be blank");
    }

    @Test
    void anErrorOfTheCodePassesThroughAfterTheOutcomeIsRecorded() {
        List<CallRecord> records = new ArrayList<>();
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .onCall(records::add)
                .build()
                .newSession();
        ApprovedCall failing = session.calls()
                .call("c1", "pay")
                .append("{}")
                .finish()
                .approved()
                .orElseThrow();
        assertThatThrownBy(() -> failing.run(() -> {
                    throw new InternalError("of the code");
                }))
                .isInstanceOf(InternalError.class);
        ApprovedCall unwritable = session.calls()
                .call("c2", "pay")
                .append("{}")
                .finish()
                .approved()
                .orElseThrow();
        assertThatThrownBy(() -> unwritable.run(() -> new Object() {
                    public String getName() {
                        throw new InternalError("of its result");
                    }
                }))
                .isInstanceOf(InternalError.class);
        assertThat(records)
                .extracting(record -> record.callId() + " " + record.success().orElseThrow())
                .containsExactly("c1 false", "c2 true");
    }

    /** The host's thread is interrupted while it waits, so nothing is left that could run or be answered later. */
    @Test
    void aCallWhoseThreadIsInterruptedEndsAtOnce() {
        Desk desk = new Desk();
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .permission(desk.settings())
                .build()
                .session("u1");
        for (String tool : List.of("pay", "deploy")) {
            Thread.currentThread().interrupt();
            CallResult result = session.guard("c", tool, "{}")
                    .run(arguments -> ran.add(tool))
                    .call();
            assertThat(Thread.interrupted()).as("the host's interrupt stays").isTrue();
            assertThat(result.kind()).isEqualTo(tool.equals("pay") ? CallResult.Kind.FAILED : CallResult.Kind.DECLINED);
            assertThat(result.forModel()).contains("the thread that waited for it was interrupted");
        }
        assertThat(ran).isEmpty();
        assertThat(desk.isIdle()).as("the request is withdrawn").isTrue();
    }
}
