package dev.toolpolicy.rule;

import dev.toolpolicy.ToolSpec;
import java.util.Locale;
import java.util.Optional;

/** The rule lists of a tool. */
public enum ListKind {
    /** The rules that decide whether a call may run. */
    RUN,
    /** The rules that decide whether a call's result is delivered to the model. */
    RESULT;

    /**
     * Returns the word of this list in policy files.
     *
     * @return the name in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns a tool's list of this kind.
     *
     * @param tool the tool
     * @return the list, or empty if the tool has none
     */
    public Optional<RuleList> of(ToolSpec<?> tool) {
        return this == RUN ? tool.run() : tool.result();
    }
}
