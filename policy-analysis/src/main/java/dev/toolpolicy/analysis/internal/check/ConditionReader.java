package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A reader of one condition as it was written, which takes the steps of its check in the documented order. */
record ConditionReader(ConditionContext context, JsonNode members) {
    /** Returns the checked condition. Its members are known. */
    Condition read() throws ProblemException {
        List<Keyword> matchers = matchers();
        if (has(Keyword.LABEL)) {
            return label();
        }
        boolean onFact = has(Keyword.FACT);
        PointerReader reader = context.pointers(onFact);
        boolean lines = flag(Keyword.LINES);
        ArgumentPointer pointer = reader.parse(written(onFact ? Keyword.FACT : Keyword.ARG));
        PointerReader.Place place = ConditionCheck.place(reader, pointer, matchers, lines);
        Optional<Match> match = match(matchers, place);
        ConditionCheck check = new ConditionCheck(context);
        for (Keyword matcher : matchers) {
            check.fit(matcher, place);
        }
        boolean ignoresCase = flag(Keyword.IGNORE_CASE);
        check.options(options(), matchers, place);
        boolean orAbsent = flag(Keyword.OR_ABSENT);
        check.orAbsent(orAbsent, onFact, match, place);
        MatcherCheck values = new MatcherCheck(context, place, ignoresCase);
        List<Matcher> read = new ArrayList<>();
        for (Keyword keyword : matchers) {
            read.add(values.check(matcher(keyword, values)));
        }
        return ConditionCheck.condition(onFact, place.pointer(), read, match, ignoresCase, orAbsent);
    }

    private Condition label() throws ProblemException {
        List<Keyword> options = options();
        if (!options.isEmpty() || has(Keyword.MATCH)) {
            throw context.here(FlowWords.labelTakesNoMatcher(context));
        }
        JsonNode label = written(Keyword.LABEL);
        if (!label.isTextual()) {
            throw context.at(Keyword.LABEL, ConditionWords.noText(Keyword.LABEL.word(), label));
        }
        return Condition.onLabel(label.textValue());
    }

    /** Returns the names of the members of a rule or a condition, in order. */
    static List<String> names(JsonNode written) {
        return written.properties().stream().map(Map.Entry::getKey).toList();
    }

    /** Returns the known ones of these members. */
    static Stream<Keyword> keywords(JsonNode written) {
        return names(written).stream().flatMap(member -> Keyword.of(member).stream());
    }

    private boolean has(Keyword keyword) {
        return members.has(keyword.word());
    }

    private List<Keyword> matchers() throws ProblemException {
        List<Keyword> matchers = keywords(members).filter(Keyword::isMatcher).toList();
        boolean arg = has(Keyword.ARG);
        boolean fact = has(Keyword.FACT);
        if (has(Keyword.LABEL)) {
            if (context.each().isPresent()) {
                throw context.at(Keyword.LABEL, FlowWords.labelInEach());
            } else if (arg || fact || !matchers.isEmpty()) {
                throw context.here(FlowWords.labelTakesNoMatcher(context));
            }
            return matchers;
        } else if (fact && context.each().isPresent()) {
            throw context.at(Keyword.FACT, ConditionWords.factInEach());
        } else if (arg == fact || matchers.isEmpty()) {
            throw context.here(ConditionWords.matcherCount(context, arg, fact, matchers));
        }
        return matchers;
    }

    private List<Keyword> options() {
        return keywords(members)
                .filter(Keyword::isOption)
                .filter(option ->
                        !written(option).isBoolean() || written(option).booleanValue())
                .toList();
    }

    /** Returns the value of a member that the condition has. */
    private JsonNode written(Keyword keyword) {
        return Objects.requireNonNull(members.get(keyword.word()), keyword::word);
    }

    private boolean flag(Keyword keyword) throws ProblemException {
        JsonNode written = members.get(keyword.word());
        if (written != null && !written.isBoolean()) {
            throw context.at(keyword, ConditionWords.noFlag(context.name(keyword), written));
        }
        return written != null && written.booleanValue();
    }

    private Optional<Match> match(List<Keyword> matchers, PointerReader.Place place) throws ProblemException {
        JsonNode written = members.get(Keyword.MATCH.word());
        if (written == null) {
            return Optional.empty();
        }
        Optional<Match> match = Match.of(written.isTextual() ? written.textValue() : "");
        if (match.isEmpty()) {
            throw context.at(Keyword.MATCH, RuleWords.unknownQuantifier(written));
        }
        new ConditionCheck(context).quantifier(match.get(), matchers, place);
        return match;
    }

    private Matcher matcher(Keyword keyword, MatcherCheck values) throws ProblemException {
        JsonNode written = written(keyword);
        return switch (keyword) {
            case CONST -> Matcher.constant(values.value(keyword, -1, written, context.syntax()));
            case ENUM -> Matcher.oneOf(values(values));
            case PATTERN -> Matcher.pattern(text(keyword, values));
            case PREFIX -> Matcher.prefix(text(keyword, values));
            case GLOB -> Matcher.glob(text(keyword, values));
            case HOST -> Matcher.host(texts(keyword), schemes(), ports());
            case COMMANDS -> Matcher.commands(texts(keyword), flag(Keyword.LINES));
            case IN_FACT -> Matcher.inFact(context.facts(keyword).parse(written));
            case FROM -> Matcher.from(texts(keyword));
            case MINIMUM, MAXIMUM, EXCLUSIVE_MINIMUM, EXCLUSIVE_MAXIMUM ->
                Matcher.bound(Matcher.Bound.valueOf(keyword.name()), limit(keyword));
            default -> throw new IllegalArgumentException(keyword.word() + " is not a matcher");
        };
    }

    private String text(Keyword keyword, MatcherCheck values) throws ProblemException {
        return values.value(keyword, -1, written(keyword), context.syntax()).textValue();
    }

    private List<JsonNode> values(MatcherCheck values) throws ProblemException {
        List<JsonNode> read = new ArrayList<>();
        for (JsonNode each : list(Keyword.ENUM)) {
            read.add(values.value(Keyword.ENUM, read.size(), each, context.syntax()));
        }
        return read;
    }

    private JsonNode list(Keyword keyword) throws ProblemException {
        JsonNode written = written(keyword);
        if (!written.isArray()) {
            throw context.at(keyword, ConditionWords.noList(context.name(keyword), written));
        }
        return written;
    }

    private List<String> texts(Keyword keyword) throws ProblemException {
        List<String> texts = new ArrayList<>();
        for (JsonNode each : list(keyword)) {
            if (!each.isTextual() || !ValueReader.isWellFormed(each.textValue())) {
                throw context.at(keyword, texts.size(), ConditionWords.noText(context.name(keyword), each));
            }
            texts.add(each.textValue());
        }
        return texts;
    }

    private List<String> schemes() throws ProblemException {
        return has(Keyword.SCHEMES) ? filled(Keyword.SCHEMES, texts(Keyword.SCHEMES)) : List.of();
    }

    private List<Integer> ports() throws ProblemException {
        if (!has(Keyword.PORTS)) {
            return List.of();
        }
        List<Integer> ports = new ArrayList<>();
        for (JsonNode each : list(Keyword.PORTS)) {
            Optional<ExactNumber> port = ValueReader.readNumber(each, ValueSyntax.TYPED);
            if (port.isEmpty() || !port.get().isInteger() || !each.canConvertToInt()) {
                throw context.at(Keyword.PORTS, ports.size(), ConditionWords.noPort(each));
            }
            ports.add(each.intValue());
        }
        return filled(Keyword.PORTS, ports);
    }

    /** Returns a list that was written, which has values: one without is not the same as none written. */
    private <T> List<T> filled(Keyword keyword, List<T> values) throws ProblemException {
        if (values.isEmpty()) {
            throw context.at(keyword, ConditionWords.emptyList(context, keyword));
        }
        return values;
    }

    private ExactNumber limit(Keyword keyword) throws ProblemException {
        Optional<ExactNumber> limit = ValueReader.readNumber(written(keyword), context.syntax());
        if (limit.isEmpty()) {
            throw context.at(keyword, RuleWords.boundIsNoNumber(keyword, written(keyword), context.syntax()));
        }
        return limit.get();
    }
}
