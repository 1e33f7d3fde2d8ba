package dev.toolpolicy.agents.importing;

import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule of a policy file.
 *
 * @param list the name under which its list stands
 * @param rule its index
 */
record RulePlace(String list, int rule) {
    /** Returns the rule that a problem is about; null if it isn't about one rule. */
    static @Nullable RulePlace of(PolicyProblem problem) {
        String pointer = problem.subject();
        if (!pointer.startsWith("/")) {
            return null;
        }
        List<String> segments = ArgumentPointer.parse(pointer).segments();
        boolean inRule = segments.size() >= 5
                && segments.get(0).equals("tools")
                && segments.get(3).equals("run")
                && segments.get(4).chars().allMatch(Character::isDigit);
        return inRule ? new RulePlace(segments.get(1), Integer.parseInt(segments.get(4))) : null;
    }
}
