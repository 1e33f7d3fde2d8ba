package dev.toolpolicy.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of a whole call with a trivial handler: {@code execute} and {@code guard}, beside the same call fed to a turn
 * in one piece. Under a requirement, state is read and written for each call.
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class WholeCallBenchmark {
    private static final String TEXT = "{\"path\": \"src/main/Demo.java\", \"content\": \"class Demo {}\"}";

    /** Whether a requirement covers the tool. */
    @Param({"false", "true"})
    public boolean requirement;

    private PolicySession session;
    private ToolHandlers handlers;

    /** Creates the engine, and meets the requirement. */
    @Setup
    public void create() {
        Argument.Text path = Argument.Text.at("/path");
        ToolSchema schema = ToolSchema.of(
                Parameter.required("path", ParameterType.path()),
                Parameter.required("content", ParameterType.string()));
        RuleList rules = RuleList.of(RuleSpec.when(path.prefix("src/"), Mode.ALLOW), RuleSpec.otherwise(Mode.DENY));
        PolicyEngineBuilder builder = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("read", schema).withRun(rules).withResult(RuleList.always(Mode.ALLOW)),
                        DeclaredTool.of("write", schema).withRun(rules).withResult(RuleList.always(Mode.ALLOW)))));
        PolicyEngine engine = (requirement
                        ? builder.policies(Policies.requires("write", Requirement.sameArgument("/path", "read")))
                        : builder)
                .build();
        session = engine.session("s");
        handlers = ToolHandlers.builder(engine.tools())
                .otherwise((ObjectNode arguments, ToolHandlers.Handler.RunningCall call) -> "done")
                .on(Runnable::run)
                .build();
        session.execute("c", "read", TEXT, handlers);
    }

    /** Feeds the call to a turn, as one piece. */
    @Benchmark
    public TurnResult streamedInOnePiece() {
        ToolTurn turn = session.turn(handlers, TurnSettings.defaults());
        turn.start(0, "c", "write");
        turn.append(0, TEXT);
        turn.end(0);
        return turn.finish(ResponseEnd.COMPLETE).toCompletableFuture().join();
    }

    /** Executes the call on this thread. */
    @Benchmark
    public CallResult execute() {
        return session.execute("c", "write", TEXT, handlers);
    }

    /** Guards a host's call. */
    @Benchmark
    public GuardedCall.Result<String> guard() {
        return session.guard("c", "write", TEXT).run(arguments -> "done");
    }

    /** Checks, runs and records the call without a turn. */
    @Benchmark
    public ToolResult checkRunRecord() {
        return session.calls()
                .call("c", "write")
                .append(TEXT)
                .finish()
                .approved()
                .orElseThrow()
                .run(() -> "done");
    }

    /** Previews the call. */
    @Benchmark
    public CallPreview preview() {
        return session.calls().preview("write", TEXT);
    }
}
