package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.Patterns;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The check of one rule against the schema of its tool. If a rule has several errors, it reports the first in the
 * documented order. {@link DraftReader} takes the same steps, each as soon as it has read what the step needs.
 */
final class RuleCheck {
    private final ToolSchema schema;
    private final PointerReader pointers;
    private final ValueSyntax syntax;
    private final int rule;

    /**
     * Creates the check of a rule.
     *
     * @param syntax the notation whose names the messages use
     * @param rule the rule's number, from 0
     */
    RuleCheck(ToolSchema schema, ValueSyntax syntax, int rule) {
        this.schema = schema;
        this.pointers = new PointerReader(schema);
        this.syntax = syntax;
        this.rule = rule;
    }

    /** Returns the rule with its numbers rounded to the precision of their parameter. */
    RuleSpec check(RuleSpec spec) throws ProblemException {
        if (spec.condition().isEmpty()) {
            return spec;
        }
        Condition condition = spec.condition().get();
        PointerReader.Place place = place(() -> pointers.place(condition.pointer()));
        if (condition.match().orElse(Match.ANY) != Match.ANY) {
            quantifier(place);
        }
        Keyword keyword = Keyword.of(condition.matchers().get(0));
        fit(keyword, place);
        Matcher matcher = matcher(condition.matchers().get(0), place);
        Condition checked = Condition.onArgument(condition.pointer(), matcher);
        return spec.withConditions(List.of(condition.match().map(checked::match).orElse(checked)));
    }

    /** A step that may end the check. */
    private interface Step<T> {
        T take() throws ProblemException;
    }

    /** Reads a pointer and resolves it. */
    PointerReader.Place place(JsonNode written) throws ProblemException {
        return place(() -> pointers.place(pointers.parse(written)));
    }

    private PointerReader.Place place(Step<PointerReader.Place> read) throws ProblemException {
        try {
            return read.take();
        } catch (ProblemException unplaced) {
            throw new ProblemException(unplaced.problem().at(rule, Keyword.ARG.word()));
        }
    }

    /** Checks that a quantifier has several values to quantify. */
    void quantifier(PointerReader.Place place) throws ProblemException {
        if (!place.target().throughArray()) {
            throw at(Keyword.MATCH, RuleWords.quantifierWithoutArray(place.pointer()));
        }
    }

    /** Checks that a kind of matcher fits its place. */
    void fit(Keyword keyword, PointerReader.Place place) throws ProblemException {
        ParameterType type = place.target().type();
        if (!keyword.fits(type)) {
            throw at(keyword, RuleWords.matcherType(keyword, place.described(schema), type, syntax));
        }
    }

    /** Returns a value as one of the type of its place. */
    JsonNode value(Keyword keyword, int element, PointerReader.Place place, JsonNode written, ValueSyntax notation)
            throws ProblemException {
        Optional<JsonNode> value = ValueReader.read(place.target().type(), written, notation);
        if (value.isEmpty()) {
            throw at(
                    keyword,
                    element,
                    RuleWords.valueType(
                            written, place.described(schema), place.target().type(), notation));
        }
        return value.get();
    }

    /** Checks the values of a matcher that fits its place, and returns it with rounded numbers. */
    Matcher matcher(Matcher matcher, PointerReader.Place place) throws ProblemException {
        return matcher.accept(new Values(place)).take();
    }

    /** The check of the values of each kind of matcher. */
    private final class Values implements Matcher.Visitor<Step<Matcher>> {
        private final PointerReader.Place place;

        Values(PointerReader.Place place) {
            this.place = place;
        }

        @Override
        public Step<Matcher> constant(Matcher.Constant constant) {
            return () -> {
                JsonNode value = value(Keyword.CONST, -1, place, constant.value(), ValueSyntax.TYPED);
                allowed(Keyword.CONST, -1, value);
                return new Matcher.Constant(value);
            };
        }

        @Override
        public Step<Matcher> oneOf(Matcher.OneOf oneOf) {
            return () -> {
                if (oneOf.values().isEmpty()) {
                    throw at(Keyword.ENUM, RuleWords.emptyEnum(rule, syntax));
                }
                List<JsonNode> values = new ArrayList<>();
                for (JsonNode value : oneOf.values()) {
                    values.add(value(Keyword.ENUM, values.size(), place, value, ValueSyntax.TYPED));
                }
                for (int i = 0; i < values.size(); i++) {
                    allowed(Keyword.ENUM, i, values.get(i));
                }
                return new Matcher.OneOf(values);
            };
        }

        @Override
        public Step<Matcher> pattern(Matcher.Pattern pattern) {
            return () -> {
                value(Keyword.PATTERN, -1, place, TextNode.valueOf(pattern.regex()), ValueSyntax.TYPED);
                try {
                    Patterns.language(pattern.regex());
                } catch (InvalidPatternException e) {
                    throw at(Keyword.PATTERN, PatternWords.invalid(e));
                } catch (PatternTooComplexException e) {
                    throw at(Keyword.PATTERN, PatternWords.tooComplex(e));
                }
                return pattern;
            };
        }

        @Override
        public Step<Matcher> prefix(Matcher.Prefix prefix) {
            return () -> {
                if (prefix.text().isEmpty()) {
                    throw at(Keyword.PREFIX, RuleWords.emptyPrefix(rule, place.pointer()));
                }
                value(Keyword.PREFIX, -1, place, TextNode.valueOf(prefix.text()), ValueSyntax.TYPED);
                return prefix;
            };
        }

        @Override
        public Step<Matcher> bound(Matcher.Bound bound) {
            return () -> bound;
        }

        @Override
        public Step<Matcher> glob(Matcher.Glob glob) {
            return () -> glob;
        }

        @Override
        public Step<Matcher> host(Matcher.Host host) {
            return () -> host;
        }

        @Override
        public Step<Matcher> commands(Matcher.Commands commands) {
            return () -> commands;
        }

        @Override
        public Step<Matcher> inFact(Matcher.InFact inFact) {
            return () -> inFact;
        }

        private void allowed(Keyword keyword, int element, JsonNode value) throws ProblemException {
            ParameterType type = place.target().type();
            List<String> allowed = type.allowed();
            boolean isPath = type.kind() == ParameterType.Kind.PATH;
            boolean found = allowed.isEmpty()
                    || allowed.stream()
                            .anyMatch(each -> isPath
                                    ? NormalPath.of(each).equals(NormalPath.of(value.textValue()))
                                    : each.equals(value.textValue()));
            if (!found) {
                throw at(keyword, element, RuleWords.valueNotAllowed(value.textValue(), place.pointer(), allowed));
            }
        }
    }

    /** Returns the signal of a problem with a member of the rule. */
    ProblemException at(Keyword keyword, Diagnostic problem) {
        return at(keyword, -1, problem);
    }

    private ProblemException at(Keyword keyword, int element, Diagnostic problem) {
        return new ProblemException(problem.at(rule, keyword.word(), element));
    }
}
