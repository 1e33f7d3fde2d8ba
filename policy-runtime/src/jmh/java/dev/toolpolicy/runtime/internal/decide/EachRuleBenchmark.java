package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
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

/**
 * The cost of a decision where each rule is tracked by itself: rules with {@code match = all}, and explanations. The
 * call has eight names of twenty characters; only the last rule but one takes them all.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EachRuleBenchmark {
    private static final int NAMES = 8;

    /** The number of rules. */
    @Param({"10", "30", "100"})
    public int rules;

    /** The matchers of the rules: only prefixes, or as many patterns. */
    @Param({"prefixes", "mixed"})
    public String matchers;

    private final String text =
            "{\"names\":[" + "\"src/main/module/file\",".repeat(NAMES - 1) + "\"src/main/module/last\"]}";
    private CompiledRules all =
            CompiledRules.of(ToolSchema.of(), ToolSchema.of(), RuleList.empty(), PathSettings.plain());
    private CompiledRules any = all;
    private CompiledSchema schema = CompiledSchema.of(ToolSchema.of());
    private RuleEvaluation evaluation = all.begin(new TextPosition(), Facts.NONE, false);

    /** Compiles the lists and checks that the right rule decides. */
    @Setup
    public void prepare() {
        ToolSchema tool = ToolSchema.of(Parameter.required("names", ParameterType.arrayOf(ParameterType.string())));
        schema = CompiledSchema.of(tool);
        all = CompiledRules.of(
                tool, ToolSchema.of(), list(Argument.Text.at("/names").all()), PathSettings.plain());
        any = CompiledRules.of(tool, ToolSchema.of(), list(Argument.Text.at("/names")), PathSettings.plain());
        if (matchAll() != rules - 2 || explained() != rules - 2) {
            throw new IllegalStateException("the wrong rule decides");
        }
    }

    private RuleList list(Argument.Text names) {
        List<RuleSpec> list = new ArrayList<>();
        for (int i = 0; i < rules - 2; i++) {
            boolean isPattern = matchers.equals("mixed") && i % 2 == 1;
            list.add(RuleSpec.when(
                    isPattern ? names.pattern("^src/[a-z]+/lib" + i + "/") : names.prefix("src/main/part" + i + "/"),
                    dev.toolpolicy.annotation.Mode.DENY));
        }
        list.add(RuleSpec.when(names.prefix("src/main/"), dev.toolpolicy.annotation.Mode.ALLOW));
        list.add(RuleSpec.otherwise(dev.toolpolicy.annotation.Mode.ASK));
        return new RuleList(list);
    }

    /** Each rule needs all names. */
    @Benchmark
    public int matchAll() {
        TextPosition position = new TextPosition();
        return decide(all.begin(position, Facts.NONE, false), position);
    }

    /** Each rule needs one name, and the decision is explained. */
    @Benchmark
    public int explained() {
        TextPosition position = new TextPosition();
        return decide(any.begin(position, Facts.NONE, true), position);
    }

    private int decide(RuleEvaluation begun, TextPosition position) {
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(schema, begun.visitor()), position);
        parser.append(text).finish();
        return begun.verdict().orElseThrow().rule().orElse(-1);
    }
}
