package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one character costs, with ordinary and with adverse patterns, in chunks of 64; and what java.util.regex takes for
 * the same text at once, where that ends at all. The text holds no match, so all of it is looked at.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PatternBenchmark {
    private static final int LENGTH = 4096;
    private static final int CHUNK = 64;

    /** The pattern; the first is ordinary. */
    @Param({"rm\\s+-rf", "(a+)+$", "^(?:.*,){11}P", "(?:x+x+)+y", "sk-[a-z0-9]{8,}"})
    public String pattern;

    private String text = "";
    private TextAutomaton automaton = TextAutomaton.of(List.of(), AutomatonLimits.DEFAULT);
    private Pattern java = Pattern.compile("");
    private int[] state = {};

    /** Prepares the text and both implementations. */
    @Setup
    public void prepare() {
        text = "aaaa xx,rm -r sk-".repeat(LENGTH / 17 + 1).substring(0, LENGTH - 1) + "b";
        automaton = TextAutomaton.of(List.of(TextLanguage.pattern(pattern)), AutomatonLimits.DEFAULT);
        java = Pattern.compile(pattern);
        state = new int[automaton.stateSize()];
    }

    /** One character of a text that arrives in chunks. */
    @Benchmark
    @OperationsPerInvocation(LENGTH)
    public boolean step() {
        int[] known = state;
        TextAutomaton.Listener listener = (first, rules, matched, index) -> {};
        automaton.start(known, 0, listener);
        for (int at = 0; at < LENGTH; at += CHUNK) {
            for (int i = at; i < at + CHUNK; ) {
                i = automaton.step(known, text, i, at + CHUNK, listener);
            }
        }
        return automaton.isSettled(known);
    }

    /** One of the text's characters for java.util.regex; of adverse patterns only so many that it ends. */
    @Benchmark
    @OperationsPerInvocation(24)
    public boolean javaUtilRegex() {
        return java.matcher(text).region(0, 24).find();
    }
}
