package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Change;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Small lists of rules with several conditions, about elements, facts and values that can't be read, against every
 * small call: what is said never to apply decides none of them, and what is said to apply has a call that it decides.
 * The same for comparisons.
 */
class ConditionOracleTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 1);
    private static final int SCENES = Integer.getInteger("toolpolicy.scenes", 12);
    private static final int LISTS = 15;

    private int never;
    private int decides;
    private int known;
    private int marked;
    private int changes;

    @Test
    void everyRuleAppliesOrNever() {
        for (int i = 0; i < SCENES; i++) {
            long seed = SEED + i;
            ConditionScene scene = new ConditionScene(new Random(seed));
            for (int j = 0; j < LISTS; j++) {
                RuleList rules = scene.rules();
                check(scene, rules, "seed " + seed + ": " + rules + " for " + scene);
            }
        }
        assertThat(never).as("rules that never apply").isGreaterThan(SCENES * LISTS / 3);
        assertThat(decides).as("rules that apply").isGreaterThan(SCENES * LISTS);
        assertThat(known).as("of these, those with a small call").isGreaterThan(decides * 9 / 10);
        assertThat(marked).as("calls that a rule can't be answered for").isGreaterThan(SCENES);
    }

    private void check(ConditionScene scene, RuleList rules, String what) {
        Set<Integer> deciding = new TreeSet<>();
        scene.calls(rules).keySet().forEach(answers -> {
            NaiveTruth.Decision decision = NaiveTruth.decide(rules, answers);
            marked += decision.marked() ? 1 : 0;
            if (!decision.marked()) {
                deciding.add(decision.rule());
            }
        });
        Reachability reachability = Reachability.of(scene.scope, rules);
        List<Reach> all = new ArrayList<>(reachability.rules());
        all.add(reachability.implicit());
        List<Reach> quick = new Reachability.Questions(scene.scope, rules.rules()).rulesWithoutCalls();
        for (int i = 0; i < all.size(); i++) {
            int rule = i < rules.rules().size() ? i : -1;
            if (all.get(i) instanceof Reach.Decides found) {
                NaiveTruth.Decision decision = decision(scene, rules, found.arguments(), found.facts());
                assertThat(decision.marked() ? -2 : decision.rule())
                        .as("%s\n%s %s", what, found.arguments(), found.facts())
                        .isEqualTo(rule);
                decides++;
                known += deciding.contains(rule) ? 1 : 0;
            } else {
                assertThat(all.get(i)).as("%s rule %d", what, rule).isInstanceOf(Reach.Never.class);
                assertThat(deciding).as(what).doesNotContain(rule);
                assertMinimal(scene, rules, i, (Reach.Never) all.get(i), what);
                never++;
            }
            if (rule >= 0) {
                assertThat(quick.get(rule).getClass())
                        .as("%s rule %d", what, rule)
                        .isEqualTo(all.get(i).getClass());
            }
        }
    }

    private static NaiveTruth.Decision decision(
            ConditionScene scene, RuleList rules, ObjectNode arguments, ObjectNode facts) {
        JsonNode seen =
                Completion.of(scene.scope.parameters().root(), arguments).orElseThrow();
        return NaiveTruth.decide(rules, scene.truth.answers(rules, seen, facts));
    }

    /** Behind the named rules alone it never applies, and behind all of them but one it does. */
    private static void assertMinimal(ConditionScene scene, RuleList rules, int rule, Reach.Never never, String what) {
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

    private static Reach last(ConditionScene scene, RuleList rules, List<RuleSpec> before, int rule) {
        List<RuleSpec> some = new ArrayList<>(before);
        if (rule == rules.rules().size()) {
            return Reachability.of(scene.scope, new RuleList(some)).implicit();
        }
        some.add(rules.rules().get(rule));
        return Reachability.of(scene.scope, new RuleList(some)).rules().get(before.size());
    }

    @Test
    void everyChangeIsFound() {
        for (int i = 0; i < SCENES; i++) {
            long seed = SEED + i;
            ConditionScene scene = new ConditionScene(new Random(seed));
            for (int j = 0; j < LISTS; j++) {
                RuleList before = scene.rules();
                RuleList after = edited(before, scene, new Random(seed + j));
                compare(scene, before, after, "seed " + seed + ": " + before + "\n" + after + " for " + scene);
            }
        }
        assertThat(changes).as("changes").isGreaterThan(SCENES * LISTS / 5);
    }

    private static RuleList edited(RuleList list, ConditionScene scene, Random random) {
        List<RuleSpec> rules = new ArrayList<>(list.rules());
        List<RuleSpec> more = scene.rules().rules();
        if (!rules.isEmpty() && random.nextBoolean()) {
            rules.add(random.nextInt(rules.size()), rules.remove(random.nextInt(rules.size())));
        } else if (!more.isEmpty()) {
            rules.add(random.nextInt(rules.size() + 1), more.get(0));
        }
        return new RuleList(rules);
    }

    private void compare(ConditionScene scene, RuleList before, RuleList after, String what) {
        RuleListDiff diff = RuleListDiff.between(scene.scope, before, after);
        assertThat(diff.undecided()).as(what).isEmpty();
        Set<String> pairs = new TreeSet<>();
        for (Change change : diff.changes()) {
            pairs.add(change.before().mode() + " " + change.after().mode());
            assertSame(change.before(), decision(scene, before, change.arguments(), change.facts()), what);
            assertSame(change.after(), decision(scene, after, change.arguments(), change.facts()), what);
            assertThat(change.before().mode())
                    .as(what)
                    .isNotEqualTo(change.after().mode());
        }
        assertThat(pairs).as("%s: one for each pair of modes", what).hasSameSizeAs(diff.changes());
        List<RuleSpec> both = new ArrayList<>(before.rules());
        both.addAll(after.rules());
        for (Map.Entry<String, List<ObjectNode>> call :
                scene.calls(new RuleList(both)).entrySet()) {
            int size = before.rules().size();
            Mode old =
                    NaiveTruth.decide(before, call.getKey().substring(0, size)).mode();
            Mode now = NaiveTruth.decide(after, call.getKey().substring(size)).mode();
            if (old != now) {
                assertThat(pairs).as("%s: %s", what, call.getValue()).contains(old + " " + now);
            }
        }
        changes += diff.changes().size();
    }

    private static void assertSame(RuleListDiff.Decision told, NaiveTruth.Decision decision, String what) {
        assertThat(told.mode()).as(what).isEqualTo(decision.mode());
        assertThat(told.markedBy().isPresent()).as(what).isEqualTo(decision.marked());
        if (!decision.marked()) {
            assertThat(told.rule().orElse(-1)).as(what).isEqualTo(decision.rule());
        }
    }
}
