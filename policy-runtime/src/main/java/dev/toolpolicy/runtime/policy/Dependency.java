package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.internal.remember.SuccessRecord;
import java.util.Map;
import java.util.Set;

/** A tool's dependency on the success of other tools, which the session's {@link SuccessRecord} contains. Immutable. */
sealed interface Dependency permits SequentialDependency, KeyedDependency {

    /** Returns the dependent tool. */
    String dependent();

    /** Returns the tools that it depends on, at least one. */
    Set<String> prerequisites();

    /** Returns the arguments that a decision on the dependent tool needs. */
    ToolPolicy.ArgumentNeeds needs();

    /** Returns how the key is read from each prerequisite's calls; an empty text without a key. */
    Map<String, String> readings();

    /** Decides on a call of the dependent tool. */
    PolicyDecision check(ToolCall call, JsonNode record);

    /** Decides on a call of a prerequisite: denies it if its success could not be stored. */
    default PolicyDecision checkPrerequisite(ToolCall call, JsonNode record) {
        return PolicyDecision.allow();
    }

    /**
     * Records the keys of a prerequisite's successful call.
     *
     * @return the new record, or {@code record} itself if nothing changed
     */
    default JsonNode record(ToolCall call, JsonNode record) {
        return record;
    }
}
