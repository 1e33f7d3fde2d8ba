package dev.toolpolicy.runtime.turn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import org.jspecify.annotations.Nullable;

/** Results as JSON. */
final class ResultJson {
    /** Numbers as Java writes them: a price of 100.00 is told so, not as 1E+2. */
    private static final JsonMapper WRITER = JsonMapper.builder()
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private ResultJson() {}

    /** What a handler returned; an {@link IllegalArgumentException} if Jackson can't write it. */
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

    /** What a model is told of a result that can't be written: the call has run. */
    static JsonNode unwritable(@Nullable Object value) {
        return TextNode.valueOf("the tool succeeded, but its result, a "
                + (value == null ? "null" : value.getClass().getSimpleName()) + ", can't be written as JSON");
    }

    /** A text as it was edited. */
    static JsonNode parse(String text) throws MalformedJsonException {
        return StrictJson.standard().read(text);
    }
}
