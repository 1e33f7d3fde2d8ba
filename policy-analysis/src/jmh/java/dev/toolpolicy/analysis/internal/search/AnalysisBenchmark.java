package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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
 * The time to check a list and to compare it with a changed one: a fifth of the rules are patterns, the others
 * prefixes, constants and bounds, over strings, paths and numbers, half of them in arrays. Some have a second condition.
 * One in ten can't be reached.
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class AnalysisBenchmark {
    private static final List<String> PATTERNS = List.of(
            "rm\\s+-rf",
            "^sudo\\b",
            "(?:password|token)=",
            "\\.env$",
            "sk-[a-z0-9]{8,}",
            "^git (?:push|reset)",
            "[;&|]",
            "curl.*\\|\\s*sh",
            "\\.(?:pem|key)$",
            "^https?://");

    /** How many rules there are. */
    @Param({"10", "25", "50", "100", "200"})
    public int rules;

    /** How many places they are about. */
    @Param({"1", "20"})
    public int pointers;

    /** The percentage of rules with a second condition: a glob, commands, or one of the others. */
    @Param({"0", "30"})
    public int conjunctions;

    private ToolSchema schema = ToolSchema.of();
    private RuleList list = RuleList.empty();
    private RuleList changed = RuleList.empty();

    /** Makes the lists. */
    @Setup
    public void prepare() {
        Random random = new Random(1);
        List<Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < pointers; i++) {
            ParameterType type = List.of(ParameterType.string(), ParameterType.path(), ParameterType.integer())
                    .get(i % 3);
            parameters.add(Parameter.optional("p" + i, i % 2 == 0 ? type : ParameterType.arrayOf(type)));
        }
        schema = ToolSchema.of(parameters.toArray(Parameter[]::new));
        List<RuleSpec> all = new ArrayList<>();
        for (int i = 0; i < rules; i++) {
            all.add(i % 10 == 9 ? all.get(random.nextInt(all.size())) : rule(i, random));
        }
        list = new RuleList(all);
        List<Diagnostic> errors =
                RuleListCheck.check(RuleScope.of(schema, PathReading.PLAIN), list).diagnostics().stream()
                        .filter(each -> each.severity() == Diagnostic.Severity.ERROR
                                && each.code() != DiagnosticCode.UNREACHABLE_RULE)
                        .toList();
        if (!errors.isEmpty()) {
            throw new IllegalStateException("the rules are not valid: " + errors);
        }
        List<RuleSpec> edited = new ArrayList<>(all);
        Collections.swap(edited, rules / 3, rules / 2);
        changed = new RuleList(edited);
    }

    private RuleSpec rule(int number, Random random) {
        Condition condition = condition(number, random);
        Mode mode = Mode.values()[random.nextInt(4)];
        return number % 10 * 10 < conjunctions
                ? RuleSpec.whenAll(List.of(condition, second(number, random)), mode)
                : RuleSpec.when(condition, mode);
    }

    private Condition second(int number, Random random) {
        int place = random.nextInt(pointers);
        Matcher matcher = switch (place % 3) {
            case 0 -> Matcher.commands(List.of("tool" + number % 7 + " *", "git log *"), place % 2 == 1);
            case 1 ->
                Matcher.glob("dir" + number % 40 + "/**/*."
                        + List.of("md", "java", "txt").get(number % 3));
            default -> Matcher.bound(Matcher.Bound.MAXIMUM, ExactNumber.of(String.valueOf(number)));
        };
        return Condition.onArgument(ArgumentPointer.of("p" + place), matcher);
    }

    private Condition condition(int number, Random random) {
        int place = random.nextInt(pointers);
        boolean pattern = number % 5 == 0;
        while (pattern && place % 3 == 2) {
            place = random.nextInt(pointers);
        }
        String text = "dir" + random.nextInt(40) + "/sub" + number;
        Matcher matcher = pattern
                ? Matcher.pattern(PATTERNS.get(number / 5 % PATTERNS.size()) + (number < 50 ? "" : "|x" + number))
                : place % 3 == 2
                        ? Matcher.bound(Matcher.Bound.MINIMUM, ExactNumber.of(String.valueOf(1000 - number)))
                        : random.nextBoolean() ? Matcher.prefix(text) : Matcher.constant(TextNode.valueOf(text));
        Match match = random.nextBoolean() ? Match.ALL : Match.ANY;
        Condition condition = Condition.onArgument(ArgumentPointer.of("p" + place), matcher);
        return place % 2 == 1 ? condition.match(match) : condition;
    }

    /** Every rule with its witness, or who takes its calls. */
    @Benchmark
    public CheckedRules check() {
        return RuleListCheck.check(RuleScope.of(schema, PathReading.PLAIN), list);
    }

    /** The list with one in which two rules have changed places. */
    @Benchmark
    public RuleListDiff compare() {
        return RuleListDiff.between(schema, list, changed);
    }
}
