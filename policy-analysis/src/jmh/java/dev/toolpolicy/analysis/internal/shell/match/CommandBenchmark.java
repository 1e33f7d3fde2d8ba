package dev.toolpolicy.analysis.internal.shell.match;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of a set of 1,300 patterns: to compile them, and for each character of a command line. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CommandBenchmark {
    private static final int PATTERNS = 1_300;
    private static final int LENGTH = 64;
    private static final String LINE =
            "name7 word35 word36 word37 word38 word39 'a b' \"$X\" > log && x xx".substring(0, LENGTH);

    private List<String> patterns = List.of();
    private CommandMachine every = CommandSet.of(List.of("x")).every();
    private CommandMachine some = every;
    private int[] state = {};

    /** Compiles the set. */
    @Setup
    public void prepare() {
        patterns = IntStream.range(0, PATTERNS)
                .mapToObj(i ->
                        IntStream.range(0, 5)
                                        .mapToObj(j -> " word" + (5 * i + j))
                                        .reduce("name" + i, String::concat) + " *")
                .toList();
        CommandSet set = CommandSet.of(patterns);
        every = set.every();
        some = set.some();
        state = new int[every.size() + some.size()];
    }

    /** Compiles the condition of rules that allow. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public CommandMachine compileEvery() {
        return CommandSet.of(patterns).every();
    }

    /** Compiles the condition of stricter rules. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public CommandMachine compileSome() {
        return CommandSet.of(patterns).some();
    }

    /** One character for a rule that allows. */
    @Benchmark
    @OperationsPerInvocation(LENGTH)
    public Verdict stepEvery() {
        return run(every);
    }

    /** One character for a stricter rule. */
    @Benchmark
    @OperationsPerInvocation(LENGTH)
    public Verdict stepSome() {
        return run(some);
    }

    private Verdict run(CommandMachine machine) {
        machine.start(state, 0);
        for (int i = 0; i < LENGTH; i++) {
            machine.step(state, 0, LINE.charAt(i));
        }
        return machine.end(state, 0);
    }
}
