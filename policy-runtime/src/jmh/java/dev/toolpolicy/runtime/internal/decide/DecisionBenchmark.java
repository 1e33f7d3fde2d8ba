package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.ToolSchema;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * What one decision costs: on complete arguments, an {@link ObjectNode} for all that are compared, over a dozen calls
 * that fall to different rules; and on argument text, where others must parse it first. Each answer is compared with
 * that of the others before anything is measured.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecisionBenchmark {
    private static final int CALLS = 12;
    /** How many characters come at once. */
    private static final int PIECE = 16;

    /** How many rules the list has. The chain by hand has ten in any case. */
    @Param({"10", "100", "1000"})
    public int rules;

    /** Whether the parameter {@code path} is a path, which must be brought to its normal form, or a string. */
    @Param({"paths", "texts"})
    public String policy;

    private final ObjectMapper mapper = new ObjectMapper();
    private ObjectNode[] calls = {};
    private String[] texts = {};
    private CompiledRules compiled;
    private CompiledSchema schema;
    private IfChain.Long chain;
    private List<Condition> conditions = List.of();
    private List<Pattern> patterns = List.of();
    private Schema validator;

    /** Compiles everything and compares what they answer. */
    @Setup
    public void prepare() {
        ToolSchema tool = policy.equals("paths") ? DecisionPolicy.PATHS : DecisionPolicy.TEXTS;
        RuleList list = DecisionPolicy.rules(rules);
        calls = DecisionPolicy.calls().toArray(ObjectNode[]::new);
        texts = DecisionPolicy.calls().stream().map(ObjectNode::toString).toArray(String[]::new);
        compiled = CompiledRules.of(tool, ToolSchema.of(), list, PathSettings.plain());
        schema = CompiledSchema.of(tool);
        chain = new IfChain.Long(list, policy.equals("paths"));
        conditions = DecisionPolicy.conditions(list);
        patterns = conditions.stream()
                .map(condition -> condition.matchers().get(0))
                .map(first -> Pattern.compile(first.kind() == Matcher.Kind.PATTERN ? first.text() : ""))
                .toList();
        validator = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(DecisionSchema.of(list));
        for (int i = 0; i < calls.length; i++) {
            int answer = compiled.evaluate(calls[i], Facts.NONE).rule().orElse(-1);
            int ten = ten(calls[i]);
            int expected = ten < 7 ? ten : ten + rules - 10;
            if (answer != expected || chain.decide(calls[i]) != expected || stream(texts[i]) != expected) {
                throw new IllegalStateException(calls[i] + ": " + answer + " and " + expected);
            }
            boolean unattended = compiled.evaluate(calls[i], Facts.NONE).mode() == dev.toolpolicy.annotation.Mode.ALLOW;
            if (policy.equals("texts") && validator.validate(calls[i]).isEmpty() != unattended) {
                throw new IllegalStateException(calls[i] + ": the schema says otherwise");
            }
        }
    }

    private int ten(ObjectNode call) {
        return policy.equals("paths") ? IfChain.paths(call) : IfChain.texts(call);
    }

    /** Tool Policy. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void compiled(Blackhole sink) {
        for (ObjectNode call : calls) {
            sink.consume(compiled.evaluate(call, Facts.NONE));
        }
    }

    /** Ten rules by hand, whatever the length of the list. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void tenByHand(Blackhole sink) {
        if (policy.equals("paths")) {
            for (ObjectNode call : calls) {
                sink.consume(IfChain.paths(call));
            }
        } else {
            for (ObjectNode call : calls) {
                sink.consume(IfChain.texts(call));
            }
        }
    }

    /** As many conditions, one after the other. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void chain(Blackhole sink) {
        for (ObjectNode call : calls) {
            sink.consume(chain.decide(call));
        }
    }

    /** As many conditions, each finding its argument by a JSON Pointer; paths count as texts. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void interpreter(Blackhole sink) {
        for (ObjectNode call : calls) {
            sink.consume(IfChain.interpret(conditions, patterns, call));
        }
    }

    /** Tool Policy on argument text in small pieces: parsed, checked and decided. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void compiledOnText(Blackhole sink) {
        for (String text : texts) {
            sink.consume(stream(text));
        }
    }

    /**
     * networknt's validator of JSON Schema, with a schema that says whether a call may run unattended. It knows no
     * paths, and no order of rules: what says no is one part of it, what says yes another.
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void jsonSchema(Blackhole sink) {
        for (ObjectNode call : calls) {
            sink.consume(validator.validate(call).isEmpty());
        }
    }

    private int stream(String text) {
        TextPosition position = new TextPosition();
        RuleEvaluation evaluation = compiled.begin(position, Facts.NONE, false);
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(schema, evaluation.visitor()), position);
        for (int at = 0; at < text.length(); at += PIECE) {
            parser.append(text.substring(at, Math.min(text.length(), at + PIECE)));
        }
        parser.finish();
        return evaluation.verdict().orElseThrow().rule().orElse(-1);
    }

    /** Ten rules by hand on argument text, which Jackson parses first. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void tenByHandOnText(Blackhole sink) throws JsonProcessingException {
        for (String text : texts) {
            sink.consume(ten((ObjectNode) mapper.readTree(text)));
        }
    }
}
