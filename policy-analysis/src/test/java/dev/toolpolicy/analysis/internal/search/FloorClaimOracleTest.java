package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.compare.ClaimSearch;
import dev.toolpolicy.analysis.internal.compare.ListClaim;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Strictest;
import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Claims and comparisons of lists with floors against every small call. */
class FloorClaimOracleTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 1);
    private static final int SCENES = Integer.getInteger("toolpolicy.scenes", 25);
    private static final int CLAIMS = 15;

    private int proved;
    private int refuted;
    private int kept;
    private int changes;

    private static RuleList list(RandomScene scene, Random random) {
        return scene.rules()
                .withFloors(Stream.generate(() -> new RuleList(scene.rules().rules().stream()
                                .map(rule -> rule.mode() == Mode.ALLOW ? rule.passing() : rule)
                                .toList()))
                        .limit(random.nextInt(3))
                        .toList());
    }

    private static Mode mode(RandomScene scene, RuleList list, int bits) {
        List<Mode> modes = new ArrayList<>();
        for (RuleList part : list.parts()) {
            int rule = scene.decides(part, bits);
            Mode otherwise = modes.isEmpty() ? Mode.ASK : Mode.ALLOW;
            modes.add(rule < 0 ? otherwise : part.rules().get(rule).mode());
        }
        return modes.get(Strictest.of(modes));
    }

    @Test
    void claimsAboutListsWithFloorsAreTrueOrHaveACall() {
        for (int i = 0; i < SCENES; i++) {
            Random random = new Random(SEED + i);
            RandomScene scene = new RandomScene(random);
            RuleScope scope = RuleScope.of(scene.schema, PathReading.PLAIN);
            for (int j = 0; j < CLAIMS; j++) {
                RuleList list = list(scene, random);
                Set<Mode> wrong = EnumSet.of(Mode.values()[random.nextInt(4)], Mode.values()[random.nextInt(4)]);
                boolean isRefuted =
                        scene.calls.keySet().stream().anyMatch(bits -> wrong.contains(mode(scene, list, bits)));
                Answer answer = new ClaimSearch(scope, list).refute(new ListClaim(List.of(), wrong, List.of()));
                String what = "seed " + (SEED + i) + ": " + list + " never " + wrong + " for " + scene;
                if (answer instanceof Answer.Found found) {
                    assertThat(new RuleEvaluator(scope, list)
                                    .decide(found.seen(), found.facts())
                                    .mode())
                            .as(what + " by " + found)
                            .isIn(wrong);
                    refuted++;
                } else {
                    assertThat(answer).as(what).isInstanceOf(Answer.None.class);
                    assertThat(isRefuted).as(what).isFalse();
                    proved++;
                }
            }
        }
        assertThat(proved).isGreaterThan(SCENES * CLAIMS / 8);
        assertThat(refuted).isGreaterThan(SCENES * CLAIMS / 8);
    }

    private static Mode whole(RandomScene scene, RuleList list, RuleListDiff.Change change) {
        JsonNode seen = Completion.of(scene.schema.root(), change.arguments()).orElseThrow();
        return new RuleEvaluator(RuleScope.of(scene.schema, PathReading.PLAIN), list)
                .decide(seen, change.facts())
                .mode();
    }

    @Test
    void aComparisonFindsEachPairOfModes() {
        for (int i = 0; i < SCENES; i++) {
            Random random = new Random(SEED + i);
            RandomScene scene = new RandomScene(random);
            for (int j = 0; j < CLAIMS; j++) {
                RuleList before = list(scene, random);
                RuleList after = changed(before, scene, random);
                String what = "seed " + (SEED + i) + ": " + before + "\nto " + after + "\nfor " + scene;
                Set<String> expected = new TreeSet<>();
                for (int bits : scene.calls.keySet()) {
                    addPair(expected, mode(scene, before, bits), mode(scene, after, bits));
                }
                RuleListDiff diff = RuleListDiff.between(scene.schema, before, after);
                Set<String> found = new TreeSet<>();
                for (RuleListDiff.Change change : diff.changes()) {
                    addPair(found, whole(scene, before, change), whole(scene, after, change));
                    assertThat(whole(scene, before, change))
                            .as(what)
                            .isEqualTo(change.before().mode());
                    assertThat(whole(scene, after, change))
                            .as(what)
                            .isEqualTo(change.after().mode());
                }
                assertThat(diff.undecided()).as(what).isEmpty();
                assertThat(found).as(what).containsAll(expected).hasSameSizeAs(diff.changes());
                RuleListDiff first = RuleListDiff.firstChanges(RuleScope.of(scene.schema, PathReading.PLAIN), before)
                        .apply(after);
                assertThat(first.isEqual()).as(what).isEqualTo(found.isEmpty());
                kept += diff.mayLoosen() ? 0 : 1;
                changes += found.size();
            }
        }
        assertThat(kept).isGreaterThan(SCENES);
        assertThat(changes).isGreaterThan(SCENES * CLAIMS);
    }

    /** The floors of many teams, which all ask for other texts and allow the rest. */
    @Test
    void manyFloorsAreComparedAtOnce() {
        Argument.Text text = Argument.Text.at("/text");
        ToolSchema schema = ToolSchema.of(Parameter.required("text", ParameterType.string()));
        List<RuleList> floors = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            floors.add(RuleList.of(
                    RuleSpec.when(text.prefix(i + ":"), i % 3 == 0 ? Mode.EDIT : Mode.ASK),
                    RuleSpec.otherwise(Mode.ALLOW).passing()));
        }
        List<RuleList> other = new ArrayList<>(floors);
        other.set(
                20,
                RuleList.of(
                        RuleSpec.when(text.prefix("20:"), Mode.DENY),
                        floors.get(20).rules().get(1)));
        RuleList own = RuleList.of(RuleSpec.otherwise(Mode.ALLOW));
        RuleListDiff diff = assertTimeout(
                Duration.ofSeconds(30),
                () -> RuleListDiff.between(schema, own.withFloors(floors), own.withFloors(other)));
        assertThat(diff.undecided()).isEmpty();
        assertThat(diff.changes())
                .extracting(
                        change -> change.before().mode() + " " + change.after().mode())
                .containsExactly("ASK DENY");
    }

    private static RuleList changed(RuleList list, RandomScene scene, Random random) {
        List<RuleList> floors = new ArrayList<>(list.floors());
        Collections.shuffle(floors, random);
        return switch (random.nextInt(4)) {
            case 0 -> list(scene, random);
            case 1 -> new RuleList(list.rules(), list(scene, random).floors());
            case 2 -> new RuleList(list.rules(), floors);
            default -> new RuleList(scene.rules().rules(), list.floors());
        };
    }

    private static void addPair(Set<String> pairs, Mode before, Mode after) {
        if (before != after) {
            pairs.add(before + " " + after);
        }
    }

    /** The first call that is found of the floor's change is one that the own list asks for. */
    @Test
    void aFloorThatGoesIsSeenBehindTheOwnList() {
        ToolSchema schema = ToolSchema.of(
                Parameter.required("path", ParameterType.string()), Parameter.optional("x", ParameterType.string()));
        RuleList own = RuleList.of(
                RuleSpec.when(Argument.Text.at("/x").constant("y"), Mode.ALLOW), RuleSpec.otherwise(Mode.ASK));
        RuleList floor = RuleList.of(RuleSpec.when(Argument.Text.at("/path").constant("secret"), Mode.DENY));
        assertThat(RuleListDiff.between(schema, own.withFloors(List.of(floor)), own))
                .hasToString("""
                    looser: deny (rule 3) becomes ask (rule 2), as for {"path":"secret"}
                    looser: deny (rule 3) becomes allow (rule 1), as for {"path":"secret","x":"y"}\
                    """);
    }
}
