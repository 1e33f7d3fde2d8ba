package dev.toolpolicy.runtime.internal.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;

/** Values of texts: ours, and those of Jackson set to be as strict and as exact. */
final class Values {
    static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Values() {}

    static JsonNode of(List<String> chunks) {
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser = Texts.parse(values, chunks);
        if (parser.error().isPresent()) {
            throw new AssertionError(parser.error().get().forModel());
        }
        return values.value().orElseThrow();
    }

    static JsonNode jackson(String text) {
        try {
            return STRICT.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("Jackson refuses " + text, e);
        }
    }
}
