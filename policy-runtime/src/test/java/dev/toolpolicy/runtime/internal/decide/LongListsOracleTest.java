package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lists of more rules than a word has bits, most of which fail at one character, beside the plain evaluation. */
class LongListsOracleTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.optional("one", ParameterType.string()),
            Parameter.optional("two", ParameterType.string()),
            Parameter.optional("number", ParameterType.integer()));
    private static final int LISTS = Integer.getInteger("toolpolicy.rounds", 75);
    private static final int CALLS = 20;

    private final Random random;
    private final long seed;

    LongListsOracleTest() {
        seed = Long.getLong("toolpolicy.seed", 20_261);
        random = new Random(seed);
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            word.append((char) ('a' + random.nextInt(5)));
        }
        return word.toString();
    }

    private Condition condition() {
        Argument.Text text = Argument.Text.at(random.nextInt(3) == 0 ? "/two" : "/one");
        Condition condition = switch (random.nextInt(7)) {
            case 0, 1 -> text.prefix(word());
            case 2, 3 -> text.constant(word());
            case 4 -> text.pattern(word());
            case 5 -> Argument.Numeric.at("/number").minimum(50 + random.nextInt(50));
            default -> Argument.Numeric.at("/number").maximum(-50 - random.nextInt(50));
        };
        return random.nextInt(40) == 0 ? condition.orAbsent() : condition;
    }

    private RuleList list() {
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = 40 + random.nextInt(160); i > 0; i--) {
            Mode mode = Mode.values()[random.nextInt(3)];
            rules.add(
                    random.nextInt(4) == 0
                            ? RuleSpec.whenAll(List.of(condition(), condition()), mode)
                            : RuleSpec.when(condition(), mode));
        }
        rules.add(RuleSpec.otherwise(Mode.ASK));
        return RuleList.of(rules.toArray(RuleSpec[]::new));
    }

    /** Few calls have a short word, which most lists decide early. */
    private ObjectNode call() {
        ObjectNode call = JsonNodeFactory.instance.objectNode();
        for (String name : List.of("one", "two")) {
            if (random.nextInt(5) > 0) {
                call.put(name, random.nextInt(6) == 0 ? word() : "x" + word());
            }
        }
        return random.nextInt(4) == 0 ? call : call.put("number", random.nextInt(120) - 60);
    }

    private static RuleDecision streamed(CompiledRules rules, String text) {
        TextPosition position = new TextPosition();
        RuleEvaluation evaluation = rules.begin(position, Facts.NONE, false);
        FragmentParser parser = new FragmentParser(
                ArgumentLimits.defaults(), new SchemaCheck(CompiledSchema.of(SCHEMA), evaluation.visitor()), position);
        text.chars().forEach(c -> parser.append(Character.toString(c)));
        parser.finish();
        return evaluation.verdict().orElseThrow();
    }

    @Test
    void eachRuleThatFailsIsPassed() {
        int late = 0;
        for (int i = 0; i < LISTS; i++) {
            RuleList list = list();
            CompiledRules rules = CompiledRules.of(SCHEMA, ToolSchema.of(), list, PathSettings.plain());
            RuleEvaluator plain =
                    new RuleEvaluator(new RuleScope(SCHEMA, ToolSchema.of(), PathReading.PLAIN), list.rules());
            for (int k = 0; k < CALLS; k++) {
                ObjectNode call = call();
                RuleEvaluator.Decision expected = plain.decide(call, JsonNodeFactory.instance.objectNode());
                String what = "seed " + seed + ": " + call + "\n" + list;
                for (RuleDecision decided :
                        List.of(rules.evaluate(call, Facts.NONE), streamed(rules, call.toString()))) {
                    assertThat(decided.mode()).as(what).isEqualTo(expected.mode());
                    assertThat(decided.rule().getAsInt())
                            .as(what)
                            .isEqualTo(expected.rule().orElseThrow());
                }
                late += expected.rule().orElseThrow() > Long.SIZE ? 1 : 0;
            }
        }
        assertThat(late).as("calls that a rule behind the first word decides").isGreaterThan(LISTS);
    }
}
