package dev.toolpolicy.agents.importing.internal.arrange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.annotation.Mode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A rule that is written.
 *
 * @param mode its mode
 * @param conditions its conditions, as in policy files
 * @param patterns the patterns of commands that one of its conditions has, with the rules that they come from
 * @param entries the rules that it comes from; none for a rule of ours
 * @param comment why we added it; empty for a rule of the list
 */
public record OutRule(
        Mode mode, List<ObjectNode> conditions, Map<String, Entry> patterns, List<Entry> entries, String comment) {
    /** Copies the components. */
    public OutRule {
        conditions = List.copyOf(conditions);
        patterns = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(patterns));
        entries = List.copyOf(entries);
    }

    /** Returns whether it decides every call that reaches it. */
    public boolean isCatchAll() {
        return conditions.isEmpty();
    }
}
