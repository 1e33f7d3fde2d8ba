package dev.toolpolicy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/**
 * One call of a tool, as policies see it. Immutable: the arguments are copied in and out.
 *
 * <p>In a preview, while the arguments still stream, the arguments are those top-level parameters that are complete;
 * just before the call runs they are all there, with defaults.
 */
public final class ToolCall {
    private final String id;
    private final String tool;
    private final ObjectNode arguments;

    /**
     * A call.
     *
     * @param id the provider's id of the call, possibly empty
     * @param tool the tool's name
     * @param arguments the arguments
     * @throws NullPointerException if an argument is null
     */
    public ToolCall(String id, String tool, ObjectNode arguments) {
        this.id = Objects.requireNonNull(id, "id");
        this.tool = Objects.requireNonNull(tool, "tool");
        this.arguments = arguments.deepCopy();
    }

    /**
     * The provider's id of the call.
     *
     * @return the id, possibly empty, not always unique
     */
    public String id() {
        return id;
    }

    /**
     * The tool's name.
     *
     * @return the name
     */
    public String tool() {
        return tool;
    }

    /**
     * The arguments.
     *
     * @return a copy
     */
    public ObjectNode arguments() {
        return arguments.deepCopy();
    }

    @Override
    public String toString() {
        return tool + "#" + id;
    }
}
