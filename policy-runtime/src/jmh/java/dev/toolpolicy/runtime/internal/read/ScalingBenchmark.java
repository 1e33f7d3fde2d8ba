package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.runtime.call.ArgumentLimits;
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

/** Calls of growing length: the time a character must stay the same. Divide by the size. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class ScalingBenchmark {
    private static final ArgumentLimits LIMITS =
            ArgumentLimits.defaults().withText(1L << 30).withValues(Integer.MAX_VALUE);

    /** Which text. */
    @Param({"create", "modify", "numbers"})
    public String call;

    /** Its length in characters. */
    @Param({"4096", "65536", "1048576", "16777216"})
    public int size;

    private String[] chunks;

    /** Cuts the text into chunks of 61 characters, what nine in ten recorded chunks are within. */
    @Setup
    public void cut() {
        chunks = Workload.cut(Workload.text(call, size), 61);
    }

    /** The parser alone. */
    @Benchmark
    public boolean visitor() {
        return parse(new FragmentVisitor() {});
    }

    /** The parser and the values. */
    @Benchmark
    public Object values() {
        ValueAggregator values = new ValueAggregator();
        parse(values);
        return values.value();
    }

    private boolean parse(FragmentVisitor visitor) {
        FragmentParser parser = new FragmentParser(LIMITS, visitor);
        for (String part : chunks) {
            parser.append(part);
        }
        return parser.finish().isComplete();
    }
}
