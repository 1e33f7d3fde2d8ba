package dev.toolpolicy.runtime;

import dev.toolpolicy.internal.text.VisibleText;
import java.time.Instant;

/**
 * A label of the text that a session's model may have read, and who brought it first.
 *
 * @param name the label; {@code *} stands for every label, in a session of which not everything was recorded
 * @param tool the tool whose result carried it; empty if the host added it, or the call isn't known or still runs
 * @param callId the provider's id of the call, possibly empty
 * @param since when it was brought; the epoch if that isn't known
 * @param summary the call in words, without anything of its result; empty if it isn't known
 */
public record SessionLabel(String name, String tool, String callId, Instant since, String summary) {
    /** Returns one line, such as {@code untrusted, first by read_inbox (call c1) at 2026-11-27T10:15:30Z}. */
    @Override
    public String toString() {
        return VisibleText.line(
                tool.isEmpty() ? name : name + ", first by " + tool + " (call " + callId + ") at " + since);
    }
}
