package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import org.jspecify.annotations.Nullable;

/** The JSON form of results. */
public final class ResultJson {
    /** Writes numbers as Java does: a price of 100.00, not 1E+2. */
    private static final JsonMapper WRITER = JsonMapper.builder()
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private ResultJson() {}

    /**
     * A result of a run, and the exception with which it couldn't be written.
     *
     * @param result the result; a success, even if the value can't be written, since the call ran
     * @param failure the exception; null if the value was written
     */
    public record Written(ToolResult result, @Nullable Throwable failure) {}

    /**
     * Converts what a handler returned: a {@link ToolResult} as it is, anything else as a success in JSON.
     *
     * @param value the handler's value
     * @return the result
     */
    public static Written written(@Nullable Object value) {
        if (value instanceof ToolResult said) {
            return new Written(said, null);
        }
        try {
            return new Written(ToolResult.success(of(value)), null);
        } catch (Throwable failure) {
            return new Written(
                    ToolResult.success(
                            TextNode.valueOf("The call ran and succeeded, but its result can't be written as JSON.")),
                    failure);
        }
    }

    /** Converts a handler's value. Throws {@link IllegalArgumentException} if Jackson can't write it. */
    static JsonNode of(@Nullable Object value) {
        if (value == null) {
            return NullNode.getInstance();
        } else if (value instanceof JsonNode json) {
            return json;
        } else if (value instanceof CharSequence text) {
            return TextNode.valueOf(text.toString());
        }
        return WRITER.valueToTree(value);
    }
}
