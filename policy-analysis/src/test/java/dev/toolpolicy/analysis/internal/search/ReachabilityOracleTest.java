package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Small rule lists against every small call. What is said never to decide decides none of them; what is said to decide
 * has a call that it does decide. Since there is no third answer, both together say that the analysis is right. That
 * the engine says the same of such calls is tested beside the engine's own oracles, in {@code WitnessReplayTest}.
 */
class ReachabilityOracleTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 1);
    private static final int SCENES = Integer.getInteger("toolpolicy.scenes", 40);
    private static final int LISTS = 30;

    private int never;
    private int decides;
    private int witnessesOfTheOracle;

    @Test
    void everyRuleDecidesOrNever() {
        for (int i = 0; i < SCENES; i++) {
            long seed = SEED + i;
            RandomScene scene = new RandomScene(new Random(seed));
            Replay replay = new Replay(scene.schema);
            for (int j = 0; j < LISTS; j++) {
                RuleList rules = scene.rules();
                check(scene, replay, rules, "seed " + seed + ": " + rules + " for " + scene);
            }
        }
        assertThat(never).as("rules that never decide").isGreaterThan(SCENES * LISTS / 2);
        assertThat(decides).as("rules that decide").isGreaterThan(SCENES * LISTS);
        assertThat(witnessesOfTheOracle)
                .as("of these, those the oracle knows too")
                .isGreaterThan(decides * 95 / 100);
    }

    private void check(RandomScene scene, Replay replay, RuleList rules, String what) {
        Reachability reachability = Reachability.of(RuleScope.of(scene.schema, PathReading.PLAIN), rules);
        Set<Integer> deciding = scene.calls.keySet().stream()
                .map(bits -> scene.decides(rules, bits))
                .collect(Collectors.toSet());
        List<Reach> all = new ArrayList<>(reachability.rules());
        all.add(reachability.implicit());
        for (int i = 0; i < all.size(); i++) {
            int rule = i < rules.rules().size() ? i : -1;
            if (all.get(i) instanceof Reach.Decides found) {
                assertThat(replay.deciding(rules, found.arguments(), what))
                        .as("%s\n%s", what, found.arguments())
                        .isEqualTo(rule);
                decides++;
                witnessesOfTheOracle += deciding.contains(rule) ? 1 : 0;
            } else {
                assertThat(all.get(i)).as("%s rule %d", what, rule).isInstanceOf(Reach.Never.class);
                assertThat(deciding).as("%s", what).doesNotContain(rule);
                assertMinimal(scene, rules, i, (Reach.Never) all.get(i), what);
                never++;
            }
        }
    }

    /** Behind the named rules alone it never decides, and behind all of them but one it does. */
    private static void assertMinimal(RandomScene scene, RuleList rules, int rule, Reach.Never never, String what) {
        List<RuleSpec> takers = never.takers().stream().map(rules.rules()::get).toList();
        assertThat(last(scene, rules, takers, rule)).as(what).isInstanceOf(Reach.Never.class);
        for (int i = 0; i < takers.size(); i++) {
            List<RuleSpec> fewer = new ArrayList<>(takers);
            fewer.remove(i);
            assertThat(last(scene, rules, fewer, rule))
                    .as("%s: rule %d without taker %d of %s", what, rule, i, never.takers())
                    .isInstanceOf(Reach.Decides.class);
        }
    }

    private static Reach last(RandomScene scene, RuleList rules, List<RuleSpec> before, int rule) {
        List<RuleSpec> some = new ArrayList<>(before);
        if (rule == rules.rules().size()) {
            return Reachability.of(RuleScope.of(scene.schema, PathReading.PLAIN), new RuleList(some))
                    .implicit();
        }
        some.add(rules.rules().get(rule));
        List<Reach> reaches = Reachability.of(RuleScope.of(scene.schema, PathReading.PLAIN), new RuleList(some))
                .rules();
        return reaches.get(reaches.size() - 1);
    }
}
