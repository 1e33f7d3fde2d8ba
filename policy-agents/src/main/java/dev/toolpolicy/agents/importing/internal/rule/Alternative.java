package dev.toolpolicy.agents.importing.internal.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Conditions of a rule. Patterns of commands of one parameter can be joined to a set.
 *
 * @param pointer the parameter with the commands; empty if there are none
 * @param patterns patterns of commands, one of which must match
 * @param conditions further conditions, all of which must hold
 */
public record Alternative(String pointer, List<String> patterns, List<ObjectNode> conditions) {
    /** Copies the components. */
    public Alternative {
        patterns = List.copyOf(patterns);
        conditions = List.copyOf(conditions);
    }

    /** Returns every call of a tool. */
    public static Alternative whole() {
        return new Alternative("", List.of(), List.of());
    }

    static Alternative of(ObjectNode... conditions) {
        return new Alternative("", List.of(), List.of(conditions));
    }

    /** Returns whether every call of the tool is meant. */
    public boolean isWhole() {
        return patterns.isEmpty() && conditions.isEmpty();
    }

    /** Returns whether the alternative is a set of commands and nothing else. */
    public boolean isCommands() {
        return !patterns.isEmpty() && conditions.isEmpty();
    }
}
