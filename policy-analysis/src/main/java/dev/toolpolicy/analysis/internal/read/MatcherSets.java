package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.glob.Globs;
import dev.toolpolicy.analysis.internal.automaton.glob.Literals;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;

/**
 * The values that satisfy one matcher of a condition, and those with the values that it can't read. Immutable.
 *
 * @param holding the values that satisfy it
 * @param possible these values and those that it can't read
 */
record MatcherSets(ValueSet holding, ValueSet possible) {

    /** Returns the sets of a matcher that reads every value. */
    private static MatcherSets readable(ValueSet set) {
        return new MatcherSets(set, set);
    }

    static MatcherSets of(Matcher matcher, Condition condition, ParameterType type, NormalPath.Form form, Mode mode) {
        return matcher.accept(new Reader(condition, type, form, mode));
    }

    /** The meaning of each kind of matcher. */
    private record Reader(Condition condition, ParameterType type, NormalPath.Form form, Mode mode)
            implements Matcher.Visitor<MatcherSets> {

        private boolean ignoresCase() {
            return condition.ignoresCase();
        }

        private boolean isPath() {
            return type.kind() == ParameterType.Kind.PATH;
        }

        private boolean isText() {
            return Keyword.isText(type);
        }

        @Override
        public MatcherSets constant(Matcher.Constant constant) {
            return points(List.of(constant.value()));
        }

        @Override
        public MatcherSets oneOf(Matcher.OneOf oneOf) {
            return points(oneOf.values());
        }

        private MatcherSets points(List<JsonNode> values) {
            if (isPath()) {
                return readable(PathSets.equalTo(
                        values.stream().map(JsonNode::textValue).toList(), form, ignoresCase()));
            } else if (isText() && ignoresCase()) {
                return readable(new ValueSet.Matching(Literals.equalTo(
                        values.stream().map(JsonNode::textValue).toList())));
            }
            return readable(ValueSet.points(values, type, form));
        }

        @Override
        public MatcherSets pattern(Matcher.Pattern pattern) {
            return readable(new ValueSet.Matching(Patterns.language(pattern.regex(), ignoresCase())));
        }

        @Override
        public MatcherSets prefix(Matcher.Prefix prefix) {
            if (isPath()) {
                return readable(PathSets.under(prefix.text(), form, ignoresCase()));
            }
            return readable(
                    ignoresCase()
                            ? new ValueSet.Matching(Literals.startingWith(prefix.text()))
                            : new ValueSet.TextsFrom(prefix.text()));
        }

        @Override
        public MatcherSets bound(Matcher.Bound bound) {
            return readable(new ValueSet.Bounded(bound));
        }

        @Override
        public MatcherSets glob(Matcher.Glob glob) {
            return readable(new ValueSet.Matching(
                    isPath()
                            ? Globs.onPaths(glob.pattern(), form, ignoresCase())
                            : Globs.onStrings(glob.pattern(), ignoresCase())));
        }

        @Override
        public MatcherSets host(Matcher.Host host) {
            return HostSets.of(host);
        }

        @Override
        public MatcherSets commands(Matcher.Commands commands) {
            boolean vector = type.kind() == ParameterType.Kind.ARRAY;
            return CommandSets.of(commands.patterns(), mode, condition.match(), vector);
        }

        @Override
        public MatcherSets inFact(Matcher.InFact inFact) {
            throw new IllegalArgumentException("the values of a fact aren't known to a rule");
        }
    }
}
