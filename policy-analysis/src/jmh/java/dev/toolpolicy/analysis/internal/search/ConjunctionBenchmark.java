package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
 * The time to check a list of a hundred rules over sixteen parameters and four facts, of which some have two to
 * four conditions, and to compare it with a changed one. Rules with one condition are about texts, paths and numbers,
 * the others about flags and single words too.
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class ConjunctionBenchmark {
    private static final int RULES = 100;
    private static final int PARAMETERS = 16;
    private static final int FACTS = 4;
    private static final List<ParameterType> TYPES = List.of(
            ParameterType.string(),
            ParameterType.path(),
            ParameterType.integer(),
            ParameterType.bool(),
            ParameterType.string("low", "mid", "high"));

    /** The number of rules with several conditions. */
    @Param({"30", "100"})
    public int conjunctions;

    private RuleScope scope = RuleScope.of(ToolSchema.of(), PathReading.PLAIN);
    private RuleList list = RuleList.empty();
    private RuleList changed = RuleList.empty();

    /** Makes the lists. */
    @Setup
    public void prepare() {
        Random random = new Random(1);
        scope = new RuleScope(schema("p", PARAMETERS), schema("f", FACTS), PathReading.PLAIN);
        Set<RuleSpec> rules = new LinkedHashSet<>();
        while (rules.size() < RULES) {
            int conditions = rules.size() % RULES < conjunctions ? 2 + random.nextInt(3) : 1;
            rules.add(rule(conditions, random));
        }
        List<RuleSpec> all = new ArrayList<>(rules);
        Collections.shuffle(all, random);
        list = new RuleList(all);
        List<RuleSpec> edited = new ArrayList<>(all);
        Collections.swap(edited, RULES / 3, RULES / 2);
        changed = new RuleList(edited);
    }

    private static ToolSchema schema(String name, int places) {
        List<Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < places; i++) {
            ParameterType type = TYPES.get(i % TYPES.size());
            parameters.add(Parameter.optional(name + i, i % 7 == 6 ? ParameterType.arrayOf(type) : type));
        }
        return ToolSchema.of(parameters.toArray(Parameter[]::new));
    }

    private RuleSpec rule(int conditions, Random random) {
        List<Condition> all = new ArrayList<>();
        for (int i = 0; i < conditions; i++) {
            boolean fact = random.nextInt(6) == 0;
            int place = random.nextInt(fact ? FACTS : PARAMETERS);
            while (conditions == 1 && place % TYPES.size() > 2) {
                place = random.nextInt(fact ? FACTS : PARAMETERS);
            }
            ArgumentPointer pointer = ArgumentPointer.of((fact ? "f" : "p") + place);
            Matcher matcher = matcher(place % TYPES.size(), random);
            all.add(fact ? Condition.onFact(pointer, matcher) : Condition.onArgument(pointer, matcher));
        }
        return RuleSpec.whenAll(all, Mode.values()[random.nextInt(4)]);
    }

    private static Matcher matcher(int type, Random random) {
        int value = random.nextInt(20);
        return switch (type) {
            case 0 -> Matcher.pattern("^(?:git|npm) [a-z]*" + random.nextInt(200));
            case 1 -> Matcher.prefix("dir" + value + "/sub" + random.nextInt(20));
            case 2 -> Matcher.constant(IntNode.valueOf(random.nextInt(200)));
            case 3 -> Matcher.constant(BooleanNode.valueOf(value % 2 == 0));
            default ->
                Matcher.constant(TextNode.valueOf(List.of("low", "mid", "high").get(value % 3)));
        };
    }

    /** The rules that never apply, and who takes their calls. */
    @Benchmark
    public CheckedRules check() {
        return RuleListCheck.check(scope, list);
    }

    /** A call for each rule, or who takes its calls. */
    @Benchmark
    public Reachability witnesses() {
        return Reachability.of(scope, list);
    }

    /** The list with one in which two rules have changed places. */
    @Benchmark
    public RuleListDiff compare() {
        return RuleListDiff.between(scope, list, changed);
    }
}
