package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;

/**
 * The values that satisfy one matcher, and those with the values that it can't read. Immutable.
 *
 * @param holding the values that satisfy it
 * @param possible these values and those that it can't read
 */
record MatcherSets(ValueSet holding, ValueSet possible) {

    static MatcherSets of(Matcher matcher, Condition condition, ParameterType type, NormalPath.Form form, Mode mode) {
        ValueSet set = ValueSet.of(matcher, type, form);
        return new MatcherSets(set, set);
    }
}
