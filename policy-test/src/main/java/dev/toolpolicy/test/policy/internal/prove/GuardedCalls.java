package dev.toolpolicy.test.policy.internal.prove;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The calls between which a workspace makes a difference: with all paths in it, and with one out of it. Stateless. */
final class GuardedCalls {
    private static final String INSIDE = "**";
    private static final String OUTSIDE = "/outside-of-the-workspace/**";

    private GuardedCalls() {}

    /** Returns a rule that holds for calls with all paths inside, then one for each path outside; none without paths. */
    static List<RuleSpec> places(ToolSchema schema) {
        List<Condition> inside = new ArrayList<>();
        List<RuleSpec> rules = new ArrayList<>();
        schema.parameters().forEach(parameter -> add(List.of(), parameter, false, inside, rules));
        if (!inside.isEmpty()) {
            rules.add(0, RuleSpec.whenAll(inside, Mode.ALLOW));
        }
        return rules;
    }

    private static void add(
            List<String> above, Parameter parameter, boolean inArray, List<Condition> inside, List<RuleSpec> rules) {
        List<String> names =
                Stream.concat(above.stream(), Stream.of(parameter.name())).toList();
        ParameterType type = parameter.type();
        boolean isArray = inArray;
        while (type.kind() == ParameterType.Kind.ARRAY) {
            type = type.items().orElseThrow();
            isArray = true;
        }
        if (type.kind() == ParameterType.Kind.OBJECT) {
            for (Parameter each : type.properties()) {
                add(names, each, isArray, inside, rules);
            }
        } else if (type.kind() == ParameterType.Kind.PATH) {
            ArgumentPointer place = ArgumentPointer.of(names.toArray(String[]::new));
            Condition within = Condition.onArgument(place, Matcher.glob(INSIDE)).orAbsent();
            inside.add(isArray ? within.match(Match.ALL) : within);
            rules.add(RuleSpec.when(Condition.onArgument(place, Matcher.glob(OUTSIDE)), Mode.ALLOW));
        }
    }
}
