package dev.toolpolicy.test.policy.internal.mutation;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.ListOrigin;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LaterList;
import dev.toolpolicy.runtime.internal.load.LayerRules;
import dev.toolpolicy.runtime.internal.load.LayerSection;
import dev.toolpolicy.runtime.internal.load.LayerSource;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A layer of changed lists. They are not checked: most of them were, and which rules can decide is not asked of a
 * mutant. Immutable.
 *
 * @param guarded the policy file, which no call may change without approval; empty for none
 * @param sections the lists and limits
 * @param facts the declared facts
 */
record UncheckedLayer(Optional<Path> guarded, List<Section> sections, Optional<ToolSchema> facts)
        implements LayerSource {

    @Override
    public String source() {
        return "a changed policy";
    }

    @Override
    public Optional<Path> file() {
        return guarded;
    }

    @Override
    public List<PolicyProblem> problems() {
        return List.of();
    }

    @Override
    public LayerSource reread() {
        return this;
    }

    @Override
    public Severity unknownTools() {
        return Severity.WARNING;
    }

    private static PolicyProblem placed(Diagnostic problem) {
        return new PolicyProblem("", problem);
    }

    /**
     * The lists of a tool, or the limits of a pattern.
     *
     * @param tool the tool, or the pattern
     * @param rules the lists by their kinds
     * @param limited the limits
     */
    record Section(String tool, Map<ListKind, RuleList> rules, List<CallLimit> limited) implements LayerSection {
        @Override
        public Map<ListKind, ? extends LayerRules> lists() {
            Map<ListKind, Rules> lists = new LinkedHashMap<>();
            rules.forEach((name, list) -> lists.put(name, new Rules(list)));
            return lists;
        }

        @Override
        public Optional<Requirements> requirements() {
            return Optional.empty();
        }

        @Override
        public Optional<Read<List<CallLimit>>> limits() {
            return limited.isEmpty() ? Optional.empty() : Optional.of(new Read<>(Optional.of(limited), List.of()));
        }

        @Override
        public Reach reach() {
            return isPattern() ? new Reach(false, true) : Reach.PLAIN;
        }

        @Override
        public Optional<Read<ToolSchema>> parameters() {
            return Optional.empty();
        }

        @Override
        public List<PathParameter> paths() {
            return List.of();
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public PolicyProblem problem(Diagnostic problem) {
            return placed(problem);
        }

        @Override
        public PolicyProblem parametersProblem(Diagnostic problem) {
            return placed(problem);
        }
    }

    /**
     * A list that is taken as it is.
     *
     * @param list the list
     */
    private record Rules(RuleList list) implements LayerRules {
        @Override
        public int size() {
            return list.rules().size();
        }

        @Override
        public Optional<Mode> mode(int rule) {
            return Optional.of(list.rules().get(rule).mode());
        }

        @Override
        public List<LaterList.Line> lines() {
            return list.rules().stream()
                    .map(rule -> new LaterList.Line(Optional.of(rule.mode()), rule))
                    .toList();
        }

        @Override
        public RuleSpec unreadable(int rule) {
            RuleSpec spec = list.rules().get(rule);
            return RuleSpec.unreadable(spec.describe(), spec.mode());
        }

        @Override
        public CheckedRules check(RuleScope scope) {
            return new CheckedRules(Optional.of(list), List.of());
        }

        @Override
        public CheckedRules check(RuleScope scope, List<Integer> rules) {
            RuleList chosen = new RuleList(rules.stream().map(list.rules()::get).toList());
            return new CheckedRules(Optional.of(chosen), List.of());
        }

        @Override
        public PolicyProblem problem(Diagnostic problem) {
            return placed(problem);
        }

        @Override
        public PolicyProblem problem(int rule, Diagnostic problem) {
            return placed(problem);
        }

        @Override
        public ListOrigin origin() {
            return new ListOrigin(ListOrigin.Kind.CONFIGURATION, Optional.empty());
        }
    }
}
