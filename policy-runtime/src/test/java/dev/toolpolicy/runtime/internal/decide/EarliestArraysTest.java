package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The first character after which a decision about arrays is certain, proved by all continuations. */
class EarliestArraysTest {
    private static final PathSettings PATHS = PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/w"));

    /** Decides calls by one random list, and returns what is wrong. */
    private static List<String> check(long seed) {
        Random random = new Random(seed);
        RandomArrays lists = new RandomArrays(random);
        RuleList rules = lists.rules();
        ObjectNode facts = lists.facts();
        ToolSchema schema = lists.schema();
        CompiledRules compiled = CompiledRules.of(schema, RandomArrays.FACTS, rules, PATHS);
        KleeneOracle oracle = new KleeneOracle(facts, true);
        List<JsonNode> calls = Continuations.kinds(schema.root());
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ObjectNode call = (ObjectNode) calls.get(random.nextInt(calls.size()));
            Map<String, RuleDecision> answers = new HashMap<>();
            for (JsonNode other : Continuations.of(schema.root(), call)) {
                answers.put(other.toString(), oracle.decide(rules, (ObjectNode) other));
            }
            String text = call.toString();
            int earliest = Earliest.of(text, answers);
            int decided = Earliest.decidedAt(schema, compiled, Facts.of(facts), text);
            if (earliest != decided) {
                wrong.add("seed " + seed + ": " + text + " is certain at " + earliest + ", decided at " + decided
                        + " by " + rules.rules() + " with " + facts);
            }
        }
        return wrong;
    }

    @Test
    void aDecisionFallsAtTheFirstCharacterAfterWhichAllContinuationsAgree() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        List<String> wrong = new ArrayList<>();
        for (long end = seed + Long.getLong("toolpolicy.rounds", 4); seed < end; seed++) {
            wrong.addAll(check(seed));
        }
        assertEquals(List.of(), wrong, () -> wrong.size() + ":\n" + String.join("\n", wrong));
    }
}
