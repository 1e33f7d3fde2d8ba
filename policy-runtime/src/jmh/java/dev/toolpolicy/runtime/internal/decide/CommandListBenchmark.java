package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** A decision by a rule with 1,300 patterns of commands of 8,000 words, beside the same list as constants and prefixes. */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CommandListBenchmark {
    private static final int PATTERNS = 1_300;
    private static final int WORDS = 8_000;
    private static final int CALLS = 6;
    private static final ToolSchema SCHEMA = ToolSchema.of(Parameter.required("command", ParameterType.string()));

    /** How the list is written. */
    @Param({"commands", "texts"})
    public String list;

    private ObjectNode[] calls = {};
    private CompiledRules compiled =
            CompiledRules.of(ToolSchema.of(), ToolSchema.of(), RuleList.empty(), PathSettings.plain());

    /** Compiles the list and checks the answers: four of the six calls are allowed. */
    @Setup
    public void prepare() {
        List<String> texts = texts();
        compiled = CompiledRules.of(
                SCHEMA,
                ToolSchema.of(),
                list.equals("commands") ? commands(texts) : rules(texts),
                PathSettings.plain());
        calls = IntStream.range(0, CALLS)
                .mapToObj(i -> texts.get(i * 200 + i % 2)
                        + List.of("", " -x --level=3", "y").get(i % 3))
                .map(line -> JsonNodeFactory.instance.objectNode().put("command", line))
                .toArray(ObjectNode[]::new);
        for (int i = 0; i < CALLS; i++) {
            boolean allowed = compiled.evaluate(calls[i], Facts.NONE).mode() == Mode.ALLOW;
            if (allowed != isAllowed(i)) {
                throw new IllegalStateException(calls[i] + " is " + (allowed ? "" : "not ") + "allowed");
            }
        }
    }

    /** A text with an odd index may go on; the others stand alone. */
    private static boolean isAllowed(int call) {
        return call % 3 == 0 || call % 3 == 1 && call % 2 == 1;
    }

    private static List<String> texts() {
        List<String> texts = new ArrayList<>();
        int word = 0;
        for (int i = 0; i < PATTERNS; i++) {
            StringBuilder text = new StringBuilder("name" + i % 300);
            for (int j = 0; j < 6; j++) {
                text.append(' ').append(Integer.toString(1_000_003 * (word++ % WORDS), Character.MAX_RADIX));
            }
            texts.add(text.toString().replace("-", ""));
        }
        return texts;
    }

    private static RuleList commands(List<String> texts) {
        String[] patterns = IntStream.range(0, PATTERNS)
                .mapToObj(i -> texts.get(i) + (i % 2 == 1 ? " *" : ""))
                .toArray(String[]::new);
        return RuleList.of(
                RuleSpec.when(Argument.Text.at("/command").commands(patterns), Mode.ALLOW),
                RuleSpec.otherwise(Mode.ASK));
    }

    private static RuleList rules(List<String> texts) {
        ArgumentPointer command = ArgumentPointer.parse("/command");
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = 0; i < PATTERNS; i++) {
            Matcher matcher =
                    i % 2 == 1 ? Matcher.prefix(texts.get(i) + " ") : Matcher.constant(TextNode.valueOf(texts.get(i)));
            rules.add(RuleSpec.when(Condition.onArgument(command, matcher), Mode.ALLOW));
            if (i % 2 == 1) {
                rules.add(RuleSpec.when(
                        Condition.onArgument(command, Matcher.constant(TextNode.valueOf(texts.get(i)))), Mode.ALLOW));
            }
        }
        rules.add(RuleSpec.otherwise(Mode.ASK));
        return new RuleList(rules);
    }

    /** Decides on complete arguments. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void decide(Blackhole sink) {
        for (ObjectNode call : calls) {
            sink.consume(compiled.evaluate(call, Facts.NONE));
        }
    }
}
