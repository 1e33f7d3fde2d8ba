package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        List<List<Place>> places = Place.of(scope, rules);
        TextWarnings texts = new TextWarnings(new TextPlaces(places), syntax);
        ArgumentWarnings arguments = new ArgumentWarnings(scope, syntax);
        WideWarnings wide = new WideWarnings(places, texts, syntax);
        StrictWarnings strict = new StrictWarnings(rules, places, texts, syntax);
        for (int rule = 0; rule < rules.size(); rule++) {
            boolean allows = rules.get(rule).mode() == Mode.ALLOW;
            found.addAll(arguments.find(rule, rules.get(rule), places.get(rule)));
            for (Place place : places.get(rule)) {
                List<Diagnostic> warnings = allows ? wide.find(place) : strict.find(place);
                warnings.forEach(each -> found.add(each.inCondition(place.inRule())));
            }
        }
        return found;
    }

    /** Finds a prefix that is written as a glob, whose {@code *} is a plain character. */
    static Optional<Diagnostic> globInPrefix(Place place, Matcher matcher, ValueSyntax syntax) {
        boolean isPrefix = place.is(ParameterType.Kind.PATH) && matcher.kind() == Matcher.Kind.PREFIX;
        return isPrefix && matcher.text().indexOf('*') >= 0
                ? Optional.of(WarningWords.globInPrefix(place.index(), matcher.text(), syntax)
                        .at(place.index(), matcher.keyword()))
                : Optional.empty();
    }
}
