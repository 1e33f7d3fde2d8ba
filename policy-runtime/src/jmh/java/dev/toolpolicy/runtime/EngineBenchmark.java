package dev.toolpolicy.runtime;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.internal.engine.ManyRules;
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

/** The time to build an engine of one tool with a long rule list. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 3)
public class EngineBenchmark {

    /** How many rules there are. */
    @Param({"2000", "4000", "8000"})
    public int rules;

    /** What the rules look for. */
    @Param
    public ManyRules kind = ManyRules.CONST;

    private ToolCatalog tools = ToolCatalog.of(List.of());

    /** Makes the list. */
    @Setup
    public void prepare() {
        tools = ToolCatalog.of(
                List.of(DeclaredTool.of("many", kind.schema(rules)).withRun(kind.list(rules))));
    }

    /**
     * Builds the engine.
     *
     * @return the engine
     */
    @Benchmark
    public PolicyEngine build() {
        return PolicyEngine.builder().tools(tools).build();
    }
}
