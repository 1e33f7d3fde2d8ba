package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.glob.Globs;
import dev.toolpolicy.analysis.internal.automaton.glob.Literals;
import dev.toolpolicy.analysis.internal.automaton.host.Hosts;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The values that satisfy one matcher of a condition, and those with the values that it can't read. Those of globs,
 * hosts and commands are kept for a while. Immutable.
 *
 * @param holding the values that satisfy it
 * @param possible these values and those that it can't read
 */
public record MatcherSets(ValueSet holding, ValueSet possible) {
    /** Ample for long lists; the sets of a glob take one or two kilobytes. */
    private static final KeptSets<MatcherSets> KEPT = new KeptSets<>(3_000, sets -> 1);

    private static final KeptSets<MatcherSets> COMMANDS = new KeptSets<>(32, sets -> 1);

    /** Returns the sets of a matcher that reads every value. */
    private static MatcherSets readable(ValueSet set) {
        return new MatcherSets(set, set);
    }

    static MatcherSets of(Matcher matcher, Condition condition, ParameterType type, NormalPath.Form form, Mode mode) {
        boolean folds = condition.ignoresCase();
        boolean isPath = type.kind() == ParameterType.Kind.PATH;
        return switch (matcher.kind()) {
            case CONST, ENUM -> readable(points(matcher.values(), type, form, folds));
            case PATTERN -> readable(new ValueSet.Matching(Patterns.language(matcher.text(), folds)));
            case PREFIX ->
                readable(
                        isPath
                                ? PathSets.under(matcher.text(), form, folds)
                                : folds
                                        ? new ValueSet.Matching(Literals.startingWith(matcher.text()))
                                        : new ValueSet.TextsFrom(matcher.text()));
            case BOUND ->
                readable(new ValueSet.Bounded(
                        matcher.bound().orElseThrow(), matcher.limit().orElseThrow()));
            case GLOB -> ofGlob(matcher.text(), isPath, form, folds);
            case HOST -> ofHosts(matcher);
            case COMMANDS ->
                ofCommands(matcher.texts(), mode, condition.match(), type.kind() == ParameterType.Kind.ARRAY);
            case IN_FACT, FROM ->
                throw new IllegalArgumentException("the values of a fact or a set aren't known to a rule");
        };
    }

    private static ValueSet points(List<JsonNode> values, ParameterType type, NormalPath.Form form, boolean folds) {
        if (type.kind() == ParameterType.Kind.PATH) {
            return PathSets.equalTo(values.stream().map(JsonNode::textValue).toList(), form, folds);
        } else if (Keyword.isText(type) && folds) {
            return new ValueSet.Matching(
                    Literals.equalTo(values.stream().map(JsonNode::textValue).toList()));
        }
        return ValueSet.points(values, type, form);
    }

    /**
     * Returns the strings or paths that a glob matches.
     *
     * @param isPath whether its values are paths
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException if it is not a valid glob
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException if it exceeds a limit
     */
    public static MatcherSets ofGlob(String glob, boolean isPath, NormalPath.Form form, boolean ignoresCase) {
        return KEPT.of(
                List.of(glob, isPath, form, ignoresCase),
                () -> readable(new ValueSet.Matching(
                        isPath ? Globs.onPaths(glob, form, ignoresCase) : Globs.onStrings(glob, ignoresCase))));
    }

    /**
     * Returns the plain URLs of some hosts, and those with the texts that clients may read differently.
     *
     * @param host a matcher whose hosts, schemes and ports are valid
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException if it exceeds a limit
     */
    public static MatcherSets ofHosts(Matcher host) {
        return KEPT.of(host, () -> {
            Language urls = Hosts.of(host.texts(), host.schemes(), host.ports());
            Language possible = urls.onDemand().or(Hosts.notPlain()); // its table is large, and few questions need it
            return new MatcherSets(new ValueSet.Matching(urls), new ValueSet.Matching(possible));
        });
    }

    /**
     * Returns the lines or vectors for which a condition on commands holds: in a rule that allows each command surely
     * matches, in any other one or each possibly does.
     *
     * @param patterns valid patterns
     * @param match how many commands must match, if the condition says so
     * @param vector whether the values are argument vectors
     * @throws dev.toolpolicy.analysis.internal.shell.match.CommandsTooLargeException if they are too large together
     */
    public static MatcherSets ofCommands(List<String> patterns, Mode mode, Optional<Match> match, boolean vector) {
        boolean every = mode == Mode.ALLOW;
        boolean all = !every && match.equals(Optional.of(Match.ALL));
        return COMMANDS.of(List.of(patterns, every, all, vector), () -> {
            CommandSet set = CommandSet.of(patterns);
            return vector
                    ? sets((every ? set.everyOfVector() : all ? set.allOfVector() : set.someOfVector())::vectors)
                    : sets((every ? set.every() : all ? set.all() : set.some())::lines);
        });
    }

    private static MatcherSets sets(Function<Set<Verdict>, Language> language) {
        return new MatcherSets(
                new ValueSet.Matching(language.apply(Set.of(Verdict.TRUE))),
                new ValueSet.Matching(language.apply(Set.of(Verdict.TRUE, Verdict.UNKNOWN))));
    }
}
