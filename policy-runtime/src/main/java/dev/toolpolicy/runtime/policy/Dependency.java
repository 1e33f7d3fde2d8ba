package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import java.util.Set;

/**
 * A tool's dependency on the success of other tools, with its own state: what meets one dependency meets no other. Sets
 * in the state are objects whose names are the elements, so that equal states are equal values in any order of events.
 * Immutable.
 */
sealed interface Dependency permits SequentialDependency, KeyedDependency {

    /** Returns the dependent tool. */
    String dependent();

    /** Returns the tools that it depends on, at least one. */
    Set<String> prerequisites();

    /** Returns the arguments that a decision on the dependent tool needs. */
    ToolPolicy.ArgumentNeeds needs();

    /** Decides on a call of the dependent tool. */
    PolicyDecision check(ToolCall call, JsonNode state);

    /** Decides on a call of a prerequisite: denies it if its success could not be stored. */
    default PolicyDecision checkPrerequisite(ToolCall call, JsonNode state) {
        return PolicyDecision.allow();
    }

    /**
     * Records a successful call of a prerequisite.
     *
     * @return the new state, or {@code state} itself if nothing changed
     */
    JsonNode record(ToolCall call, JsonNode state);

    /** Returns the configuration that its state depends on. */
    JsonNode configuration();
}
