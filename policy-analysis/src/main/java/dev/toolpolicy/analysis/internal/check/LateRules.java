package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The check for stricter rules that come too late, since a rule above them allows some of their calls. A stricter rule
 * without a condition on an argument is a catch-all, for some sessions at least, and what is above it are exceptions. It
 * also finds label rules that ask or edit above a rule that denies: there one more label loosens a decision. Stateless.
 */
final class LateRules {
    /** The most pairs of rules that are compared in a list. */
    private static final int MOST = 300;
    /** In a list of more rules none is compared, since an engine would wait for it. */
    private static final int MOST_RULES = 60;

    private LateRules() {}

    /**
     * Returns a warning for each stricter rule that can apply, and of whose calls a rule above decides some less strictly.
     *
     * @param unreachable the rules that never apply
     */
    static List<Diagnostic> find(RuleScope scope, List<RuleSpec> rules, Set<Integer> unreachable, ValueSyntax syntax) {
        List<Integer> looser = new ArrayList<>();
        List<Diagnostic> found = new ArrayList<>();
        Reachability.Questions questions = null;
        int pairs = 0;
        int end = rules.size() > MOST_RULES ? 0 : rules.size();
        for (int rule = 0; rule < end && pairs < MOST; rule++) {
            RuleSpec spec = rules.get(rule);
            if (unreachable.contains(rule)) {
                continue;
            }
            boolean isLate = !spec.conditions().stream().allMatch(Condition::isOnFact);
            for (int above : spec.mode() == Mode.ALLOW ? List.<Integer>of() : looser) {
                boolean allows = rules.get(above).mode() == Mode.ALLOW;
                if ((allows ? isLate : spec.mode() == Mode.DENY) && pairs++ < MOST) {
                    questions = questions == null ? new Reachability.Questions(scope, rules, true) : questions;
                    Optional<Answer.Found> taken =
                            allows ? questions.taken(above, rule) : questions.labelled(above, rule);
                    if (taken.isPresent()) {
                        boolean canMove = questions.canMove(rule, above, false);
                        found.add(RuleWords.stricterAfterAllow(
                                rule, spec.mode(), above, allows, taken.get(), canMove, syntax));
                        break;
                    }
                }
            }
            boolean isByLabel =
                    spec.conditions().stream().anyMatch(each -> each.label().isPresent());
            if (spec.mode() == Mode.ALLOW || spec.mode() != Mode.DENY && isByLabel) {
                looser.add(rule);
            }
        }
        return found;
    }
}
