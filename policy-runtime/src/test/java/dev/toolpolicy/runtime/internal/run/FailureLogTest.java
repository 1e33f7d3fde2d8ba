package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.CheckPolicy;
import dev.toolpolicy.runtime.HeardLog;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The log says why a call didn't run, or why its result is lost, once for each failure. */
class FailureLogTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final ToolSchema PATH = ToolSchema.of(Parameter.required("path", ParameterType.path()));

    private final Trap trap = new Trap();
    private final HeardLog log = new HeardLog(Level.FINE);

    @AfterEach
    void stopListening() {
        log.close();
    }

    /** Returns what becomes of a call that needs approval if the notice that its answer is used fails. */
    private List<String> noticeFails(Mode run, Mode delivery) {
        PermissionHandler failing = new PermissionHandler() {
            @Override
            public CompletionStage<Answer> ask(ApprovalRequest request) {
                return CompletableFuture.completedFuture(request.approve());
            }

            @Override
            public void answered(ApprovalRequest request) {
                throw new InternalError("test");
            }
        };
        PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        new TrappedService.Tool(trap, "tool", PATH, RuleList.of(RuleSpec.otherwise(run)), delivery))))
                .permission(PermissionSettings.of(failing).withExecutor(Runnable::run))
                .build()
                .session("s");
        CallResult result = session.guard("c", "tool", "{\"path\":\"a\"}")
                .run(arguments -> "text")
                .call();
        return List.of(ResultWords.of(result), result.forModel());
    }

    /** The warnings and errors about calls, and none about rules. */
    private List<String> failures() {
        return log.lines().stream()
                .filter(line -> !line.startsWith("FINE") && !line.startsWith("INFO") && !line.contains("[toolpolicy/"))
                .map(line -> line.replaceAll("#[^ ]*", "#"))
                .toList();
    }

    /** Runs one call of {@code write} in a turn. */
    private static List<String> turn(Bench bench, Executor threads) {
        ToolTurn turn = bench.session.turn(bench.tools(LONG, threads), bench.settings());
        turn.start(0, "c0", "write");
        turn.append(0, "{\"path\":\"tmp/a\"}");
        return Bench.words(
                turn.finish(ResponseEnd.COMPLETE).toCompletableFuture().join());
    }

    private PolicyEngineBuilder engine() {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(new TrappedService.Tool(
                        trap, "tool", PATH, RuleList.of(RuleSpec.otherwise(Mode.ALLOW)), Mode.ALLOW))));
    }

    private PolicySession session() {
        return engine().build().session("s");
    }

    /** A result that can't be written. */
    record Unwritable() {
        public String getText() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void anExecutorThatRejectsACall() {
        Executor full = task -> {
            throw new RejectedExecutionException("full");
        };
        assertThat(turn(new Bench(), full)).containsExactly("c0 failed: write failed: it could not be started.");
        assertThat(failures()).containsExactly("SEVERE the handler executor rejected call write# and a stack trace");
    }

    @Test
    void aResultThatCantBeWritten() {
        Bench bench = new Bench().writing((arguments, call) -> new Unwritable());
        assertThat(turn(bench, Runnable::run)).hasSize(1);
        assertThat(failures())
                .containsExactly("SEVERE the result of call write# can't be written as JSON and a stack trace");
    }

    @Test
    void anOutcomeFunctionThatThrows() {
        session().guard("c", "tool", "{\"path\":\"a\"}").run(arguments -> "paid", value -> {
            throw new IllegalStateException("no opinion");
        });
        assertThat(failures())
                .containsExactly("SEVERE what call tool# returned can't be judged; its outcome counts as unknown"
                        + " and a stack trace");
    }

    @Test
    void theCodeOfAnApprovedCall() {
        ApprovedCall call = session()
                .calls()
                .call("c", "tool")
                .append("{\"path\":\"a\"}")
                .finish()
                .approved()
                .orElseThrow();
        call.run(() -> {
            throw new IllegalStateException("disk full");
        });
        assertThat(failures())
                .containsExactly(
                        "WARNING the code of call tool# failed, or its result can't be written and a stack trace");
    }

    /** What succeeds after it was given up had its effect; a failure after that is no news. */
    @Test
    void aHandlerThatSucceedsAfterItWasGivenUp() {
        for (boolean fails : new boolean[] {true, false}) {
            CompletableFuture<String> stubborn = new CompletableFuture<>() {
                @Override
                public boolean cancel(boolean mayInterrupt) {
                    return false;
                }
            };
            Bench bench =
                    new Bench().writing((arguments, call) -> stubborn).begin().whole(0, "tmp/a");
            bench.finish();
            bench.turn().abandon("the user left");
            assertThat(fails ? stubborn.completeExceptionally(new IllegalStateException()) : stubborn.complete("late"))
                    .isTrue();
        }
        assertThat(log.lines())
                .filteredOn(line -> line.contains("given up"))
                .containsExactly(
                        "FINE call write#c0 went on after it was given up, and failed",
                        "WARNING call write#c0 went on after it was given up, and succeeded");
    }

    @Test
    void aToolThatBindsNothing() {
        trap.set(Trap.Hook.BIND, Trap.Fault.NULL);
        session().calls().call("c", "tool").append("{\"path\":\"a\"}").finish();
        assertThat(failures())
                .containsExactly(
                        "SEVERE concluding call tool# failed; it will not run and a stack trace",
                        "WARNING call tool# of session s is invalid (internal): Not run: an internal error stopped"
                                + " this call.");
    }

    @Test
    void anErrorOfTheMachineInTheResolverOfLinks() {
        PolicySession session = engine().paths(PathSettings.plain().withLinks(path -> {
                    throw new InternalError("test");
                }))
                .build()
                .session("s");
        assertThatThrownBy(() -> session.calls().call("c", "tool").append("{\"path\":\"a\"}"))
                .isInstanceOf(InternalError.class);
        assertThat(failures())
                .containsExactly(
                        "WARNING resolving the links of a path failed; its call needs approval and a stack trace",
                        "SEVERE reading a call's arguments failed; the call will not run and a stack trace");
    }

    /** Each call gets a result: it says no more than that. */
    @Test
    void aPolicyThatCancelsACallAtItsTurn() {
        AtomicBoolean cancels = new AtomicBoolean();
        Bench bench = new Bench(new CheckPolicy("failing", ToolPolicy.ArgumentNeeds.all(), call -> {
            if (cancels.get()) {
                throw new CancellationException("the user left");
            }
            return PolicyDecision.allow();
        }));
        bench.begin().whole(0, "tmp/a");
        cancels.set(true);
        assertThat(Bench.words(bench.finished()))
                .containsExactly("c0 invalid: Not run: an internal error stopped this call.");
        assertThat(failures())
                .containsExactly(
                        "SEVERE call write# failed and a stack trace",
                        "WARNING call write# of session s did not run: invalid");
    }

    @Test
    void anAnswerThatCantBeProcessed() {
        assertThat(noticeFails(Mode.ASK, Mode.ALLOW))
                .containsExactly(
                        "declined", "Not run: this call needs a person's approval, and processing the answer failed.");
        assertThat(noticeFails(Mode.ALLOW, Mode.ASK))
                .containsExactly("notice", "The call ran. Its result is not shown, because of an internal error.");
        assertThat(failures())
                .filteredOn(line -> line.startsWith("SEVERE"))
                .containsExactly(
                        "SEVERE processing an answer failed; the call will not run and a stack trace",
                        "SEVERE delivering the result of call tool# failed and a stack trace");
    }

    @Test
    void whatAHostGivesTooLate() {
        Bench bench = new Bench().begin().whole(0, "tmp/a");
        bench.turn().end(0);
        assertThat(bench.finished().results()).hasSize(1);
        bench.turn().append(0, "more");
        assertThat(log.lines())
                .contains(
                        "FINE position 0 ends without an open call", "FINE dropped a part of a response that is over");
    }
}
