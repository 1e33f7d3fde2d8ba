package dev.toolpolicy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.text.VisibleText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool, as policies see it. Immutable: the arguments are copied in and out.
 *
 * <p>While the arguments still stream, they are the top-level parameters that are complete. Just before the call runs
 * they are all there, with defaults.
 */
public final class ToolCall {
    private final String id;
    private final String tool;
    private final ObjectNode arguments;

    /**
     * Creates a call.
     *
     * @param id the provider's id of the call, possibly empty
     * @param tool the tool's name
     * @param arguments the arguments
     */
    public ToolCall(String id, String tool, ObjectNode arguments) {
        this.id = Objects.requireNonNull(id, "id");
        this.tool = Objects.requireNonNull(tool, "tool");
        this.arguments = arguments.deepCopy();
    }

    /**
     * Returns the provider's id of the call.
     *
     * @return the id, possibly empty, not always unique
     */
    public String id() {
        return id;
    }

    /**
     * Returns the tool's name.
     *
     * @return the name as the model sees it
     */
    public String tool() {
        return tool;
    }

    /**
     * Returns the arguments.
     *
     * @return a copy
     */
    public ObjectNode arguments() {
        return arguments.deepCopy();
    }

    /** Returns whether this is the same call: id, tool and arguments are equal, numbers by value. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ToolCall that
                && id.equals(that.id)
                && tool.equals(that.tool)
                && JsonEquality.equal(arguments, that.arguments);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, tool, JsonEquality.canonicalText(arguments));
    }

    /**
     * Returns the tool's name and the call's id, for logs. Both come from a model or provider, so they are cut and put
     * on one line.
     */
    @Override
    public String toString() {
        return VisibleText.line(tool, VisibleText.NAME) + "#" + VisibleText.line(id, VisibleText.NAME);
    }
}
