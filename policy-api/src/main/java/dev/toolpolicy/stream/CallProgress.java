package dev.toolpolicy.stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.Optional;

/**
 * A piece of a call's arguments, as it arrives. Immutable.
 *
 * @param serial the call's number, unique in the process
 * @param id the provider's id of the call, as known when the tool's name was complete
 * @param tool the tool's name
 * @param fragment the piece as the model wrote it: without defaults, and before a schema error stops the parser
 * @param value the value that this piece completes, as the model wrote it
 */
public record CallProgress(long serial, String id, String tool, Fragment fragment, Optional<JsonNode> value) {
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

    /**
     * Returns this piece with the value that it completes.
     *
     * @param value the value; the caller doesn't change it afterwards
     */
    public CallProgress withValue(JsonNode value) {
        return new CallProgress(serial, id, tool, fragment, Optional.of(value));
    }

    /**
     * Returns the value that this piece completes, as the model wrote it. The {@link Fragment.Kind#DONE} of an argument
     * completes the argument; that of the root completes the object of all arguments.
     *
     * @return a copy; empty for every other piece
     */
    @Override
    public Optional<JsonNode> value() {
        return value.map(JsonNode::deepCopy);
    }

    @Override
    public String toString() {
        return VisibleText.line(
                "CallProgress[serial=" + serial + ", id=" + id + ", tool=" + tool + ", fragment=" + fragment + "]");
    }
}
