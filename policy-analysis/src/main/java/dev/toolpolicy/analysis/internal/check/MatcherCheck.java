package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.automaton.host.Hosts;
import dev.toolpolicy.analysis.internal.automaton.pattern.CaseFolding;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.MatcherSets;
import dev.toolpolicy.analysis.internal.read.Patterns;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.shell.match.CommandsTooLargeException;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The check of the values of matchers that fit their place. */
record MatcherCheck(ConditionContext context, PointerReader.Place place, boolean ignoresCase) {
    private static final int HIGHEST_PORT = 65535;

    /** Returns the matcher with its numbers rounded to the precision of their parameter. */
    Matcher check(Matcher matcher) throws ProblemException {
        switch (matcher.kind()) {
            case CONST -> {
                return Matcher.constant(values(Keyword.CONST, matcher, -1).get(0));
            }
            case ENUM -> {
                requireValues(Keyword.ENUM, matcher.values());
                return Matcher.oneOf(values(Keyword.ENUM, matcher, 0));
            }
            case PATTERN -> pattern(matcher.text());
            case PREFIX -> prefix(matcher.text());
            case GLOB -> glob(matcher.text());
            case HOST -> host(matcher);
            case COMMANDS -> {
                requireValues(Keyword.COMMANDS, matcher.texts());
                checkCommands(matcher.texts());
            }
            case IN_FACT -> inFact(matcher.fact().orElseThrow());
            case FROM -> requireValues(Keyword.FROM, matcher.texts());
            case BOUND -> {}
        }
        return matcher;
    }

    /** Returns a value as one of the type of its place. */
    JsonNode value(Keyword keyword, int element, JsonNode written, ValueSyntax notation) throws ProblemException {
        ParameterType type = place.target().type();
        Optional<JsonNode> value = ValueReader.read(type, written, notation);
        if (value.isEmpty()) {
            throw context.at(keyword, element, RuleWords.valueType(written, place.described(), type, notation));
        }
        return value.get();
    }

    /** Returns the values as those of the type of their place; the first has the index {@code from}. */
    private List<JsonNode> values(Keyword keyword, Matcher matcher, int from) throws ProblemException {
        List<JsonNode> values = new ArrayList<>();
        for (JsonNode value : matcher.values()) {
            int element = from + values.size();
            values.add(value(keyword, element, value, ValueSyntax.TYPED));
            checkHome(keyword, element, value);
        }
        for (int i = 0; i < values.size(); i++) {
            checkAllowed(keyword, from + i, values.get(i));
        }
        return values;
    }

    private void pattern(String regex) throws ProblemException {
        value(Keyword.PATTERN, -1, TextNode.valueOf(regex), ValueSyntax.TYPED);
        if (regex.indexOf('\b') >= 0) {
            throw context.at(Keyword.PATTERN, PatternWords.backspace(regex));
        }
        try {
            Patterns.language(regex, ignoresCase);
        } catch (InvalidPatternException e) {
            throw context.at(Keyword.PATTERN, PatternWords.invalid(e));
        } catch (PatternTooComplexException e) {
            throw context.at(Keyword.PATTERN, PatternWords.tooComplex(e));
        }
    }

    private void prefix(String prefix) throws ProblemException {
        if (prefix.isEmpty()) {
            throw context.at(Keyword.PREFIX, RuleWords.emptyPrefix(context.rule(), place.pointer()));
        }
        JsonNode value = TextNode.valueOf(prefix);
        value(Keyword.PREFIX, -1, value, ValueSyntax.TYPED);
        checkHome(Keyword.PREFIX, -1, value);
    }

    private void glob(String glob) throws ProblemException {
        value(Keyword.GLOB, -1, TextNode.valueOf(glob), ValueSyntax.TYPED);
        try {
            MatcherSets.ofGlob(glob, isPath(), context.scope().paths().form(), ignoresCase);
        } catch (TextSyntaxException e) {
            throw context.at(Keyword.GLOB, PatternWords.glob(e));
        } catch (PatternTooComplexException e) {
            throw context.at(Keyword.GLOB, PatternWords.tooComplex(e));
        }
    }

    private void host(Matcher host) throws ProblemException {
        requireValues(Keyword.HOST, host.texts());
        for (int i = 0; i < host.texts().size(); i++) {
            try {
                Hosts.check(host.texts().get(i));
            } catch (TextSyntaxException e) {
                throw context.at(Keyword.HOST, i, PatternWords.host(e));
            }
        }
        checkSchemes(host.schemes());
        for (int i = 0; i < host.ports().size(); i++) {
            int port = host.ports().get(i);
            if (port < 0 || port > HIGHEST_PORT) {
                throw context.at(Keyword.PORTS, i, ConditionWords.noPort(port));
            }
        }
        try {
            MatcherSets.ofHosts(host);
        } catch (PatternTooComplexException e) {
            throw context.at(Keyword.HOST, PatternWords.tooComplex(e));
        }
    }

    private void checkSchemes(List<String> schemes) throws ProblemException {
        for (int i = 0; i < schemes.size(); i++) {
            if (!List.of("http", "https").contains(schemes.get(i))) {
                throw context.at(Keyword.SCHEMES, i, ConditionWords.noScheme(schemes.get(i)));
            }
        }
    }

    private void checkCommands(List<String> patterns) throws ProblemException {
        for (int i = 0; i < patterns.size(); i++) {
            try {
                CommandPattern.of(patterns.get(i));
            } catch (TextSyntaxException e) {
                throw context.at(Keyword.COMMANDS, i, PatternWords.command(e));
            }
        }
        try {
            MatcherSets.ofCommands(patterns, context.mode(), Optional.empty(), false);
        } catch (CommandsTooLargeException e) {
            throw context.at(Keyword.COMMANDS, PatternWords.commandsTooLarge(e));
        }
    }

    private void inFact(ArgumentPointer fact) throws ProblemException {
        PointerReader.Place values = context.facts(Keyword.IN_FACT).place(fact);
        ParameterType type = values.target().type();
        if (!values.target().throughArray() || !areComparable(type)) {
            throw context.at(Keyword.IN_FACT, ConditionWords.factType(values, place, context));
        }
    }

    private boolean areComparable(ParameterType fact) {
        ParameterType argument = place.target().type();
        return fact.kind() == argument.kind() || Keyword.isNumber(fact) && Keyword.isNumber(argument);
    }

    private void requireValues(Keyword keyword, List<?> values) throws ProblemException {
        if (values.isEmpty()) {
            throw context.at(keyword, ConditionWords.emptyList(context, keyword));
        }
    }

    /** Checks that a path of a rule does not name the home directory of another user, which nothing resolves. */
    private void checkHome(Keyword keyword, int element, JsonNode value) throws ProblemException {
        String text = value.asText();
        if (isPath() && text.startsWith("~") && !text.equals("~") && !text.startsWith("~/")) {
            throw context.at(keyword, element, ConditionWords.homeOfOther(text, place.described()));
        }
    }

    private void checkAllowed(Keyword keyword, int element, JsonNode value) throws ProblemException {
        List<String> allowed = place.target().type().allowed();
        if (!allowed.isEmpty() && allowed.stream().noneMatch(each -> isEqual(each, value.textValue()))) {
            throw context.at(keyword, element, RuleWords.valueNotAllowed(value.textValue(), place.pointer(), allowed));
        }
    }

    private boolean isPath() {
        return place.target().type().kind() == ParameterType.Kind.PATH;
    }

    private boolean isEqual(String allowed, String value) {
        String one = isPath() ? NormalPath.of(allowed).toString() : allowed;
        String other = isPath() ? NormalPath.of(value).toString() : value;
        return ignoresCase ? Arrays.equals(folded(one), folded(other)) : one.equals(other);
    }

    private static int[] folded(String text) {
        return text.codePoints().map(CaseFolding::fold).toArray();
    }
}
