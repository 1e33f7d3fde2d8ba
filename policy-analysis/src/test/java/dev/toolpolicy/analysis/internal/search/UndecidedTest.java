package dev.toolpolicy.analysis.internal.search;

import static dev.toolpolicy.analysis.internal.search.WrittenRules.print;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.compare.DiffMarkdown;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.compare.ToolLists;
import dev.toolpolicy.analysis.internal.compare.ToolLists.ToolDiff;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Matcher.Bound;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lists of which too much would have to be found out. */
class UndecidedTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("text", ParameterType.string()), Parameter.optional("flag", ParameterType.bool()));
    private static final RuleScope SCOPE = RuleScope.of(SCHEMA, PathReading.PLAIN);
    private static final Argument.Text TEXT = Argument.Text.at("/text");
    private static final Argument.Flag FLAG = Argument.Flag.at("/flag");
    /** To tell whether a text is in neither takes all of its last ten letters to remember. */
    private static final RuleSpec ONE = RuleSpec.when(TEXT.pattern("a[abc]{9}a"), Mode.ASK);

    private static final RuleSpec OTHER = RuleSpec.when(TEXT.pattern("b[abc]{8}b"), Mode.ASK);
    /** Two rules that together, and not alone, take all texts of sixty letters. */
    private static final RuleSpec ENDING = RuleSpec.when(TEXT.pattern("^(?:[abc]{2})*[abc][ab]$"), Mode.ASK);

    private static final RuleSpec ENDING_OTHERWISE = RuleSpec.when(TEXT.pattern("^(?:[abc]{2})*[abc]c$"), Mode.ASK);
    private static final RuleSpec LONG = RuleSpec.when(TEXT.pattern("^[abc]{60}$"), Mode.DENY);

    @Test
    void itIsSaid() {
        RuleList rules = RuleList.of(ONE, OTHER, ENDING, ENDING_OTHERWISE, LONG, RuleSpec.otherwise(Mode.ASK));
        assertThat(print(RuleListCheck.check(SCOPE, rules))).isEqualTo("""
            WARNING 4
            [toolpolicy/undecided-rule] can't prove that rule 5 can ever apply; it still works at run time
            note: simpler patterns, or fewer of them for one parameter, can be analyzed
            """);
        assertThat(Reachability.of(SCOPE, rules).toString()).contains("rule 5 may apply: the analysis can't tell");
    }

    @Test
    void proofsByAnotherParameterAreKept() {
        RuleSpec both = RuleSpec.when(FLAG.oneOf(true, false), Mode.ASK);
        RuleSpec flag = RuleSpec.when(FLAG.constant(true), Mode.DENY);
        RuleList rules = RuleList.of(ONE, OTHER, ENDING, ENDING_OTHERWISE, LONG, both, flag);
        assertThat(Reachability.of(SCOPE, rules).rules().get(6)).isEqualTo(new Reach.Never(List.of(5)));
    }

    @Test
    void callsOfASingleRuleAreKept() {
        RuleSpec longer = RuleSpec.when(TEXT.pattern("^[abc]{40,80}$"), Mode.DENY);
        RuleList rules = RuleList.of(ONE, OTHER, ENDING, longer, LONG);
        assertThat(Reachability.of(SCOPE, rules).rules().get(4)).isEqualTo(new Reach.Never(List.of(3)));
    }

    @Test
    void distantWitnessesAreFound() {
        List<Reach> rules =
                Reachability.of(SCOPE, RuleList.of(ONE, OTHER, LONG)).rules();
        assertThat(rules.get(2)).isInstanceOf(Reach.Decides.class);
    }

    @Test
    void comparisonsSaySoToo() {
        RuleSpec unattended = RuleSpec.when(TEXT.pattern("^[abc]{60}$"), Mode.ALLOW);
        RuleListDiff diff = RuleListDiff.between(
                SCHEMA,
                RuleList.of(ONE, OTHER, ENDING, ENDING_OTHERWISE, LONG),
                RuleList.of(ONE, OTHER, ENDING, ENDING_OTHERWISE, unattended));
        assertThat(diff).hasToString("looser? deny becomes allow: the analysis can't tell");
        assertThat(diff.isEqual()).isFalse();
        assertThat(diff.mayLoosen()).isTrue();
        RuleListDiff same = new RuleListDiff(List.of(), List.of());
        ToolDiff tool = new ToolDiff("t", ToolLists.Status.KEPT, Optional.of(diff), Optional.of(same));
        assertThat(DiffMarkdown.of(new ToolLists(List.of(tool))))
                .endsWith("| looser? | deny | allow | the analysis can't tell |");
        assertThat(diff.toJson().at("/undecided/0/kind").textValue()).isEqualTo("looser");
    }

    /** A number that no tree of values holds is not told as another. */
    @Test
    void numbersOfEndlessExponents() {
        ToolSchema schema = ToolSchema.of(Parameter.required("n", ParameterType.number()));
        RuleList rules = RuleList.of(
                NumberLineTest.rule(Bound.MINIMUM, "1e-99999999999"), NumberLineTest.rule(Bound.MAXIMUM, "0"));
        assertThat(Reachability.of(RuleScope.of(schema, PathReading.PLAIN), rules)
                        .implicit())
                .isInstanceOf(Reach.Undecided.class);
    }

    /** All questions together have a budget too. */
    @Test
    void manyHardRulesEndAsWell() {
        List<RuleSpec> rules = new ArrayList<>(List.of(ONE, OTHER, ENDING, ENDING_OTHERWISE));
        for (int i = 0; i < 50; i++) {
            rules.add(RuleSpec.when(TEXT.pattern("^[abc]{" + (60 + 2 * i) + "}$"), Mode.DENY));
        }
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> RuleListCheck.check(SCOPE, new RuleList(rules)));
    }
}
