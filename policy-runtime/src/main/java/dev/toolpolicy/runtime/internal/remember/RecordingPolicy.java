package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolPolicy;
import java.util.Set;

/** A policy whose state is the session's {@link SuccessRecord}, which it shares with all policies of this kind. */
public interface RecordingPolicy extends ToolPolicy {
    /** The kind of the policies that requirements make, also of one requirement that code states. */
    String REQUIREMENT = "requirement";

    /** Returns the parts of the record that this policy reads. */
    Set<SuccessRecord.Entry> reads();

    /** Returns the record without what only this policy keeps there. */
    default JsonNode withoutOwn(JsonNode record) {
        return record;
    }
}
