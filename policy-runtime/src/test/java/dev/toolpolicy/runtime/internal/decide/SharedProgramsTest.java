package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.analysis.internal.read.Shapes;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A program of the parameters that its rules see decides as one of all parameters: tools that differ only there share it. */
class SharedProgramsTest {
    private static final int LISTS = Integer.getInteger("toolpolicy.rounds", 20);
    private static final int CALLS = 12;

    private int smaller;
    private int guarded;
    private int denied;

    private static RuleEvaluation read(CompiledRules rules, ToolSchema schema, Facts facts, String text) {
        TextPosition position = new TextPosition();
        RuleEvaluation evaluation = rules.begin(position, facts, true);
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(schema, evaluation.visitor()), position);
        for (int i = 0; i < text.length(); i++) {
            parser.append(text.substring(i, i + 1));
        }
        parser.finish();
        return evaluation;
    }

    private void compare(long seed) {
        Random random = new Random(seed);
        RandomCompound calls = new RandomCompound(random);
        RuleList list = calls.rules();
        boolean others = random.nextBoolean();
        ToolSchema schema = new ToolSchema(
                ParameterType.objectOf(RandomCompound.SCHEMA.parameters(), others ? ParameterType.path() : null));
        NormalPath.Form form = random.nextBoolean() ? NormalPath.Form.PLAIN.inWorkspace("/w") : NormalPath.Form.PLAIN;
        PathSettings paths = PathSettings.plain().withForm(form);
        ToolSchema seen = Shapes.seen(schema, Shapes.names(list));
        smaller += seen.parameters().size() < schema.parameters().size() ? 1 : 0;
        CompiledRules whole = CompiledRules.of(schema, RandomCompound.FACTS, list, paths);
        CompiledRules shared = CompiledRules.of(seen, RandomCompound.FACTS, list, paths);
        for (int i = 0; i < CALLS; i++) {
            ObjectNode arguments = calls.arguments();
            if (others) {
                arguments.put("other", random.nextBoolean() ? "/outside" : "a");
            }
            Facts facts = Facts.of(calls.facts()).with(Membership.in(calls.flows(), form));
            String what = "seed " + seed + ": " + list + "\n" + arguments;
            assertThat(shared.evaluate(arguments, facts)).as(what).isEqualTo(whole.evaluate(arguments, facts));
            assertThat(shared.secondOpinion(arguments, facts))
                    .as(what)
                    .isEqualTo(whole.secondOpinion(arguments, facts));
            assertThat(shared.guarded(arguments)).as(what).isEqualTo(whole.guarded(arguments));
            assertThat(shared.marked(arguments, facts)).as(what).isEqualTo(whole.marked(arguments, facts));
            assertThat(shared.deniesAll(facts)).as(what).isEqualTo(whole.deniesAll(facts));
            RuleEvaluation one = read(shared, schema, facts, arguments.toString());
            RuleEvaluation other = read(whole, schema, facts, arguments.toString());
            assertThat(one.verdict()).as(what).isEqualTo(other.verdict());
            assertThat(one.decidedAt()).as(what).isEqualTo(other.decidedAt());
            assertThat(one.explanation()).as(what).isEqualTo(other.explanation());
            guarded += whole.guarded(arguments).isPresent() ? 1 : 0;
            denied += whole.deniesAll(facts) ? 1 : 0;
        }
    }

    @Test
    void aProgramOfFewerParametersDecidesTheSame() {
        long seed = Long.getLong("toolpolicy.seed", 20_264);
        for (int i = 0; i < LISTS; i++) {
            compare(seed + i);
        }
        assertThat(smaller).isGreaterThan(LISTS / 3);
        assertThat(guarded).isGreaterThan(LISTS);
        assertThat(denied).isPositive();
    }
}
