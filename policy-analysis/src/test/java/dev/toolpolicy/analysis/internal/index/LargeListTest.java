package dev.toolpolicy.analysis.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
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
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A hundred rules, thirty of them conjunctions, over twenty places are decided within the budget, which counts steps. */
class LargeListTest {
    private static final int RULES = 100;
    private static final int PLACES = 20;

    private final Random random = new Random(1);

    @Test
    void everyRuleIsDecidedWithinTheBudget() {
        List<Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            ParameterType type = List.of(ParameterType.string(), ParameterType.path(), ParameterType.integer())
                    .get(i % 3);
            parameters.add(Parameter.optional("p" + i, i % 2 == 0 ? type : ParameterType.arrayOf(type)));
        }
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = 0; i < RULES; i++) {
            rules.add(i % 10 == 9 ? rules.get(random.nextInt(rules.size())) : rule(i));
        }
        List<Diagnostic> found = RuleListCheck.check(
                        RuleScope.of(ToolSchema.of(parameters.toArray(Parameter[]::new)), PathReading.PLAIN),
                        new RuleList(rules))
                .diagnostics();
        assertThat(found)
                .filteredOn(each ->
                        each.severity() == Diagnostic.Severity.ERROR && each.code() != DiagnosticCode.UNREACHABLE_RULE)
                .isEmpty();
        assertThat(rules(found, DiagnosticCode.UNDECIDED_RULE)).isEmpty();
        assertThat(rules(found, DiagnosticCode.UNREACHABLE_RULE)).contains(9, 19, 29, 39, 49, 59, 69, 79, 89, 99);
    }

    private static List<Integer> rules(List<Diagnostic> found, DiagnosticCode code) {
        return found.stream()
                .filter(each -> each.code() == code)
                .map(Diagnostic::rule)
                .toList();
    }

    private RuleSpec rule(int number) {
        List<Condition> conditions = Stream.generate(() -> condition(number))
                .limit(number % 10 < 3 ? 2 : 1)
                .toList();
        return RuleSpec.whenAll(conditions, Mode.values()[random.nextInt(4)]);
    }

    private Condition condition(int number) {
        int place = random.nextInt(PLACES);
        Matcher matcher = matcher(number, place);
        Condition condition = Condition.onArgument(ArgumentPointer.of("p" + place), matcher);
        boolean counts = place % 2 == 1 && matcher.kind() != Matcher.Kind.COMMANDS;
        return counts ? condition.match(random.nextBoolean() ? Match.ALL : Match.ANY) : condition;
    }

    private Matcher matcher(int number, int place) {
        String text = "dir" + random.nextInt(40) + "/sub" + number;
        if (place % 3 == 2) {
            Matcher.Bound kind = random.nextBoolean() ? Matcher.Bound.MINIMUM : Matcher.Bound.EXCLUSIVE_MAXIMUM;
            return Matcher.bound(kind, ExactNumber.of(String.valueOf(number)));
        }
        return switch (random.nextInt(4)) {
            case 0 -> Matcher.pattern("\\.(?:pem|key)$|x" + number);
            case 1 -> Matcher.prefix(text);
            case 2 ->
                place % 3 == 1
                        ? Matcher.glob("dir" + number % 40 + "/**/*.java")
                        : Matcher.commands(List.of("tool" + number % 7 + " *", "git log *"), place % 2 == 1);
            default -> Matcher.constant(TextNode.valueOf(text));
        };
    }
}
