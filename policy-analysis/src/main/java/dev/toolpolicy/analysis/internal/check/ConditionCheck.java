package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
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
final class ConditionCheck {
    private final ConditionContext context;

    ConditionCheck(ConditionContext context) {
        this.context = context;
    }

    /** Returns a condition made in code, with its numbers rounded to the precision of their parameter. */
    Condition check(Condition condition) throws ProblemException {
        if (condition.isOnFact() && context.each().isPresent()) {
            throw context.at(Keyword.FACT, ConditionWords.factInEach());
        }
        List<Keyword> matchers = condition.matchers().stream().map(Keyword::of).toList();
        boolean lines = options(condition).contains(Keyword.LINES);
        PointerReader.Place place = place(condition.isOnFact(), condition.pointer(), matchers, lines);
        if (condition.match().isPresent()) {
            quantifier(condition.match().get(), matchers, place);
        }
        for (Keyword matcher : matchers) {
            fit(matcher, place);
        }
        options(options(condition), matchers, place);
        MatcherCheck values = new MatcherCheck(context, place, condition.ignoresCase());
        List<Matcher> checked = new ArrayList<>();
        for (Matcher matcher : condition.matchers()) {
            checked.add(values.check(matcher));
        }
        return condition(
                condition.isOnFact(), condition.pointer(), checked, condition.match(), condition.ignoresCase());
    }

    private static List<Keyword> options(Condition condition) {
        List<Keyword> options = new ArrayList<>();
        if (condition.ignoresCase()) {
            options.add(Keyword.IGNORE_CASE);
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
            boolean ignoresCase) {
        Condition condition =
                onFact ? Condition.onFact(pointer, matchers.get(0)) : Condition.onArgument(pointer, matchers.get(0));
        for (Matcher matcher : matchers.subList(1, matchers.size())) {
            condition = condition.and(matcher);
        }
        Condition cased = ignoresCase ? condition.ignoringCase() : condition;
        return match.map(cased::match).orElse(cased);
    }

    /** Reads a pointer and resolves it. */
    PointerReader.Place place(boolean onFact, JsonNode written, List<Keyword> matchers, boolean lines)
            throws ProblemException {
        PointerReader reader = reader(onFact);
        try {
            return words(reader.place(reader.parse(written)), matchers, lines);
        } catch (ProblemException unplaced) {
            throw unplaced(onFact, unplaced);
        }
    }

    private PointerReader.Place place(boolean onFact, ArgumentPointer pointer, List<Keyword> matchers, boolean lines)
            throws ProblemException {
        try {
            return words(reader(onFact).place(pointer), matchers, lines);
        } catch (ProblemException unplaced) {
            throw unplaced(onFact, unplaced);
        }
    }

    private PointerReader reader(boolean onFact) {
        return onFact ? context.facts() : context.arguments();
    }

    private ProblemException unplaced(boolean onFact, ProblemException problem) {
        return context.at(onFact ? Keyword.FACT : Keyword.ARG, problem.problem());
    }

    /** Returns the place of the words of a command, if a condition reads commands from the elements of an array. */
    private static PointerReader.Place words(PointerReader.Place place, List<Keyword> matchers, boolean lines) {
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

    /** Checks that each setting is about one of the matchers. */
    void options(List<Keyword> options, List<Keyword> matchers, PointerReader.Place place) throws ProblemException {
        boolean text = Keyword.isText(place.target().type());
        for (Keyword option : options) {
            boolean used = switch (option) {
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
