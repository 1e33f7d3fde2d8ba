package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.flow.Arrival.Reach;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.Policies;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What policies cost a call: its preview, and its check with the telling of its success, in memory. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PolicyCheckBenchmark {
    private final ToolCall call = new ToolCall(
            "call_1",
            "write_file",
            JsonNodeFactory.instance.objectNode().put("path", "src/main.rs").put("content", "fn main() {}"));

    /** How many policies govern the tool. */
    @Param({"0", "1", "10"})
    public int policies;

    private PolicyRegistry session = new PolicyRegistry("session");

    /** A session in which the file was read. */
    @Setup
    public void read() {
        session = new PolicyRegistry("session");
        for (int i = 0; i < policies; i++) {
            KeyedDependency write =
                    KeyedDependency.of("write_file", CallKey.pathAt("/path")).after("read_file");
            session.register(Policies.keyed("policy " + i, List.of(write)));
        }
        ToolCall read = new ToolCall(
                "call_0", "read_file", JsonNodeFactory.instance.objectNode().put("path", "./src/main.rs"));
        session.outcomes()
                .record(
                        session.check(read, false, new Turn()),
                        ToolResult.success(NullNode.getInstance()),
                        Reach.MODEL,
                        () -> "");
        if (session.check(call, false, new Turn()).denial().isPresent()) {
            throw new IllegalStateException("the call is denied");
        }
    }

    /**
     * The preview.
     *
     * @return what it says
     */
    @Benchmark
    public PolicyPreview preview() {
        return session.preview(call, true);
    }

    /**
     * The check that counts, and the success.
     *
     * @return the check
     */
    @Benchmark
    public CheckedCall checkAndSuccess() {
        CheckedCall checked = session.check(call, false, new Turn());
        session.outcomes().record(checked, ToolResult.success(NullNode.getInstance()), Reach.MODEL, () -> "");
        return checked;
    }
}
