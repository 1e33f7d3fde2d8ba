package dev.toolpolicy.analysis.internal.lint;

import com.fasterxml.jackson.databind.JsonNode;
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
    /** Texts without a meaning in paths and globs. */
    private static final List<String> PLAIN = List.of("*", "!", "\\", "$HOME", "${HOME}");

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
        int last = rules.stream().map(RuleSpec::mode).toList().lastIndexOf(Mode.ALLOW);
        for (int rule = 0; rule < rules.size(); rule++) {
            boolean allows = rules.get(rule).mode() == Mode.ALLOW;
            found.addAll(arguments.find(rule, rules.get(rule), places.get(rule), rule < last));
            for (Place place : places.get(rule)) {
                List<Diagnostic> warnings = allows ? wide.find(place) : strict.find(place, rule < last);
                warnings.forEach(each -> found.add(each.inCondition(place.inRule())));
            }
        }
        return found;
    }

    /** Finds what a matcher of paths takes as plain text, although its author probably means more. */
    static Optional<Diagnostic> plainText(Place place, Matcher matcher, ValueSyntax syntax) {
        List<String> texts = place.is(ParameterType.Kind.PATH) ? pathTexts(matcher) : List.of();
        return PLAIN.stream()
                .filter(mark -> matcher.kind() != Matcher.Kind.GLOB || !mark.equals("*"))
                .flatMap(mark -> texts.stream()
                        .filter(text -> isPlain(text, mark))
                        .map(text -> WarningWords.plainText(place, matcher, mark, text, syntax)))
                .findFirst();
    }

    private static boolean isPlain(String text, String mark) {
        int at = text.indexOf(mark);
        boolean escapes = mark.equals("\\") && !Character.isLetterOrDigit((text + "a").charAt(at + 1));
        return mark.equals("!") ? at == 0 : at >= 0 && (!escapes || text.startsWith("**", at + 1));
    }

    /** Returns the paths, prefixes and globs that a matcher names. */
    public static List<String> pathTexts(Matcher matcher) {
        return switch (matcher.kind()) {
            case CONST, ENUM ->
                matcher.values().stream()
                        .filter(JsonNode::isTextual)
                        .map(JsonNode::textValue)
                        .toList();
            case PREFIX, GLOB -> List.of(matcher.text());
            case PATTERN, BOUND, HOST, COMMANDS, IN_FACT, FROM -> List.of();
        };
    }
}
