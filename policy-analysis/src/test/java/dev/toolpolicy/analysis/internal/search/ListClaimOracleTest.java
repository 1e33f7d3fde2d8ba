package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.compare.ClaimSearch;
import dev.toolpolicy.analysis.internal.compare.ListClaim;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Claims about small lists against every small call: what is refuted has such a call, and what is proved has none. */
class ListClaimOracleTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 1);
    private static final int SCENES = Integer.getInteger("toolpolicy.scenes", 40);
    private static final int CLAIMS = 30;

    private int proved;
    private int refuted;

    @Test
    void claimsAreTrueOrHaveACall() {
        for (int i = 0; i < SCENES; i++) {
            Random random = new Random(SEED + i);
            RandomScene scene = new RandomScene(random);
            Replay replay = new Replay(scene.schema);
            for (int j = 0; j < CLAIMS; j++) {
                RuleList rules = scene.rules();
                Set<Mode> wrong = EnumSet.of(Mode.values()[random.nextInt(4)], Mode.values()[random.nextInt(4)]);
                List<Condition> unless = Stream.generate(
                                () -> scene.conditions.get(random.nextInt(scene.conditions.size())))
                        .limit(random.nextInt(3))
                        .toList();
                check(scene, replay, rules, wrong, unless, "seed " + (SEED + i) + ": " + rules + " for " + scene);
            }
        }
        assertThat(proved).isGreaterThan(SCENES * CLAIMS / 5);
        assertThat(refuted).isGreaterThan(SCENES * CLAIMS / 5);
    }

    private void check(
            RandomScene scene, Replay replay, RuleList rules, Set<Mode> wrong, List<Condition> unless, String list) {
        String what = list + "; never " + wrong + " unless " + unless;
        int left = unless.stream()
                .mapToInt(each -> 1 << scene.conditions.indexOf(each))
                .reduce(0, (a, b) -> a | b);
        boolean isRefuted = scene.calls.keySet().stream()
                .anyMatch(bits -> wrong.contains(mode(rules, scene.decides(rules, bits)))
                        && (unless.isEmpty() || (bits & left) != left));
        Answer answer = new ClaimSearch(RuleScope.of(scene.schema, PathReading.PLAIN), rules)
                .refute(new ListClaim(
                        List.of(),
                        wrong,
                        unless.stream()
                                .map(each -> RuleSpec.when(each, Mode.ALLOW))
                                .toList()));
        if (answer instanceof Answer.Found found) {
            assertThat(wrong).as(what).contains(mode(rules, replay.deciding(rules, found.arguments(), what)));
            for (Condition each : unless.size() == 1 ? unless : List.<Condition>of()) {
                RuleList one = RuleList.of(RuleSpec.when(each, Mode.ALLOW));
                assertThat(replay.deciding(one, found.arguments(), what))
                        .as(what)
                        .isEqualTo(-1);
            }
            refuted++;
        } else {
            assertThat(answer).as(what).isInstanceOf(Answer.None.class);
            assertThat(isRefuted).as(what).isFalse();
            proved++;
        }
    }

    private static Mode mode(RuleList list, int rule) {
        return rule < 0 ? Mode.ASK : list.rules().get(rule).mode();
    }
}
