package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The check of one condition against the schema of its tool and the declared facts. If a condition has several errors,
 * it reports the first in the documented order. {@link ConditionReader} takes the same steps, each as soon as it has
 * read what the step needs.
 */
record ConditionCheck(ConditionContext context) {
    /** Returns a condition made in code, with its numbers rounded to the precision of their parameter. */
    Condition check(Condition condition) throws ProblemException {
        if (condition.label().isPresent()) {
            if (context.each().isPresent()) {
                throw context.at(Keyword.LABEL, FlowWords.labelInEach());
            } else if (!condition.equals(Condition.onLabel(condition.label().get()))) {
                throw context.at(Keyword.LABEL, FlowWords.labelTakesNoMatcher(context));
            }
            return condition;
        } else if (condition.isOnFact() && context.each().isPresent()) {
            throw context.at(Keyword.FACT, ConditionWords.factInEach());
        }
        List<Keyword> matchers = condition.matchers().stream().map(Keyword::of).toList();
        boolean lines = options(condition).contains(Keyword.LINES);
        PointerReader.Place place = place(context.pointers(condition.isOnFact()), condition.pointer(), matchers, lines);
        if (condition.match().isPresent()) {
            quantifier(condition.match().get(), matchers, place);
        }
        for (Keyword matcher : matchers) {
            fit(matcher, place);
        }
        options(options(condition), matchers, place);
        orAbsent(condition.matchesAbsent(), condition.isOnFact(), condition.match(), place);
        MatcherCheck values = new MatcherCheck(context, place, condition.ignoresCase());
        List<Matcher> checked = new ArrayList<>();
        for (Matcher matcher : condition.matchers()) {
            checked.add(values.check(matcher));
        }
        return condition(
                condition.isOnFact(),
                condition.pointer(),
                checked,
                condition.match(),
                condition.ignoresCase(),
                condition.matchesAbsent());
    }

    private static List<Keyword> options(Condition condition) {
        List<Keyword> options = new ArrayList<>();
        if (condition.ignoresCase()) {
            options.add(Keyword.IGNORE_CASE);
        }
        if (condition.matchesAbsent()) {
            options.add(Keyword.OR_ABSENT);
        }
        if (condition.matchers().stream().anyMatch(each -> each.kind() == Matcher.Kind.COMMANDS && each.lines())) {
            options.add(Keyword.LINES);
        }
        return options;
    }

    /** Returns a condition of checked parts. */
    static Condition condition(
            boolean onFact,
            ArgumentPointer pointer,
            List<Matcher> matchers,
            Optional<Match> match,
            boolean ignoresCase,
            boolean orAbsent) {
        Condition condition =
                onFact ? Condition.onFact(pointer, matchers.get(0)) : Condition.onArgument(pointer, matchers.get(0));
        for (Matcher matcher : matchers.subList(1, matchers.size())) {
            condition = condition.and(matcher);
        }
        Condition cased = ignoresCase ? condition.ignoringCase() : condition;
        Condition counted = match.map(cased::match).orElse(cased);
        return orAbsent ? counted.orAbsent() : counted;
    }

    /** Resolves a pointer: to the words of a command, if a condition reads commands from the elements of an array. */
    static PointerReader.Place place(
            PointerReader reader, ArgumentPointer pointer, List<Keyword> matchers, boolean lines)
            throws ProblemException {
        PointerReader.Place place = reader.place(pointer);
        return matchers.contains(Keyword.COMMANDS) && !lines && place.isElements() ? place.array() : place;
    }

    /** Checks that a quantifier has several values to quantify, or is about commands. */
    void quantifier(Match match, List<Keyword> matchers, PointerReader.Place place) throws ProblemException {
        if (matchers.contains(Keyword.COMMANDS)) {
            if (match == Match.ANY && context.mode() == Mode.ALLOW) {
                throw context.at(Keyword.MATCH, ConditionWords.matchUnsafe());
            }
        } else if (!place.target().throughArray()) {
            throw context.at(Keyword.MATCH, RuleWords.quantifierWithoutArray(place.pointer()));
        }
    }

    /** Checks that a kind of matcher fits its place. */
    void fit(Keyword keyword, PointerReader.Place place) throws ProblemException {
        ParameterType type = place.target().type();
        if (!keyword.fits(type)) {
            throw context.at(keyword, RuleWords.matcherType(keyword, place.described(), type, context));
        }
    }

    /** Checks that a condition that holds without a value may lack one. */
    void orAbsent(boolean isSet, boolean onFact, Optional<Match> match, PointerReader.Place place)
            throws ProblemException {
        if (!isSet) {
            return;
        }
        String name = context.name(Keyword.OR_ABSENT);
        boolean throughArray = place.target().throughArray();
        if (onFact || context.each().isPresent()) {
            throw context.at(Keyword.OR_ABSENT, FlowWords.absentOption(name, "is for arguments outside of \"each\""));
        } else if (throughArray && !match.equals(Optional.of(Match.ALL))) {
            throw context.at(
                    Keyword.OR_ABSENT,
                    FlowWords.absentOption(name, "needs \"match\" to be \"all\" where an array is passed"));
        } else if (!throughArray && context.pointers(false).isRequired(place.pointer())) {
            throw context.at(
                    Keyword.OR_ABSENT,
                    FlowWords.absentOption(name, "has no effect on " + place.described() + ", which is required"));
        } else if (context.condition() < 0) {
            throw context.at(Keyword.OR_ABSENT, FlowWords.absentOption(name, "can't stand in a rule's only condition"));
        }
    }

    /** Checks that each setting is about one of the matchers. */
    void options(List<Keyword> options, List<Keyword> matchers, PointerReader.Place place) throws ProblemException {
        boolean text = Keyword.isText(place.target().type());
        for (Keyword option : options) {
            boolean used = switch (option) {
                case OR_ABSENT -> true;
                case IGNORE_CASE -> text && matchers.stream().anyMatch(Keyword::canIgnoreCase);
                case LINES -> matchers.contains(Keyword.COMMANDS) && place.isElements();
                default -> matchers.contains(Keyword.HOST);
            };
            if (!used) {
                throw context.at(option, ConditionWords.option(context, option, matchers, place));
            }
        }
    }
}
