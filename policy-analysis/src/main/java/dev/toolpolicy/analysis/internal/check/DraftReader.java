package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.Patterns;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one rule as it was written. If a rule has several errors, it reports the first in the documented order.
 */
final class DraftReader {
    private final ToolSchema schema;
    private final PointerReader pointers;
    private final ValueSyntax syntax;

    DraftReader(ToolSchema schema, ValueSyntax syntax) {
        this.schema = schema;
        this.pointers = new PointerReader(schema);
        this.syntax = syntax;
    }

    RuleSpec read(int rule, RuleDraft draft) throws ProblemException {
        Map<String, JsonNode> members = draft.members();
        for (String member : members.keySet()) {
            if (!Keyword.isKnown(member)) {
                throw new ProblemException(
                        RuleWords.unknownMember(rule, member, syntax).at(rule, member));
            }
        }
        Mode mode = mode(rule, members.get(Keyword.MODE.word()));
        Optional<Keyword> matcher = matcher(rule, members);
        JsonNode match = members.get(Keyword.MATCH.word());
        if (matcher.isEmpty()) {
            if (match != null) {
                throw new ProblemException(
                        RuleWords.quantifierWithoutPointer(rule).at(rule, Keyword.MATCH.word()));
            }
            return RuleSpec.otherwise(mode);
        }
        PointerReader.Place place = place(rule, members.get(Keyword.ARG.word()));
        Match quantifier = match == null ? Match.ANY : quantifier(rule, match, place);
        String member = matcher.get().word();
        Matcher demand = matcher(rule, matcher.get(), place, members.get(member));
        return RuleSpec.when(new Condition(place.pointer(), demand, quantifier), mode);
    }

    private static Mode mode(int rule, @Nullable JsonNode written) throws ProblemException {
        if (written == null) {
            throw new ProblemException(RuleWords.noMode(rule).at(rule));
        }
        Optional<Mode> mode = Mode.of(written.isTextual() ? written.textValue() : "");
        if (mode.isEmpty()) {
            throw new ProblemException(RuleWords.unknownMode(rule, written).at(rule, Keyword.MODE.word()));
        }
        return mode.get();
    }

    private Optional<Keyword> matcher(int rule, Map<String, JsonNode> members) throws ProblemException {
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

    private PointerReader.Place place(int rule, JsonNode written) throws ProblemException {
        try {
            return pointers.read(written);
        } catch (ProblemException unplaced) {
            throw new ProblemException(unplaced.problem().at(rule, Keyword.ARG.word()));
        }
    }

    private static Match quantifier(int rule, JsonNode written, PointerReader.Place place) throws ProblemException {
        Optional<Match> match = Match.of(written.isTextual() ? written.textValue() : "");
        if (match.isEmpty()) {
            throw new ProblemException(RuleWords.unknownQuantifier(written).at(rule, Keyword.MATCH.word()));
        } else if (!place.target().throughArray()) {
            throw new ProblemException(
                    RuleWords.quantifierWithoutArray(place.pointer()).at(rule, Keyword.MATCH.word()));
        }
        return match.get();
    }

    private Matcher matcher(int rule, Keyword keyword, PointerReader.Place place, JsonNode written)
            throws ProblemException {
        ParameterType type = place.target().type();
        if (!keyword.fits(type)) {
            throw new ProblemException(RuleWords.matcherType(keyword, place.described(schema), type, syntax)
                    .at(rule, keyword.word()));
        }
        return switch (keyword) {
            case CONST -> constant(rule, place, written);
            case ENUM -> oneOf(rule, place, written);
            case PATTERN -> pattern(rule, place, written);
            case PREFIX -> prefix(rule, place, written);
            default -> bound(rule, keyword, place, written);
        };
    }

    private JsonNode value(int rule, Keyword keyword, int element, PointerReader.Place place, JsonNode written)
            throws ProblemException {
        return ValueReader.read(place.target().type(), written, syntax)
                .orElseThrow(() -> new ProblemException(RuleWords.valueType(
                                written, place.described(schema), place.target().type(), syntax)
                        .at(rule, keyword.word(), element)));
    }

    private Matcher constant(int rule, PointerReader.Place place, JsonNode written) throws ProblemException {
        JsonNode value = value(rule, Keyword.CONST, -1, place, written);
        return new Matcher.Constant(allowed(rule, Keyword.CONST, -1, place, value));
    }

    private Matcher oneOf(int rule, PointerReader.Place place, JsonNode written) throws ProblemException {
        if (!written.isArray()) {
            throw new ProblemException(RuleWords.enumIsNoList(written, syntax).at(rule, Keyword.ENUM.word()));
        } else if (written.isEmpty()) {
            throw new ProblemException(RuleWords.emptyEnum(rule, syntax).at(rule, Keyword.ENUM.word()));
        }
        List<JsonNode> values = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            values.add(value(rule, Keyword.ENUM, i, place, written.get(i)));
        }
        for (int i = 0; i < values.size(); i++) {
            allowed(rule, Keyword.ENUM, i, place, values.get(i));
        }
        return new Matcher.OneOf(values);
    }

    private static JsonNode allowed(int rule, Keyword keyword, int element, PointerReader.Place place, JsonNode value)
            throws ProblemException {
        ParameterType type = place.target().type();
        List<String> allowed = type.allowed();
        boolean isPath = type.kind() == ParameterType.Kind.PATH;
        boolean found = allowed.isEmpty()
                || allowed.stream()
                        .anyMatch(each -> isPath
                                ? NormalPath.of(each).equals(NormalPath.of(value.textValue()))
                                : each.equals(value.textValue()));
        if (!found) {
            throw new ProblemException(RuleWords.valueNotAllowed(value.textValue(), place.pointer(), allowed)
                    .at(rule, keyword.word(), element));
        }
        return value;
    }

    private Matcher prefix(int rule, PointerReader.Place place, JsonNode written) throws ProblemException {
        if (written.isTextual() && written.textValue().isEmpty()) {
            throw new ProblemException(
                    RuleWords.emptyPrefix(rule, place.pointer()).at(rule, Keyword.PREFIX.word()));
        }
        return new Matcher.Prefix(
                value(rule, Keyword.PREFIX, -1, place, written).textValue());
    }

    private Matcher pattern(int rule, PointerReader.Place place, JsonNode written) throws ProblemException {
        String regex = value(rule, Keyword.PATTERN, -1, place, written).textValue();
        try {
            Patterns.language(regex);
        } catch (InvalidPatternException e) {
            throw new ProblemException(RuleWords.invalidPattern(e).at(rule, Keyword.PATTERN.word()));
        } catch (PatternTooComplexException e) {
            throw new ProblemException(RuleWords.patternTooComplex(e).at(rule, Keyword.PATTERN.word()));
        }
        return new Matcher.Pattern(regex);
    }

    private Matcher bound(int rule, Keyword keyword, PointerReader.Place place, JsonNode written)
            throws ProblemException {
        ExactNumber limit = ValueReader.readNumber(written, syntax)
                .orElseThrow(() -> new ProblemException(
                        RuleWords.boundIsNoNumber(keyword, written, syntax).at(rule, keyword.word())));
        return new Matcher.Bound(Matcher.Bound.Kind.valueOf(keyword.name()), limit);
    }
}
