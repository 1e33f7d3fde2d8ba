package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;

/** The check for rules that are valid, but probably don't do what their author wants. Stateless. */
public final class RuleWarnings {
    private RuleWarnings() {}

    /**
     * Finds the warnings about a list.
     *
     * @param scope what the rules can look at
     * @param rules rules that are valid in the scope
     * @param syntax the notation whose names the messages use
     * @return the warnings, in the order of the rules
     */
    public static List<Diagnostic> find(RuleScope scope, List<RuleSpec> rules, ValueSyntax syntax) {
        List<Diagnostic> found = new ArrayList<>();
        ArgumentWarnings arguments = new ArgumentWarnings(scope, syntax);
        TextPlaces places = new TextPlaces(rules);
        WideWarnings wide = new WideWarnings(scope, rules, places, syntax);
        StrictWarnings strict = new StrictWarnings(scope, rules, places, syntax);
        for (int rule = 0; rule < rules.size(); rule++) {
            found.addAll(arguments.find(rule, rules.get(rule)));
            found.addAll(rules.get(rule).mode() == Mode.ALLOW ? wide.find(rule) : strict.find(rule));
        }
        return found;
    }

    /** Finds a prefix that is written as a glob, whose {@code *} is a plain character. */
    static List<Diagnostic> globInPrefix(int index, Matcher matcher, ParameterType type, ValueSyntax syntax) {
        boolean isPath = type.kind() == ParameterType.Kind.PATH;
        return isPath && matcher.kind() == Matcher.Kind.PREFIX && matcher.text().indexOf('*') >= 0
                ? List.of(
                        WarningWords.globInPrefix(index, matcher.text(), syntax).at(index, Keyword.PREFIX.word()))
                : List.of();
    }
}
