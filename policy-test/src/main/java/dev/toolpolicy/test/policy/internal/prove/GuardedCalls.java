package dev.toolpolicy.test.policy.internal.prove;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;

/** The calls between which a workspace makes a difference: with all paths in it, and with one out of it. Stateless. */
final class GuardedCalls {
    private static final String INSIDE = "**";
    private static final String OUTSIDE = "/outside-of-the-workspace/**";

    private GuardedCalls() {}

    /** Returns a rule that holds for calls with all paths inside, then one for each path outside; none without paths. */
    static List<RuleSpec> places(ToolSchema schema) {
        List<Condition> inside = new ArrayList<>();
        List<RuleSpec> rules = new ArrayList<>();
        for (Bounds.Place place : Bounds.places(schema)) {
            if (place.type().kind() == ParameterType.Kind.PATH) {
                Condition within = Condition.onArgument(place.pointer(), Matcher.glob(INSIDE))
                        .orAbsent();
                inside.add(place.inArray() ? within.match(Match.ALL) : within);
                rules.add(RuleSpec.when(Condition.onArgument(place.pointer(), Matcher.glob(OUTSIDE)), Mode.ALLOW));
            }
        }
        if (!inside.isEmpty()) {
            rules.add(0, RuleSpec.whenAll(inside, Mode.ALLOW));
        }
        return rules;
    }
}
