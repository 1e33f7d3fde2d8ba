package dev.toolpolicy.runtime.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.junit.jupiter.api.Test;

/** A text that somebody edited is JSON, or is refused as the JSON error that whoever asked waits for. */
class ResultJsonTest {

    @Test
    void whatIsNoJsonIsAJsonError() throws JsonProcessingException {
        assertThat(ResultJson.parse("{\"a\":1.5}").toString()).isEqualTo("{\"a\":1.5}");
        refused("", "there is no value");
        refused("{", "Unexpected end-of-input");
        refused("[-0.00001e1" + "0".repeat(45) + "]", "a number's exponent is too long");
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> ResultJson.parse(text))
                .isInstanceOf(JsonProcessingException.class)
                .hasMessageContaining(message);
    }
}
