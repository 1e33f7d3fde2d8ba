package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one rule as it was written. If a rule has several errors, it reports the first in the documented order.
 */
final class DraftReader {
    private final int rule;
    private final Map<String, JsonNode> members;
    private final ValueSyntax syntax;
    private final RuleCheck check;

    DraftReader(ToolSchema schema, ValueSyntax syntax, int rule, RuleDraft draft) {
        this.rule = rule;
        this.members = draft.members();
        this.syntax = syntax;
        this.check = new RuleCheck(schema, syntax, rule);
    }

    RuleSpec read() throws ProblemException {
        for (String member : members.keySet()) {
            if (!Keyword.isKnown(member)) {
                throw new ProblemException(
                        RuleWords.unknownMember(rule, member, syntax).at(rule, member));
            }
        }
        Mode mode = mode(members.get(Keyword.MODE.word()));
        Optional<Keyword> keyword = keyword();
        JsonNode match = members.get(Keyword.MATCH.word());
        if (keyword.isEmpty()) {
            if (match != null) {
                throw check.at(Keyword.MATCH, RuleWords.quantifierWithoutPointer(rule));
            }
            return RuleSpec.otherwise(mode);
        }
        PointerReader.Place place = check.place(written(Keyword.ARG));
        Match quantifier = match == null ? Match.ANY : quantifier(match, place);
        check.fit(keyword.get(), place);
        Matcher matcher = check.matcher(matcher(keyword.get(), place), place);
        Condition condition = Condition.onArgument(place.pointer(), matcher);
        return RuleSpec.when(match == null ? condition : condition.match(quantifier), mode);
    }

    /** Returns the value of a member that the rule has. */
    private JsonNode written(Keyword keyword) {
        return Objects.requireNonNull(members.get(keyword.word()), keyword::word);
    }

    private Mode mode(@Nullable JsonNode written) throws ProblemException {
        if (written == null) {
            throw new ProblemException(RuleWords.noMode(rule).at(rule));
        }
        Optional<Mode> mode = Mode.of(written.isTextual() ? written.textValue() : "");
        if (mode.isEmpty()) {
            throw check.at(Keyword.MODE, RuleWords.unknownMode(rule, written));
        }
        return mode.get();
    }

    private Optional<Keyword> keyword() throws ProblemException {
        List<Keyword> matchers = new ArrayList<>();
        for (String member : members.keySet()) {
            Keyword.MATCHERS.stream()
                    .filter(keyword -> keyword.word().equals(member))
                    .forEach(matchers::add);
        }
        boolean pointed = members.containsKey(Keyword.ARG.word());
        if (matchers.size() > 1 || pointed != (matchers.size() == 1)) {
            throw new ProblemException(
                    RuleWords.matcherCount(rule, pointed, matchers, syntax).at(rule));
        }
        return matchers.stream().findFirst();
    }

    private Match quantifier(JsonNode written, PointerReader.Place place) throws ProblemException {
        Optional<Match> match = Match.of(written.isTextual() ? written.textValue() : "");
        if (match.isEmpty()) {
            throw check.at(Keyword.MATCH, RuleWords.unknownQuantifier(written));
        }
        check.quantifier(place);
        return match.get();
    }

    private Matcher matcher(Keyword keyword, PointerReader.Place place) throws ProblemException {
        JsonNode written = written(keyword);
        return switch (keyword) {
            case CONST -> new Matcher.Constant(value(keyword, -1, place, written));
            case ENUM -> oneOf(place, written);
            case PATTERN ->
                new Matcher.Pattern(value(keyword, -1, place, written).textValue());
            case PREFIX -> new Matcher.Prefix(value(keyword, -1, place, written).textValue());
            case MINIMUM -> bound(Matcher.Bound.Kind.MINIMUM, keyword, written);
            case MAXIMUM -> bound(Matcher.Bound.Kind.MAXIMUM, keyword, written);
            case EXCLUSIVE_MINIMUM -> bound(Matcher.Bound.Kind.EXCLUSIVE_MINIMUM, keyword, written);
            case EXCLUSIVE_MAXIMUM -> bound(Matcher.Bound.Kind.EXCLUSIVE_MAXIMUM, keyword, written);
            case GLOB -> new Matcher.Glob(value(keyword, -1, place, written).textValue());
            case HOST, COMMANDS, IN_FACT, ARG, MATCH, MODE ->
                throw new IllegalArgumentException(keyword.word() + " is not a matcher");
        };
    }

    private JsonNode value(Keyword keyword, int element, PointerReader.Place place, JsonNode written)
            throws ProblemException {
        return check.value(keyword, element, place, written, syntax);
    }

    private Matcher oneOf(PointerReader.Place place, JsonNode written) throws ProblemException {
        if (!written.isArray()) {
            throw check.at(Keyword.ENUM, RuleWords.enumIsNoList(written, syntax));
        }
        List<JsonNode> values = new ArrayList<>();
        for (JsonNode each : written) {
            values.add(value(Keyword.ENUM, values.size(), place, each));
        }
        return new Matcher.OneOf(values);
    }

    private Matcher bound(Matcher.Bound.Kind kind, Keyword keyword, JsonNode written) throws ProblemException {
        Optional<ExactNumber> limit = ValueReader.readNumber(written, syntax);
        if (limit.isEmpty()) {
            throw check.at(keyword, RuleWords.boundIsNoNumber(keyword, written, syntax));
        }
        return new Matcher.Bound(kind, limit.get());
    }
}
