package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Change;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Pairs of small rule lists against every small call: no pair of modes is missed, and each has a call of its own. */
class RuleListDiffOracleTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 1);
    private static final int SCENES = Integer.getInteger("toolpolicy.scenes", 30);
    private static final int PAIRS = 25;

    private int equal;
    private int changes;

    @Test
    void everyChangeIsFound() {
        for (int i = 0; i < SCENES; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            RandomScene scene = new RandomScene(random);
            Replay replay = new Replay(scene.schema);
            for (int j = 0; j < PAIRS; j++) {
                RuleList before = scene.rules();
                RuleList after = random.nextInt(3) == 0 ? scene.rules() : edited(before, scene, random);
                check(scene, replay, before, after, "seed " + seed + ": " + before + "\n" + after + " for " + scene);
            }
        }
        assertThat(equal).as("equal lists").isGreaterThan(SCENES * PAIRS / 10);
        assertThat(changes).as("changes").isGreaterThan(SCENES * PAIRS);
    }

    private static RuleList edited(RuleList list, RandomScene scene, Random random) {
        List<RuleSpec> rules = new ArrayList<>(list.rules());
        List<RuleSpec> more = scene.rules().rules();
        if (!rules.isEmpty() && random.nextBoolean()) {
            rules.add(random.nextInt(rules.size()), rules.remove(random.nextInt(rules.size())));
        } else if (!more.isEmpty()) {
            rules.add(random.nextInt(rules.size() + 1), more.get(0));
        }
        return new RuleList(rules);
    }

    private void check(RandomScene scene, Replay replay, RuleList before, RuleList after, String what) {
        RuleListDiff diff = RuleListDiff.between(scene.schema, before, after);
        assertThat(diff.undecided()).as(what).isEmpty();
        Set<String> pairs = new TreeSet<>();
        for (Change change : diff.changes()) {
            pairs.add(change.before().mode() + " " + change.after().mode());
            int old = replay.deciding(before, change.arguments(), what);
            int changed = replay.deciding(after, change.arguments(), what);
            assertThat(change.before().rule().orElse(-1)).as(what).isEqualTo(old);
            assertThat(change.after().rule().orElse(-1)).as(what).isEqualTo(changed);
            assertThat(change.before().mode())
                    .as(what)
                    .isEqualTo(mode(before, old))
                    .isNotEqualTo(mode(after, changed));
            assertThat(change.after().mode()).as(what).isEqualTo(mode(after, changed));
        }
        assertThat(pairs).as("%s: one for each pair of modes", what).hasSameSizeAs(diff.changes());
        checkFirst(scene, replay, before, after, pairs, what);
        RuleListDiff loosening =
                RuleListDiff.loosening(scene.schema, ToolSchema.of(), before, after, NormalPath.Form.PLAIN);
        assertThat(looser(loosening)).as(what).isEqualTo(looser(diff));
        for (int bits : scene.calls.keySet()) {
            Mode old = mode(before, scene.decides(before, bits));
            Mode changed = mode(after, scene.decides(after, bits));
            if (old != changed) {
                assertThat(pairs)
                        .as("%s: %s", what, scene.calls.get(bits).get(0))
                        .contains(old + " " + changed);
            }
        }
        equal += diff.isEqual() ? 1 : 0;
        changes += diff.changes().size();
    }

    private static List<String> looser(RuleListDiff diff) {
        return diff.changes().stream()
                .filter(change -> change.kind() == RuleListDiff.Kind.LOOSER)
                .map(change -> change.before().mode() + " " + change.after().mode())
                .toList();
    }

    /** Checks the comparison that stops at the first change against the pairs that the whole one finds. */
    private static void checkFirst(
            RandomScene scene, Replay replay, RuleList before, RuleList after, Set<String> pairs, String what) {
        RuleListDiff first = RuleListDiff.firstChanges(RuleScope.of(scene.schema, PathReading.PLAIN), before)
                .apply(after);
        assertThat(first.isEqual()).as(what).isEqualTo(pairs.isEmpty());
        assertThat(first.changes()).as(what).hasSize(Math.min(1, pairs.size()));
        for (Change change : first.changes()) {
            assertThat(pairs)
                    .as(what)
                    .contains(change.before().mode() + " " + change.after().mode());
            assertThat(change.before().rule().orElse(-1))
                    .as(what)
                    .isEqualTo(replay.deciding(before, change.arguments(), what));
        }
    }

    private static Mode mode(RuleList list, int rule) {
        return rule < 0 ? Mode.ASK : list.rules().get(rule).mode();
    }
}
