package dev.toolpolicy.stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.text.VisibleText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a call's arguments, as it arrives. Immutable.
 */
public final class CallProgress {
    private final long serial;
    private final String id;
    private final String tool;
    private final Fragment fragment;
    private final Optional<JsonNode> value;

    /**
     * Creates a piece of a call.
     *
     * @param serial the call's number, unique in the process
     * @param id the provider's id of the call, as known when the tool's name was complete
     * @param tool the tool's name
     * @param fragment the piece as the model wrote it: without defaults, and before a schema error stops the parser
     */
    public CallProgress(long serial, String id, String tool, Fragment fragment) {
        this(serial, id, tool, fragment, Optional.empty());
    }

    private CallProgress(long serial, String id, String tool, Fragment fragment, Optional<JsonNode> value) {
        this.serial = serial;
        this.id = id;
        this.tool = tool;
        this.fragment = fragment;
        this.value = value;
    }

    /**
     * Returns this piece with the value that it completes.
     *
     * @param value the value; the caller doesn't change it afterwards
     */
    public CallProgress withValue(JsonNode value) {
        return new CallProgress(serial, id, tool, fragment, Optional.of(value));
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

    /**
     * Returns the value that this piece completes, as the model wrote it. The {@link Fragment.Done} of an argument
     * completes the argument; that of the root completes the object of all arguments.
     *
     * @return a copy; empty for every other piece
     */
    public Optional<JsonNode> value() {
        return value.map(JsonNode::deepCopy);
    }

    private List<Object> parts() {
        return List.of(serial, id, tool, fragment, value);
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
