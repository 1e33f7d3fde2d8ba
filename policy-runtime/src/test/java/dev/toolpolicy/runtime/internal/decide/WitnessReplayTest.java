package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The analysis of the lists on which stream, complete arguments and oracles are compared. */
class WitnessReplayTest {
    private static final int LISTS = Integer.getInteger("toolpolicy.rounds", 300);
    private static final int CALLS = 8;

    @Test
    void reachableRulesAreNeverReportedAndWitnessesHold() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        int witnesses = 0;
        for (int i = 0; i < LISTS; i++) {
            RandomCalls calls = new RandomCalls(new Random(seed + i));
            ToolSchema schema = calls.schema();
            CheckedRules checked = RuleListCheck.check(RuleScope.of(schema, PathReading.PLAIN), calls.rules(schema));
            if (checked.rules().isEmpty()) {
                continue;
            }
            RuleList rules = checked.rules().get();
            Reachability reachability = Reachability.of(RuleScope.of(schema, PathReading.PLAIN), rules);
            List<Reach> all = new ArrayList<>(reachability.rules());
            all.add(reachability.implicit());
            String what = "seed " + (seed + i) + ": " + schema + "\n" + rules + "\n" + reachability + "\n";
            Engine engine = new Engine(schema, rules, what);
            for (int j = 0; j < CALLS; j++) {
                int decides = engine.deciding(calls.text(calls.arguments(schema)));
                assertFalse(all.get(decides) instanceof Reach.Never, () -> what + decides);
            }
            for (int rule = 0; rule < all.size(); rule++) {
                assertFalse(all.get(rule) instanceof Reach.Undecided, what);
                if (all.get(rule) instanceof Reach.Decides found) {
                    assertEquals(rule, engine.deciding(found.arguments().toString()), what);
                    witnesses++;
                }
            }
        }
        int found = witnesses;
        assertTrue(found > LISTS, () -> "few witnesses: " + found);
    }

    /** The decisions by one list. */
    private static final class Engine {
        private final CompiledSchema shape;
        private final CompiledRules compiled;
        private final int size;
        private final String what;

        Engine(ToolSchema schema, RuleList rules, String what) {
            this.shape = CompiledSchema.of(schema);
            this.compiled = CompiledRules.of(schema, ToolSchema.of(), rules, PathSettings.plain());
            this.size = rules.all().size();
            this.what = what;
        }

        /** The rule by the stream and by the complete arguments; the index behind the last if none does. */
        int deciding(String text) {
            RuleEvaluation evaluation = compiled.begin(new TextPosition(), Facts.NONE, false);
            ValueAggregator values = new ValueAggregator();
            FragmentParser parser = new FragmentParser(
                    ArgumentLimits.defaults(), new SchemaCheck(shape, CheckedVisitor.both(evaluation, values)));
            for (int i = 0; i < text.length(); i++) {
                parser.append(text.substring(i, i + 1));
            }
            parser.finish();
            assertEquals(Optional.empty(), parser.error(), () -> what + text);
            RuleDecision streamed = evaluation.verdict().orElseThrow();
            assertEquals(
                    streamed,
                    compiled.evaluate((ObjectNode) values.value().orElseThrow(), Facts.NONE),
                    () -> what + text);
            return streamed.rule().orElse(size);
        }
    }
}
