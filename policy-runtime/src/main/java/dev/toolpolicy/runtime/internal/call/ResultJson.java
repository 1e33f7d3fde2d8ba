package dev.toolpolicy.runtime.internal.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.jspecify.annotations.Nullable;

/** The JSON form of results. */
public final class ResultJson {
    /** Writes numbers as Java does: a price of 100.00, not 1E+2. */
    private static final JsonMapper WRITER = JsonMapper.builder()
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private ResultJson() {}

    /** Converts a handler's value. Throws {@link IllegalArgumentException} if Jackson can't write it. */
    public static JsonNode of(@Nullable Object value) {
        if (value == null) {
            return NullNode.getInstance();
        } else if (value instanceof JsonNode json) {
            return json;
        } else if (value instanceof CharSequence text) {
            return TextNode.valueOf(text.toString());
        }
        return WRITER.valueToTree(value);
    }

    /** Returns the message for a result that can't be written, although the call has run. */
    public static JsonNode unwritable() {
        return TextNode.valueOf("The call ran and succeeded, but its result can't be written as JSON.");
    }
}
