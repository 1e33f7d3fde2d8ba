package dev.toolpolicy.runtime.internal.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.argument.ArgumentLimits;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.runtime.decision.Explanation;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.compound.CompoundRules;
import dev.toolpolicy.runtime.internal.json.FragmentParser;
import dev.toolpolicy.runtime.internal.json.SchemaCheck;
import dev.toolpolicy.runtime.internal.json.TextPosition;
import dev.toolpolicy.runtime.internal.place.Facts;
import dev.toolpolicy.runtime.internal.place.RuleProgram;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Both programs say the same of a call, and why. */
class ExplanationParityTest {
    private static final int LISTS = 20_000;

    @Test
    void bothProgramsExplainTheSame() {
        long seed = Long.getLong("toolpolicy.seed", 81_204);
        int compared = 0;
        for (long end = seed + LISTS; seed < end; seed++) {
            Random random = new Random(seed);
            RandomCalls calls = new RandomCalls(random);
            ToolSchema schema = calls.schema();
            RuleList rules = calls.rules(schema);
            PathSettings paths = PathOracle.random(random).settings();
            ObjectNode arguments = calls.arguments(schema);
            // a default is heard at once, of which the program by clauses hears no more than it needs
            boolean plain = RuleOracle.filled(schema, arguments).equals(arguments);
            // the program by clauses knows that all texts match this one as soon as there is one
            plain &= !rules.toString().contains(" pattern \"a?b*$\"");
            if (plain && !CompoundRules.isNeeded(rules, paths)) {
                String text = calls.text(arguments);
                Told first = told(new FirstRules(schema, rules, paths, RuleDecision.IMPLICIT), schema, text);
                Told clauses = told(new CompoundRules(schema, ToolSchema.of(), rules, paths), schema, text);
                String what = "seed " + seed + ": " + rules + "\n" + text;
                assertEquals(first.explanation.decision(), clauses.explanation.decision(), what);
                assertEquals(first.decidedAt, clauses.decidedAt, what);
                assertEquals(first.explanation, clauses.explanation, what);
                assertEquals(first.explanation.toString(), clauses.explanation.toString(), what);
                compared++;
            }
        }
        assertTrue(compared > LISTS / 4, "few are compared: " + compared);
    }

    /** What is known of a call at its end. */
    private record Told(long decidedAt, Explanation explanation) {}

    private static Told told(RuleProgram program, ToolSchema schema, String text) {
        TextPosition position = new TextPosition();
        RuleProgram.Traced traced = program.beginTraced(Facts.NONE, position);
        RuleEvaluation evaluation =
                new RuleEvaluation(program.root(), position, traced.evaluation(), traced.tracer());
        FragmentParser parser = new FragmentParser(
                ArgumentLimits.defaults(), new SchemaCheck(schema, evaluation.visitor()), position);
        text.codePoints().forEach(c -> parser.append(Character.toString(c)));
        parser.finish();
        return new Told(evaluation.decidedAt(), evaluation.explanation().orElseThrow());
    }
}
