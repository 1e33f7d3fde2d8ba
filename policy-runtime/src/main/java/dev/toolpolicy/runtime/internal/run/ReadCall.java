package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a call that has been read when it is concluded.
 *
 * @param id the provider's id, possibly empty
 * @param tool the tool's name
 * @param length the length of the text, in UTF-16 code units
 * @param error the first error in the text
 * @param named the call; null if its tool isn't known
 */
record ReadCall(
        String id,
        String tool,
        long length,
        Optional<ArgumentError> error,
        @Nullable NamedCall named) {
    @Override
    public String toString() {
        return new ToolCall(id, tool, JsonNodeFactory.instance.objectNode()).toString();
    }
}
