package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.glob.Literals;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
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
            case GLOB -> readable(GlobSets.of(matcher.text(), isPath, form, folds));
            case HOST -> HostSets.of(matcher);
            case COMMANDS ->
                CommandSets.of(matcher.texts(), mode, condition.match(), type.kind() == ParameterType.Kind.ARRAY);
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
}
