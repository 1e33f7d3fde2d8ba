package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Texts that say nothing, as another reader of JSON sees them. */
class EmptyArgumentsTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final String[] PIECES = {"{", "}", "{}", " ", "\t", "\n", "\r", "\f", "\u00a0", "a", "\"\"", "[]", ""
    };

    @Test
    void blankTextsAndEmptyObjectsAreThoseOfJackson() throws JsonProcessingException {
        long seed = 20_261_128;
        Random random = new Random(seed);
        int empty = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(6); k > 0; k--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            JsonNode read = read(text.toString());
            String what = "seed " + seed + ": " + JSON.writeValueAsString(text.toString());
            assertThat(EmptyArguments.isBlank(text)).as(what).isEqualTo(read != null && read.isMissingNode());
            assertThat(EmptyArguments.isEmptyObject(text))
                    .as(what)
                    .isEqualTo(read != null && read.isObject() && read.isEmpty());
            empty += EmptyArguments.isEmptyObject(text) ? 1 : 0;
        }
        assertThat(empty).isGreaterThan(500);
    }

    /** Returns a missing node for white space alone, and null for what isn't JSON. */
    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException wrong) {
            return null;
        }
    }
}
