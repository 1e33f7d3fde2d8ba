package dev.toolpolicy.runtime.turn;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.jspecify.annotations.Nullable;

/** Results as JSON. */
final class ResultJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
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
        return JSON.valueToTree(value);
    }

    /** What a model is told of a result that can't be written: the call has run. */
    static JsonNode unwritable(@Nullable Object value) {
        return TextNode.valueOf("the tool succeeded, but its result, a "
                + (value == null ? "null" : value.getClass().getSimpleName()) + ", can't be written as JSON");
    }

    /** A text as it was edited. */
    static JsonNode parse(String text) throws JsonProcessingException {
        try {
            JsonNode value = JSON.readTree(text);
            if (value.isMissingNode()) {
                throw new JsonParseException(null, "there is no value");
            }
            return value;
        } catch (NumberFormatException e) {
            // Jackson's answer to an exponent with more digits than BigDecimal reads
            throw new JsonParseException(null, "a number's exponent is too long");
        }
    }
}
