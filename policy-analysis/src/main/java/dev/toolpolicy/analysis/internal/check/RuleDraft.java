package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A rule as it was written, before any check. Immutable; nothing changes the values.
 *
 * @param members the value of each member by its name in policy files ({@code arg}, {@code const}, {@code enum},
 *     {@code exclusive_minimum}, …), in written order
 */
public record RuleDraft(Map<String, JsonNode> members) {

    /** Checks and copies the components. */
    public RuleDraft {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }
}
