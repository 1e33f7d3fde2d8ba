package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.ListOrigin;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The layer of rule lists that were set in code, above all files. The lists are checked as they are, and their only
 * place is their tool.
 */
public final class CodeLayer implements LayerSource {
    private final List<Section> sections = new ArrayList<>();
    private final Optional<ToolSchema> facts;

    /**
     * Creates a layer.
     *
     * @param run the run rules, by tool; {@code *} applies to tools without a list of their own
     * @param result the result rules, by tool; {@code *} applies to tools without a list of their own
     * @param facts the declared facts; empty if it declares none
     */
    public CodeLayer(Map<String, RuleList> run, Map<String, RuleList> result, Optional<ToolSchema> facts) {
        this.facts = facts;
        add(ListKind.RUN, run);
        add(ListKind.RESULT, result);
    }

    private void add(ListKind kind, Map<String, RuleList> lists) {
        for (Map.Entry<String, RuleList> list : lists.entrySet()) {
            sections.add(new Section(list.getKey(), kind, list.getValue()));
        }
    }

    @Override
    public String source() {
        return "code";
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }

    @Override
    public LayerSource reread() {
        return this;
    }

    @Override
    public List<PolicyProblem> problems() {
        return List.of();
    }

    @Override
    public Severity unknownTools() {
        return Severity.ERROR;
    }

    @Override
    public Optional<ToolSchema> facts() {
        return facts;
    }

    @Override
    public List<Section> sections() {
        return sections;
    }

    @Override
    public String toString() {
        return source();
    }

    private record Section(String tool, ListKind kind, RuleList list) implements LayerSection {
        @Override
        public Map<ListKind, LayerRules> lists() {
            return Map.of(kind, new Rules(this));
        }

        @Override
        public Optional<Requirements> requirements() {
            return Optional.empty();
        }

        @Override
        public Optional<Read<List<CallLimit>>> limits() {
            return Optional.empty();
        }

        @Override
        public Reach reach() {
            return Reach.PLAIN;
        }

        @Override
        public List<PathParameter> paths() {
            return List.of();
        }

        @Override
        public Optional<Read<ToolSchema>> parameters() {
            return Optional.empty();
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public PolicyProblem problem(Diagnostic problem) {
            String owner = isForAll() ? "all tools" : (isPattern() ? "tools " : "tool ") + Words.quoted(tool);
            PolicyProblem.Place place = PolicyProblem.Place.whole(owner + ", " + kind.word() + " by code");
            return new PolicyProblem(
                    "",
                    problem,
                    Optional.of(place),
                    problem.related().stream().map(each -> place).toList());
        }

        @Override
        public PolicyProblem parametersProblem(Diagnostic problem) {
            return problem(problem);
        }
    }

    private record Rules(Section section) implements LayerRules {
        @Override
        public int size() {
            return section.list().rules().size();
        }

        @Override
        public Optional<Mode> mode(int rule) {
            return Optional.of(section.list().rules().get(rule).mode());
        }

        @Override
        public List<LaterList.Line> lines() {
            return section.list().rules().stream()
                    .map(rule -> new LaterList.Line(
                            Optional.of(rule.mode()), rule.conditions().isEmpty() ? List.of() : rule))
                    .toList();
        }

        @Override
        public RuleSpec unreadable(int rule) {
            RuleSpec spec = section.list().rules().get(rule);
            RuleSpec unreadable = RuleSpec.unreadable(spec.describe(), spec.mode());
            return spec.name().map(unreadable::named).orElse(unreadable);
        }

        @Override
        public CheckedRules check(RuleScope scope) {
            return RuleListCheck.check(scope, section.list());
        }

        @Override
        public CheckedRules check(RuleScope scope, List<Integer> rules) {
            RuleList chosen =
                    new RuleList(rules.stream().map(section.list().rules()::get).toList());
            return RuleListCheck.check(scope, chosen);
        }

        @Override
        public PolicyProblem problem(Diagnostic problem) {
            return section.problem(problem);
        }

        @Override
        public PolicyProblem problem(int rule, Diagnostic problem) {
            return section.problem(problem);
        }

        @Override
        public ListOrigin origin() {
            ListOrigin.Kind kind = section.isForAll() ? ListOrigin.Kind.CODE_OF_ALL_TOOLS : ListOrigin.Kind.CODE;
            return new ListOrigin(kind, Optional.empty());
        }
    }
}
