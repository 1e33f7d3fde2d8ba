package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.automaton.build.Anchors;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.Patterns;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
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
import java.util.Set;
import java.util.stream.Stream;

/** The warnings about rules that allow more than their author probably wants. Stateless. */
final class WideWarnings {
    private static final Set<String> PATHS = Set.of("path", "file", "dir", "folder", "cwd", "source", "destination");
    private static final ExactNumber ZERO = ExactNumber.of("0");
    private static final ExactNumber MINUS_ONE = ExactNumber.of("-1");

    private final RuleScope scope;
    private final List<RuleSpec> rules;
    private final ValueSyntax syntax;
    private final TextPlaces places;
    /** The first rule that stops negative numbers at a place. */
    private final Map<ArgumentPointer, Integer> stopping = new HashMap<>();

    WideWarnings(RuleScope scope, List<RuleSpec> rules, TextPlaces places, ValueSyntax syntax) {
        this.scope = scope;
        this.places = places;
        this.rules = rules;
        this.syntax = syntax;
        for (int index = 0; index < rules.size(); index++) {
            RuleSpec rule = rules.get(index);
            for (Condition condition : rule.conditions()) {
                note(index, rule, condition);
            }
        }
    }

    private void note(int index, RuleSpec rule, Condition condition) {
        if (!condition.isOnFact()) {
            ArgumentPointer pointer = Conditions.pointer(rule, condition);
            if (stopsNegatives(rule, scope.place(rule, condition).type())) {
                stopping.putIfAbsent(pointer, index);
            }
        }
    }

    /** Finds the warnings about a rule that allows. */
    List<Diagnostic> find(int index) {
        RuleSpec rule = rules.get(index);
        List<Diagnostic> found = new ArrayList<>();
        for (Condition condition : rule.conditions()) {
            ParameterType type = scope.place(rule, condition).type();
            if (!condition.isOnFact()) {
                int at = Conditions.index(rule, condition);
                find(index, rule, condition, type).forEach(each -> found.add(each.inCondition(at)));
            }
        }
        return found;
    }

    private List<Diagnostic> find(int index, RuleSpec rule, Condition condition, ParameterType type) {
        List<Diagnostic> found = new ArrayList<>();
        ArgumentPointer pointer = Conditions.pointer(rule, condition);
        boolean open =
                type.kind() == ParameterType.Kind.STRING && type.allowed().isEmpty();
        boolean isCommand = open && places.isCommand(index, pointer);
        TextWarnings texts = new TextWarnings(places, condition.ignoresCase(), syntax);
        for (Matcher matcher : condition.matchers()) {
            Keyword keyword = Keyword.of(matcher);
            if (isCommand && CommandWarnings.leavesTextOpen(matcher)) {
                // Beside "commands" each command of the line is one that the rule means.
                if (matchers(rule, pointer).noneMatch(each -> each.kind() == Matcher.Kind.COMMANDS)) {
                    found.add(WarningWords.commandByPrefix(index, pointer, matcher, syntax)
                            .at(index, keyword.word()));
                }
            } else if (open) {
                texts.otherHosts(index, pointer, matcher)
                        .or(() -> scope.place(rule, condition).throughArray()
                                ? Optional.empty()
                                : texts.several(index, pointer, matcher))
                        .or(() -> notAnchored(index, matcher))
                        .ifPresent(found::add);
            }
            TextWarnings.anyScheme(index, matcher, syntax).ifPresent(found::add);
            if (open && isPathMatcher(keyword) && TextPlaces.isNamed(pointer, PATHS)) {
                found.add(WarningWords.pathAsString(index, pointer, syntax).at(index, keyword.word()));
            }
            if (isUpper(matcher) && !isBoundedBelow(index, pointer, type)) {
                found.add(WarningWords.noLowerBound(index, pointer, syntax).at(index, keyword.word()));
            }
            CommandWarnings.runsAnything(index, matcher).ifPresent(found::add);
            found.addAll(UnusedPatterns.find(index, matcher, condition, rule.mode(), type));
            found.addAll(RuleWarnings.globInPrefix(index, matcher, type, syntax));
        }
        return found;
    }

    private static boolean isPathMatcher(Keyword keyword) {
        return keyword == Keyword.GLOB || keyword == Keyword.PREFIX || keyword == Keyword.PATTERN;
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
    private boolean isBoundedBelow(int index, ArgumentPointer pointer, ParameterType type) {
        boolean neverNegative = type.kind() == ParameterType.Kind.INTEGER
                && type.lowest() != null
                && type.lowest().signum() >= 0;
        RuleSpec rule = rules.get(index);
        boolean own = matchers(rule, pointer).anyMatch(each -> !isUpper(each));
        return neverNegative || own || stopping.getOrDefault(pointer, index) < index;
    }

    private static Stream<Matcher> matchers(RuleSpec rule, ArgumentPointer pointer) {
        return rule.conditions().stream()
                .filter(each ->
                        !each.isOnFact() && Conditions.pointer(rule, each).equals(pointer))
                .flatMap(each -> each.matchers().stream());
    }

    private static boolean stopsNegatives(RuleSpec rule, ParameterType type) {
        boolean whole = type.kind() == ParameterType.Kind.INTEGER;
        return rule.mode() != Mode.ALLOW
                && rule.each().isEmpty()
                && rule.conditions().size() == 1
                && rule.conditions().get(0).matchers().stream()
                        .allMatch(each -> isUpper(each)
                                && stopsNegatives(
                                        each.bound().orElseThrow(), each.limit().orElseThrow(), whole));
    }

    private static boolean stopsNegatives(Matcher.Bound bound, ExactNumber limit, boolean whole) {
        return bound.holds(MINUS_ONE.compareTo(limit)) && whole || limit.compareTo(ZERO) >= 0;
    }
}
