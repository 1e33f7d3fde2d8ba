package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Handlers: what they give, how they fail, how long they may take. */
class ToolHandlersTest {
    private static final ToolCatalog TOOLS =
            ToolCatalog.of(List.of(DeclaredTool.of("tool", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW))));

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private final PolicySession session = PolicyEngine.builder()
            .tools(TOOLS)
            .policies(new Listening())
            .build()
            .session("s");

    /** Writes down what it is told. */
    private final class Listening implements ToolPolicy {
        @Override
        public String name() {
            return "listening";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.everyTool();
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return PolicyDecision.allow();
        }

        @Override
        public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
            told.add("succeeded");
            return state;
        }

        @Override
        public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
            told.add("failed");
            return state;
        }
    }

    private ApprovedCall approved() {
        ToolCallOutcome outcome =
                session.calls().call("id", "tool").append("{}").finish();
        return outcome.approved().orElseThrow();
    }

    private static ToolHandlers executor(ToolHandlers.Handler<ObjectNode> handler, Duration limit) {
        return ToolHandlers.builder(TOOLS)
                .timeout(limit)
                .handle("tool", handler)
                .build();
    }

    private String run(ToolHandlers.Handler<ObjectNode> handler) {
        return words(approved()
                .runAsync(executor(handler, Duration.ofSeconds(30)))
                .toCompletableFuture()
                .join());
    }

    private static String words(ToolResult result) {
        return result.fold(value -> "success " + value, reason -> reason);
    }

    record Point(int x, int y) {}

    @Test
    void aHandlerGivesAValueOrAStageOfOne() {
        assertThat(run((arguments, call) -> "text")).isEqualTo("success \"text\"");
        assertThat(run((arguments, call) -> null)).isEqualTo("success null");
        assertThat(run((arguments, call) -> new Point(1, 2))).isEqualTo("success {\"x\":1,\"y\":2}");
        assertThat(run((arguments, call) -> Map.of("a", List.of(1, true)))).isEqualTo("success {\"a\":[1,true]}");
        assertThat(run((arguments, call) -> CompletableFuture.supplyAsync(() -> 7)))
                .isEqualTo("success 7");
        assertThat(run((arguments, call) -> call.call().tool() + call.context().session()))
                .isEqualTo("success \"tools\"");
        assertThat(told).hasSize(6).containsOnly("succeeded");
    }

    @Test
    void errorsAreFailuresThatPoliciesHearOf() {
        assertThat(run((arguments, call) -> {
                    throw new java.io.IOException("disk full");
                }))
                .isEqualTo("tool failed: disk full.");
        assertThat(run((arguments, call) -> {
                    throw new StackOverflowErrorLike();
                }))
                .isEqualTo("tool failed: stack overflow error like.");
        assertThat(run((arguments, call) -> CompletableFuture.failedFuture(new IllegalStateException("later"))))
                .isEqualTo("tool failed: later.");
        assertThat(run((arguments, call) -> CompletableFuture.supplyAsync(() -> {
                    throw new IllegalArgumentException("in a stage");
                })))
                .isEqualTo("tool failed: in a stage.");
        assertThat(told).hasSize(4).containsOnly("failed");
    }

    /** It may have had its effect before, so policies hear of no failure, and what it used of a limit stays used. */
    @Test
    void codeThatIsCancelledOrInterruptedHasAnUnknownOutcome() {
        assertThat(run((arguments, call) -> {
                    throw new InterruptedException();
                }))
                .isEqualTo("tool failed: it was interrupted.");
        assertThat(run((arguments, call) -> {
                    CompletableFuture<Object> stage = new CompletableFuture<>();
                    stage.cancel(true);
                    return stage;
                }))
                .isEqualTo("tool failed: it was interrupted.");
        assertThat(told).isEmpty();
    }

    private static final class StackOverflowErrorLike extends AssertionError {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void aResultThatCantBeWrittenIsASuccessAllTheSame() {
        assertThat(run((arguments, call) -> new Object()))
                .isEqualTo("success \"The call ran and succeeded, but its result can't be written as JSON.\"");
        assertThat(told).containsExactly("succeeded");
    }

    @Test
    void slowHandlersFailAndAreInterrupted() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicReference<ToolHandlers.Handler.RunningCall> running = new AtomicReference<>();
        ToolResult result = approved()
                .runAsync(executor(
                        (arguments, call) -> {
                            running.set(call);
                            try {
                                Thread.sleep(60_000);
                            } catch (InterruptedException e) {
                                interrupted.countDown();
                            }
                            return "late";
                        },
                        Duration.ofMillis(40)))
                .toCompletableFuture()
                .join();
        assertThat(words(result)).isEqualTo("tool failed: it took longer than 40 milliseconds.");
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(running.get().isCancelled()).isTrue();
        assertThat(told).as("it may have had its effect").isEmpty();
    }

    @Test
    void aStageThatTakesTooLongIsCancelled() {
        CompletableFuture<String> never = new CompletableFuture<>();
        ToolResult result = approved()
                .runAsync(executor((arguments, call) -> never, Duration.ofMillis(40)))
                .toCompletableFuture()
                .join();
        assertThat(words(result)).endsWith("it took longer than 40 milliseconds.");
        assertThat(never).isCancelled();
        assertThat(told).as("it may have had its effect").isEmpty();
    }

    /** It had no effect, so policies release what they reserved. */
    @Test
    void aCallThatTimesOutBeforeItBeginsHasFailed() {
        List<Runnable> queue = Collections.synchronizedList(new ArrayList<>());
        ToolHandlers stuck =
                executor((arguments, call) -> "never", Duration.ofMillis(20)).on(queue::add);
        ToolResult result = approved().runAsync(stuck).toCompletableFuture().join();
        assertThat(result.kind()).isEqualTo(ToolResult.Kind.FAILURE);
        assertThat(told).containsExactly("failed");
        queue.forEach(Runnable::run);
        assertThat(told).as("it is not run afterwards").containsExactly("failed");
    }

    @Test
    void anApprovedCallBindsItsArgumentsToItsToolOnly() {
        assertThat(approved().as(DeclaredTool.of("tool", ToolSchema.of()))).hasToString("{}");
        ApprovedCall call = approved();
        assertThatThrownBy(() -> call.as(DeclaredTool.of("other", ToolSchema.of())))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aCallRunsOnce() {
        ToolHandlers executor = executor((arguments, call) -> "x", Duration.ofSeconds(20));
        ApprovedCall call = approved();
        call.runAsync(executor).toCompletableFuture().join();
        assertThatThrownBy(() -> call.runAsync(executor))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("call tool#id has already run");
        assertThat(told).containsExactly("succeeded");
    }

    /** A tool that can't represent its arguments, as after its server has changed it. */
    private record Broken(DeclaredTool tool) implements ToolSpec<Integer> {
        @Override
        public String name() {
            return tool.name();
        }

        @Override
        public String description() {
            return tool.description();
        }

        @Override
        public ToolSchema schema() {
            return tool.schema();
        }

        @Override
        public Optional<RuleList> run() {
            return tool.run();
        }

        @Override
        public Optional<RuleList> result() {
            return tool.result();
        }

        @Override
        public List<Requirement> requirements() {
            return tool.requirements();
        }

        @Override
        public Integer bind(ObjectNode arguments) {
            throw new IllegalStateException("no such number");
        }
    }

    @Test
    void argumentsThatTheHandlersToolCantRepresentAreAFailure() {
        ToolHandlers wrong = ToolHandlers.builder(TOOLS)
                .handle(new Broken(DeclaredTool.of("tool", ToolSchema.of())), (number, call) -> "never")
                .build();
        assertThat(words(approved().runAsync(wrong).toCompletableFuture().join()))
                .isEqualTo("tool failed: no such number.");
        assertThat(told).containsExactly("failed");
    }

    @Test
    void theOrderOfTheBuildersCallsDoesNotMatter() {
        for (boolean first : new boolean[] {true, false}) {
            ToolHandlers.Builder builder = ToolHandlers.builder(TOOLS);
            if (first) {
                builder.timeout(Duration.ofMillis(20));
            }
            builder.handle("tool", (arguments, call) -> new CompletableFuture<>());
            if (!first) {
                builder.timeout(Duration.ofMillis(20));
            }
            assertThat(words(approved()
                            .runAsync(builder.build())
                            .toCompletableFuture()
                            .join()))
                    .as("the timeout first: %s", first)
                    .contains("it took longer than");
        }
    }

    @Test
    void aTimeoutBelongsToItsHandler() {
        ToolHandlers own = ToolHandlers.builder(TOOLS)
                .handle(
                        DeclaredTool.of("tool", ToolSchema.of()),
                        Duration.ofMillis(20),
                        (arguments, call) -> new CompletableFuture<>())
                .build();
        assertThat(words(approved().runAsync(own).toCompletableFuture().join()))
                .contains("longer than 20 milliseconds");
    }

    @Test
    void oneHandlerRunsAllOtherTools() {
        ToolHandlers others = ToolHandlers.builder(TOOLS)
                .otherwise((arguments, call) -> call.call().tool() + arguments)
                .build();
        assertThat(words(approved().runAsync(others).toCompletableFuture().join()))
                .isEqualTo("success \"tool{}\"");
    }

    @Test
    void anExecutorThatRefusesIsAFailure() {
        ToolHandlers refusing = ToolHandlers.builder(TOOLS)
                .handle("tool", (arguments, call) -> "never")
                .on(task -> {
                    throw new RejectedExecutionException("full");
                })
                .build();
        assertThat(words(approved().runAsync(refusing).toCompletableFuture().join()))
                .isEqualTo("tool failed: it could not be started.");
        assertThat(told).containsExactly("failed");
    }

    @Test
    void aToolWithoutHandlerIsSaidWhenTheExecutorIsBuilt() {
        ToolCatalog two =
                ToolCatalog.of(List.of(DeclaredTool.of("a", ToolSchema.of()), DeclaredTool.of("b", ToolSchema.of())));
        assertThatThrownBy(() -> ToolHandlers.builder(two)
                        .handle("c", (arguments, call) -> "")
                        .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "tool \"a\" has no handler; tool \"b\" has no handler; " + "handler for unknown tool \"c\"");
        assertThatThrownBy(() -> ToolHandlers.builder(two)
                        .handle("a", (arguments, call) -> "")
                        .handle("a", (arguments, call) -> ""))
                .hasMessage("tool \"a\" has two handlers");
    }

    @Test
    void anErrorOfTheMachinePassesThroughAfterTheCallHasFailed() {
        ToolHandlers handlers = executor((arguments, call) -> "never", Duration.ofSeconds(20));
        ApprovedCall call = approved();
        assertThatThrownBy(() -> call.runAsync(handlers.on(task -> {
                    throw new InternalError("of the executor");
                })))
                .isInstanceOf(InternalError.class);
        assertThat(told).containsExactly("failed");
        ToolHandlers writing = executor(
                (arguments, running) -> new Object() {
                    public String getText() {
                        throw new InternalError("of the result");
                    }
                },
                Duration.ofSeconds(20));
        ApprovedCall other = approved();
        assertThatThrownBy(() -> other.runAsync(writing.on(Runnable::run))).isInstanceOf(InternalError.class);
        assertThat(told).containsExactly("failed", "succeeded");
    }
}
