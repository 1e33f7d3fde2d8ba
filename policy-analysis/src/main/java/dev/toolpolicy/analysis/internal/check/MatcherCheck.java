package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.automaton.glob.Globs;
import dev.toolpolicy.analysis.internal.automaton.host.Hosts;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import dev.toolpolicy.analysis.internal.read.HostSets;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.Patterns;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.CommandsTooLargeException;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.InvalidCommandPatternException;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The check of the values of matchers that fit their place. */
final class MatcherCheck implements Matcher.Visitor<MatcherCheck.Step> {
    private static final int HIGHEST_PORT = 65535;

    private final Site site;
    private final PointerReader.Place place;
    private final boolean ignoresCase;

    MatcherCheck(Site site, PointerReader.Place place, boolean ignoresCase) {
        this.site = site;
        this.place = place;
        this.ignoresCase = ignoresCase;
    }

    /** The check of one matcher, which may find a problem. */
    interface Step {
        /** Returns the matcher with its numbers rounded to the precision of their parameter. */
        Matcher take() throws ProblemException;
    }

    /** Returns a matcher with rounded numbers. */
    Matcher check(Matcher matcher) throws ProblemException {
        return matcher.accept(this).take();
    }

    /** Returns a value as one of the type of its place. */
    JsonNode value(Keyword keyword, int element, JsonNode written, ValueSyntax notation) throws ProblemException {
        ParameterType type = place.target().type();
        Optional<JsonNode> value = ValueReader.read(type, written, notation);
        if (value.isEmpty()) {
            throw site.at(keyword, element, RuleWords.valueType(written, place.described(), type, notation));
        }
        return value.get();
    }

    @Override
    public Step constant(Matcher.Constant constant) {
        return () -> {
            JsonNode value = value(Keyword.CONST, -1, constant.value(), ValueSyntax.TYPED);
            checkHome(Keyword.CONST, -1, value);
            checkAllowed(Keyword.CONST, -1, value);
            return new Matcher.Constant(value);
        };
    }

    @Override
    public Step oneOf(Matcher.OneOf oneOf) {
        return () -> {
            requireValues(Keyword.ENUM, oneOf.values());
            List<JsonNode> values = new ArrayList<>();
            for (JsonNode value : oneOf.values()) {
                values.add(value(Keyword.ENUM, values.size(), value, ValueSyntax.TYPED));
                checkHome(Keyword.ENUM, values.size() - 1, value);
            }
            for (int i = 0; i < values.size(); i++) {
                checkAllowed(Keyword.ENUM, i, values.get(i));
            }
            return new Matcher.OneOf(values);
        };
    }

    @Override
    public Step pattern(Matcher.Pattern pattern) {
        return () -> {
            value(Keyword.PATTERN, -1, TextNode.valueOf(pattern.regex()), ValueSyntax.TYPED);
            if (pattern.regex().indexOf('\b') >= 0) {
                throw site.at(Keyword.PATTERN, PatternWords.backspace(pattern.regex()));
            }
            try {
                Patterns.language(pattern.regex(), ignoresCase);
            } catch (InvalidPatternException e) {
                throw site.at(Keyword.PATTERN, PatternWords.invalid(e));
            } catch (PatternTooComplexException e) {
                throw site.at(Keyword.PATTERN, PatternWords.tooComplex(e));
            }
            return pattern;
        };
    }

    @Override
    public Step prefix(Matcher.Prefix prefix) {
        return () -> {
            if (prefix.text().isEmpty()) {
                throw site.at(Keyword.PREFIX, RuleWords.emptyPrefix(site.rule(), place.pointer()));
            }
            JsonNode value = TextNode.valueOf(prefix.text());
            value(Keyword.PREFIX, -1, value, ValueSyntax.TYPED);
            checkHome(Keyword.PREFIX, -1, value);
            return prefix;
        };
    }

    @Override
    public Step bound(Matcher.Bound bound) {
        return () -> bound;
    }

    @Override
    public Step glob(Matcher.Glob glob) {
        return () -> {
            value(Keyword.GLOB, -1, TextNode.valueOf(glob.pattern()), ValueSyntax.TYPED);
            try {
                if (isPath()) {
                    Globs.onPaths(glob.pattern(), site.scope().paths().form(), ignoresCase);
                } else {
                    Globs.onStrings(glob.pattern(), ignoresCase);
                }
            } catch (TextSyntaxException e) {
                throw site.at(Keyword.GLOB, PatternWords.glob(e));
            } catch (PatternTooComplexException e) {
                throw site.at(Keyword.GLOB, PatternWords.tooComplex(e));
            }
            return glob;
        };
    }

    @Override
    public Step host(Matcher.Host host) {
        return () -> {
            requireValues(Keyword.HOST, host.names());
            for (int i = 0; i < host.names().size(); i++) {
                try {
                    Hosts.check(host.names().get(i));
                } catch (TextSyntaxException e) {
                    throw site.at(Keyword.HOST, i, PatternWords.host(e));
                }
            }
            checkSchemes(host.schemes());
            for (int i = 0; i < host.ports().size(); i++) {
                int port = host.ports().get(i);
                if (port < 0 || port > HIGHEST_PORT) {
                    throw site.at(Keyword.PORTS, i, ConditionWords.noPort(port));
                }
            }
            try {
                HostSets.compile(host);
            } catch (PatternTooComplexException e) {
                throw site.at(Keyword.HOST, PatternWords.tooComplex(e));
            }
            return host;
        };
    }

    private void checkSchemes(List<String> schemes) throws ProblemException {
        for (int i = 0; i < schemes.size(); i++) {
            if (!List.of("http", "https").contains(schemes.get(i))) {
                throw site.at(Keyword.SCHEMES, i, ConditionWords.noScheme(schemes.get(i)));
            }
        }
    }

    @Override
    public Step commands(Matcher.Commands commands) {
        return () -> {
            requireValues(Keyword.COMMANDS, commands.patterns());
            checkCommands(commands.patterns());
            return commands;
        };
    }

    private void checkCommands(List<String> patterns) throws ProblemException {
        List<CommandPattern> read = new ArrayList<>();
        for (String pattern : patterns) {
            try {
                read.add(CommandPattern.of(pattern));
            } catch (InvalidCommandPatternException e) {
                throw site.at(Keyword.COMMANDS, read.size(), PatternWords.command(e));
            }
        }
        CommandSet set = new CommandSet(read);
        try {
            compile(set);
        } catch (CommandsTooLargeException e) {
            throw site.at(Keyword.COMMANDS, PatternWords.commandsTooLarge(e));
        }
    }

    /** Compiles a set as its rule needs it, which fails if it is too large. */
    private CommandMachine compile(CommandSet set) {
        return site.mode() == Mode.ALLOW ? set.every() : set.some();
    }

    @Override
    public Step inFact(Matcher.InFact inFact) {
        return () -> {
            PointerReader.Place values = factValues(inFact);
            ParameterType type = values.target().type();
            if (!values.target().throughArray() || !areComparable(type)) {
                throw site.at(Keyword.IN_FACT, ConditionWords.factType(values, place, site));
            }
            return inFact;
        };
    }

    private PointerReader.Place factValues(Matcher.InFact inFact) throws ProblemException {
        try {
            return site.facts().place(inFact.fact());
        } catch (ProblemException unplaced) {
            throw site.at(Keyword.IN_FACT, unplaced.problem());
        }
    }

    private boolean areComparable(ParameterType fact) {
        ParameterType argument = place.target().type();
        return fact.kind() == argument.kind() || Keyword.isNumber(fact) && Keyword.isNumber(argument);
    }

    private void requireValues(Keyword keyword, List<?> values) throws ProblemException {
        if (values.isEmpty()) {
            throw site.at(keyword, ConditionWords.emptyList(site, keyword));
        }
    }

    /** Checks that a path of a rule does not name the home directory of another user, which nothing resolves. */
    private void checkHome(Keyword keyword, int element, JsonNode value) throws ProblemException {
        String text = value.asText();
        if (isPath() && text.startsWith("~") && !text.equals("~") && !text.startsWith("~/")) {
            throw site.at(keyword, element, ConditionWords.homeOfOther(text, place.described()));
        }
    }

    private void checkAllowed(Keyword keyword, int element, JsonNode value) throws ProblemException {
        List<String> allowed = place.target().type().allowed();
        if (!allowed.isEmpty() && allowed.stream().noneMatch(each -> isEqual(each, value.textValue()))) {
            throw site.at(keyword, element, RuleWords.valueNotAllowed(value.textValue(), place.pointer(), allowed));
        }
    }

    private boolean isPath() {
        return place.target().type().kind() == ParameterType.Kind.PATH;
    }

    private boolean isEqual(String allowed, String value) {
        String one = isPath() ? NormalPath.of(allowed).toString() : allowed;
        String other = isPath() ? NormalPath.of(value).toString() : value;
        return ignoresCase ? one.equalsIgnoreCase(other) : one.equals(other);
    }
}
