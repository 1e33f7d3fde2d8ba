package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.automaton.build.Anchors;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.Patterns;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The warnings about rules that allow more than their author probably wants. Stateless. */
final class WideWarnings {
    private static final ExactNumber ZERO = ExactNumber.of("0");
    private static final ExactNumber MINUS_ONE = ExactNumber.of("-1");

    private final List<List<Place>> places;
    private final TextWarnings texts;
    private final ValueSyntax syntax;
    /** The first rule that stops negative numbers at a place. */
    private final Map<ArgumentPointer, Integer> stopping = new HashMap<>();

    WideWarnings(List<List<Place>> places, TextWarnings texts, ValueSyntax syntax) {
        this.places = places;
        this.texts = texts;
        this.syntax = syntax;
        places.stream()
                .flatMap(List::stream)
                .filter(place -> place.isArgument() && stopsNegatives(place))
                .forEach(place -> stopping.putIfAbsent(place.pointer(), place.index()));
    }

    /** Finds the warnings about a condition of a rule that allows. */
    List<Diagnostic> find(Place place) {
        List<Diagnostic> found = new ArrayList<>();
        if (place.isArgument()) {
            place.condition().matchers().forEach(matcher -> find(place, matcher, found));
        }
        return found;
    }

    private void find(Place place, Matcher matcher, List<Diagnostic> found) {
        int index = place.index();
        String keyword = matcher.keyword();
        boolean open = place.isOpenText();
        if (open && texts.leavesOpen(place, matcher)) {
            // Beside "commands" each command of the line is one that the rule means.
            if (matchers(place).noneMatch(each -> each.kind() == Matcher.Kind.COMMANDS)) {
                found.add(WarningWords.commandByPrefix(index, place.pointer(), matcher, syntax)
                        .at(index, keyword));
            }
        } else if (open) {
            texts.otherHosts(place, matcher)
                    .or(() -> texts.several(place, matcher))
                    .or(() -> notAnchored(index, matcher))
                    .ifPresent(found::add);
        }
        texts.anyScheme(place, matcher).ifPresent(found::add);
        texts.path(place, matcher).ifPresent(found::add);
        if (isUpper(matcher) && !isBoundedBelow(place)) {
            found.add(WarningWords.noLowerBound(index, place.pointer(), syntax).at(index, keyword));
        }
        CommandWarnings.runsAnything(index, matcher).ifPresent(found::add);
        found.addAll(UnusedPatterns.find(place, matcher));
        RuleWarnings.plainText(place, matcher, syntax).ifPresent(found::add);
    }

    private Optional<Diagnostic> notAnchored(int index, Matcher matcher) {
        if (matcher.kind() != Matcher.Kind.PATTERN) {
            return Optional.empty();
        }
        Language language = Patterns.language(matcher.text());
        boolean start = Anchors.startsAnywhere(language);
        boolean end = Anchors.endsAnywhere(language);
        return start || end
                ? Optional.of(WarningWords.notAnchored(index, matcher.text(), start, end, syntax)
                        .at(index, Keyword.PATTERN.word()))
                : Optional.empty();
    }

    private static boolean isUpper(Matcher matcher) {
        return List.of(Keyword.MAXIMUM.word(), Keyword.EXCLUSIVE_MAXIMUM.word()).contains(matcher.keyword());
    }

    /** Returns whether a rule can't reach numbers of any size below zero: by the type, its matchers, or a rule above. */
    private boolean isBoundedBelow(Place place) {
        ParameterType type = place.target().type();
        boolean neverNegative = type.kind() == ParameterType.Kind.INTEGER
                && type.lowest() != null
                && type.lowest().signum() >= 0;
        boolean own = matchers(place).anyMatch(each -> !isUpper(each));
        return neverNegative || own || stopping.getOrDefault(place.pointer(), place.index()) < place.index();
    }

    /** Returns all that a rule says of an argument. */
    private Stream<Matcher> matchers(Place place) {
        return places.get(place.index()).stream()
                .filter(each -> each.isSamePlace(place))
                .flatMap(each -> each.condition().matchers().stream());
    }

    private static boolean stopsNegatives(Place place) {
        RuleSpec rule = place.rule();
        boolean whole = place.is(ParameterType.Kind.INTEGER);
        return rule.mode() != Mode.ALLOW
                && rule.each().isEmpty()
                && rule.conditions().size() == 1
                && place.condition().matchers().stream()
                        .allMatch(each -> isUpper(each)
                                && stopsNegatives(
                                        each.bound().orElseThrow(), each.limit().orElseThrow(), whole));
    }

    private static boolean stopsNegatives(Matcher.Bound bound, ExactNumber limit, boolean whole) {
        return bound.holds(MINUS_ONE.compareTo(limit)) && whole || limit.compareTo(ZERO) >= 0;
    }
}
