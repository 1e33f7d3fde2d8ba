package dev.toolpolicy.stream;

import dev.toolpolicy.text.VisibleText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a call's arguments, as it arrives. Immutable.
 */
public final class CallProgress {
    private final long serial;
    private final String id;
    private final String tool;
    private final Fragment fragment;

    /**
     * Creates a piece of a call.
     *
     * @param serial the call's number, unique in the process
     * @param id the provider's id of the call, as known when the tool's name was complete
     * @param tool the tool's name
     * @param fragment the piece as the model wrote it: without defaults, and before a schema error stops the parser
     */
    public CallProgress(long serial, String id, String tool, Fragment fragment) {
        this.serial = serial;
        this.id = id;
        this.tool = tool;
        this.fragment = fragment;
    }

    /** Returns the call's number, unique in the process. */
    public long serial() {
        return serial;
    }

    /** Returns the provider's id of the call, as known when the tool's name was complete. */
    public String id() {
        return id;
    }

    /** Returns the tool's name. */
    public String tool() {
        return tool;
    }

    /** Returns the piece as the model wrote it: without defaults, and before a schema error stops the parser. */
    public Fragment fragment() {
        return fragment;
    }

    private List<Object> parts() {
        return List.of(serial, id, tool, fragment);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallProgress that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return VisibleText.line(
                "CallProgress[serial=" + serial + ", id=" + id + ", tool=" + tool + ", fragment=" + fragment + "]");
    }
}
