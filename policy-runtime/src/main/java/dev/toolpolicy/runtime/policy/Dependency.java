package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ArgumentNeeds;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import java.util.Set;

/**
 * What one tool needs to have succeeded before, with a state of its own: what satisfies one dependency satisfies no
 * other. Sets in the state are objects whose names are the elements, so that equal states are equal values whatever the
 * order of events. Immutable.
 */
sealed interface Dependency permits SequentialDependency, KeyedDependency {

    /** The tool that depends. */
    String dependent();

    /** The tools it depends on, at least one. */
    Set<String> prerequisites();

    /** What must be known of a call of the dependent. */
    ArgumentNeeds needs();

    /** Decides about a call of the dependent. */
    PolicyDecision check(ToolCall call, JsonNode state);

    /** Decides about a call of a prerequisite: whether it could be remembered, if it succeeds. */
    default PolicyDecision checkPrerequisite(ToolCall call, JsonNode state) {
        return PolicyDecision.allow();
    }

    /**
     * Remembers a successful call of a prerequisite.
     *
     * @return the new state, or {@code state} itself if it knew that already
     */
    JsonNode record(ToolCall call, JsonNode state);

    /** What its state depends on. */
    JsonNode configuration();
}
