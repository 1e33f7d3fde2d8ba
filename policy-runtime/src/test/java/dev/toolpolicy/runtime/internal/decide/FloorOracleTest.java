package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random lists with random floors: stream, complete arguments and an oracle agree, and no floor loosens a decision. */
class FloorOracleTest {
    private static final int LISTS = Integer.getInteger("toolpolicy.rounds", 60);
    private static final int CALLS = 15;

    private int stricter;
    private int early;
    private int marked;

    /** One list with its floors. */
    private final class Scene {
        private final String seed;
        private final Random random;
        private final RandomCompound calls;
        private final boolean workspace;
        private final RuleList own;
        private final List<RuleList> floors = new ArrayList<>();
        private final CompiledRules compiled;
        private final List<CompiledRules> alone;

        Scene(long seed) {
            this.seed = "seed " + seed;
            random = new Random(seed);
            calls = new RandomCompound(random);
            workspace = random.nextInt(3) == 0;
            own = calls.rules();
            for (int i = random.nextInt(3); i >= 0; i--) {
                floors.add(new RuleList(calls.rules().rules().stream()
                        .map(rule -> rule.mode() == Mode.ALLOW ? rule.passing() : rule)
                        .toList()));
            }
            compiled = compile(own.withFloors(floors));
            alone = floors.stream()
                    .map(floor -> compile(RuleList.empty().withFloors(List.of(floor))))
                    .toList();
        }

        private NormalPath.Form form() {
            return workspace ? NormalPath.Form.PLAIN.inWorkspace("/w") : NormalPath.Form.PLAIN;
        }

        private CompiledRules compile(RuleList list) {
            PathSettings paths = PathSettings.plain().withForm(form());
            return CompiledRules.of(RandomCompound.SCHEMA, RandomCompound.FACTS, list, paths);
        }

        /** Returns the answer of each list by the oracle, with rules numbered over all lists. */
        private List<RuleDecision> answers(KleeneOracle oracle, ObjectNode arguments) {
            List<RuleDecision> answers = new ArrayList<>(List.of(oracle.decide(own, arguments)));
            int start = own.rules().size();
            for (RuleList floor : floors) {
                List<RuleSpec> rules = new ArrayList<>(floor.rules());
                rules.add(RuleSpec.otherwise(Mode.ALLOW));
                RuleDecision by = oracle.decide(new RuleList(rules), arguments);
                boolean passes = by.mode() == Mode.ALLOW || by.guarded().isPresent();
                OptionalInt rule = OptionalInt.of(by.rule().orElse(0) + start);
                answers.add(
                        passes ? RuleDecision.DELIVERED : new RuleDecision(by.mode(), rule, by.guarded(), by.unread()));
                start += floor.rules().size();
            }
            return answers;
        }

        void next() {
            ObjectNode facts = calls.facts();
            ObjectNode flows = calls.flows();
            ObjectNode arguments = calls.arguments();
            Supplier<String> what =
                    () -> seed + ": " + own.rules() + "\n" + floors + "\n" + facts + "\n" + flows + "\n" + arguments;
            List<RuleDecision> answers = answers(new KleeneOracle(facts, flows, workspace), arguments);
            Facts known = Facts.of(facts).with(Membership.in(flows, form()));
            RuleDecision whole = compiled.evaluate(arguments, known);
            verify(answers, whole, what);
            verify(answers, compiled.secondOpinion(arguments, known), what);
            assertThat(compiled.asksTwice(arguments, known) && whole.mode() != Mode.DENY)
                    .as(what)
                    .isEqualTo(whole.mode() != Mode.DENY
                            && answers.stream()
                                            .filter(each -> each.mode() != Mode.ALLOW)
                                            .count()
                                    > 1);
            RuleEvaluation single = read(compiled, known, arguments.toString(), null);
            RuleEvaluation cut = read(compiled, known, arguments.toString(), random);
            verify(answers, single.verdict().orElseThrow(), what);
            assertThat(cut.verdict()).as(what).isEqualTo(single.verdict());
            assertThat(cut.decidedAt()).as(what).isEqualTo(single.decidedAt());
            assertThat(cut.explanation()).as(what).isEqualTo(single.explanation());
            checkEarly(known, arguments, single, what);
            stricter += whole.mode().isStricterThan(answers.get(0).mode()) ? 1 : 0;
            marked +=
                    whole.unread() && whole.rule().orElseThrow() >= own.rules().size() ? 1 : 0;
        }

        /** Checks that a floor's denial is known as early as if there were no other list. */
        private void checkEarly(Facts known, ObjectNode arguments, RuleEvaluation together, Supplier<String> what) {
            for (CompiledRules floor : alone) {
                RuleEvaluation one = read(floor, known, arguments.toString(), null);
                if (one.verdict().orElseThrow().mode() == Mode.DENY) {
                    assertThat(together.decidedAt()).as(what).isLessThanOrEqualTo(one.decidedAt());
                    early += together.decidedAt() < arguments.toString().length() ? 1 : 0;
                }
            }
        }
    }

    private static RuleEvaluation read(CompiledRules rules, Facts facts, String text, @Nullable Random pieces) {
        TextPosition position = new TextPosition();
        RuleEvaluation evaluation = rules.begin(position, facts, true);
        FragmentParser parser = new FragmentParser(
                ArgumentLimits.defaults(), new SchemaCheck(RandomCompound.SCHEMA, evaluation.visitor()), position);
        for (int at = 0; at < text.length(); ) {
            int end = Math.min(text.length(), at + (pieces == null ? 1 : pieces.nextInt(9)));
            Optional<RuleDecision> before = evaluation.verdict();
            assertThat(before.isPresent() || evaluation.waitingOn().isPresent()).isTrue();
            parser.append(text.substring(at, end));
            before.ifPresent(known -> assertThat(evaluation.verdict()).isEqualTo(before));
            at = end;
        }
        parser.finish();
        return evaluation;
    }

    /** Checks a decision of all lists: of several denials, any can be the one that is told. */
    private static void verify(List<RuleDecision> answers, RuleDecision by, Supplier<String> what) {
        List<RuleDecision> denials =
                answers.stream().filter(each -> each.mode() == Mode.DENY).toList();
        RuleDecision strictest = answers.stream()
                .skip(1)
                .filter(each -> each.mode() != Mode.ALLOW)
                .findFirst()
                .orElse(answers.get(0));
        if (denials.isEmpty()) {
            assertThat(by).as(what).isEqualTo(strictest);
        } else {
            assertThat(denials).as(what).contains(by);
        }
        assertThat(answers.get(0).mode().isStricterThan(by.mode())).as(what).isFalse();
    }

    @Test
    void floorsNeverLoosenWholeOrStreamed() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int i = 0; i < LISTS; i++) {
            Scene scene = new Scene(seed + i);
            for (int j = 0; j < CALLS; j++) {
                scene.next();
            }
        }
        assertThat(stricter).isGreaterThan(LISTS);
        assertThat(early).isGreaterThan(LISTS);
        assertThat(marked).isGreaterThan(LISTS / 40);
    }
}
