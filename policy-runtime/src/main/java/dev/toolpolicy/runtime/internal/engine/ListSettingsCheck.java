package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.lint.RuleWarnings;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The check of valid lists against the engine's settings: the home directory, and an approver for results. */
record ListSettingsCheck(PathSettings paths, boolean hasApprover) {
    private static final String SAY_HOME =
            "set PathSettings.withHome(directory, expands) for the engine, or --home for the command";

    /** Returns the problems of rules that name the home directory. */
    List<Diagnostic> home(RuleScope scope, RuleList list) {
        List<Diagnostic> problems = new ArrayList<>();
        boolean isDecided = paths.form().home().isPresent() && paths.saysExpansion();
        List<RuleSpec> rules = list.all();
        for (int rule = 0; rule < rules.size(); rule++) {
            if (!isDecided && namesHome(scope, rules.get(rule))) {
                problems.add(
                        home(named(list, rule) + " names the home directory, ").at(rule));
            }
        }
        return problems;
    }

    /** Returns the words for a rule of a list or of its floors. */
    private static String named(RuleList list, int rule) {
        return rule < list.rules().size()
                ? "rule " + (rule + 1)
                : list.all().get(rule).name().map(name -> "rule " + name).orElse("a rule") + " of a floor";
    }

    private Diagnostic home(String named) {
        Diagnostic problem = paths.form().home().isEmpty()
                ? Diagnostic.error(DiagnosticCode.HOME_NOT_SET, named + "which isn't set")
                : Diagnostic.warning(
                        DiagnosticCode.HOME_NOT_DECIDED, named + "but it isn't said whether tools expand \"~/\"");
        return problem.withHelp(SAY_HOME);
    }

    private static boolean namesHome(RuleScope scope, RuleSpec rule) {
        return rule.conditions().stream()
                .filter(condition -> scope.place(rule, condition).type().kind() == ParameterType.Kind.PATH)
                .flatMap(condition -> texts(condition).stream())
                .anyMatch(text -> text.equals("~") || text.startsWith("~/"));
    }

    /** Returns the paths that a condition names. */
    private static List<String> texts(Condition condition) {
        return condition.matchers().stream()
                .flatMap(matcher -> RuleWarnings.pathTexts(matcher).stream())
                .toList();
    }

    /**
     * Returns the warnings of stricter rules about relative paths, in an engine without a workspace, if a later rule, or
     * for a rule of a floor one of the list, allows every path of the same parameter.
     */
    List<Diagnostic> relative(String tool, RuleScope scope, RuleList list) {
        List<Diagnostic> problems = new ArrayList<>();
        Later later = new Later();
        List<RuleSpec> rules = list.all();
        int own = list.rules().size();
        for (int rule = own - 1; rule >= 0 && paths.form().workspace().isEmpty(); rule--) {
            if (rules.get(rule).mode() == Mode.ALLOW) {
                later.add(rules.get(rule));
            } else if (passesAbsolute(scope, rules.get(rule), later)) {
                problems.add(onlyRelative(rule, named(list, rule), "a later rule allows"));
            }
        }
        Collections.reverse(problems);
        for (int rule = own; rule < rules.size(); rule++) {
            if (rules.get(rule).mode() != Mode.ALLOW && passesAbsolute(scope, rules.get(rule), later)) {
                problems.add(onlyRelative(rule, named(list, rule), "the list of " + Words.quoted(tool) + " allows"));
            }
        }
        return problems;
    }

    private static boolean passesAbsolute(RuleScope scope, RuleSpec spec, Later later) {
        return spec.each().isEmpty()
                && spec.conditions().stream()
                        .anyMatch(each -> later.allowsAnything(each) && namesRelative(scope, spec, each));
    }

    /** The rules behind one that allow, counted, so that no rule is compared with each of them. */
    private static final class Later {
        private final Map<ArgumentPointer, Integer> looking = new HashMap<>();
        private int allowed;

        void add(RuleSpec rule) {
            if (!rule.isUnreadable()) {
                allowed++;
                rule.conditions().stream()
                        .filter(condition -> !condition.isOnFact())
                        .map(Condition::pointer)
                        .distinct()
                        .forEach(pointer -> looking.merge(pointer, 1, Integer::sum));
            }
        }

        /** Returns whether one of them allows any value of a condition's parameter. */
        boolean allowsAnything(Condition condition) {
            return allowed > looking.getOrDefault(condition.pointer(), 0);
        }
    }

    private static boolean namesRelative(RuleScope scope, RuleSpec rule, Condition condition) {
        if (condition.isOnFact() || scope.place(rule, condition).type().kind() != ParameterType.Kind.PATH) {
            return false;
        }
        List<String> texts = texts(condition);
        return !texts.isEmpty() && texts.stream().noneMatch(text -> text.startsWith("/") || text.startsWith("~"));
    }

    private static Diagnostic onlyRelative(int rule, String named, String allowing) {
        return Diagnostic.warning(
                        DiagnosticCode.STOPS_ONLY_RELATIVE,
                        named + " stops only relative paths, and " + allowing + " absolute ones")
                .withHelp("set PathSettings.workspace(root) for the engine, or --workspace for the command")
                .at(rule);
    }

    /** Returns whether a link can lead a call out of the workspace that a list is about, since nothing resolves it. */
    boolean missesLinks(RuleScope scope, RuleList list) {
        return paths.form().workspace().isPresent()
                && !paths.resolvesLinks()
                && list.rules().stream()
                        .anyMatch(rule -> rule.conditions().stream()
                                .anyMatch(each -> scope.place(rule, each).type().kind() == ParameterType.Kind.PATH));
    }

    /** Describes tools without any list of rules. */
    static Diagnostic noRules(List<String> tools) {
        return Diagnostic.warning(
                        DiagnosticCode.NO_CATCH_ALL,
                        tools.size() + " tools have no rules, so each of their calls will need approval: "
                                + Words.listedNames(tools))
                .withHelp("write a policy for all of them, such as [tools.\"*\".policy] with run = \"ask\"");
    }

    /** Returns the warning of an engine with such a list. */
    static Diagnostic linksNotResolved() {
        return Diagnostic.warning(
                        DiagnosticCode.LINKS_NOT_RESOLVED,
                        "rules are about paths in the workspace, and a link in it can lead out of it unseen")
                .withHelp("set PathSettings.workspace(root), or withLinks")
                .withNote("if tools run elsewhere, pass withLinks a function that asks there");
    }

    /** Returns the warning of a result list that can ask, if there is no approver. */
    Optional<Diagnostic> results(RuleScope scope, RuleList list) {
        if (hasApprover) {
            return Optional.empty();
        }
        List<RuleSpec> rules = list.rules();
        boolean asks = rules.stream().anyMatch(rule -> rule.mode() == Mode.ASK || rule.mode() == Mode.EDIT);
        boolean canAsk = asks
                || rules.stream().noneMatch(RuleSpec::isCatchAll)
                        && Reachability.of(scope, list).implicit() instanceof Reachability.Reach.Decides;
        return canAsk
                ? Optional.of(Diagnostic.warning(
                                DiagnosticCode.RESULTS_NOT_DELIVERED,
                                "results can need approval, but no approver is set, so they aren't delivered")
                        .withHelp("set PolicyEngineBuilder.permission, or answer allow or deny for every result"))
                : Optional.empty();
    }
}
