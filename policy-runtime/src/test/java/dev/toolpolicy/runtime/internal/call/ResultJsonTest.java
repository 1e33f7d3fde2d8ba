package dev.toolpolicy.runtime.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An edited text is JSON, or is refused with the JSON error that the approver waits for. */
class ResultJsonTest {

    @Test
    void invalidResultsAreJsonErrors() throws MalformedJsonException {
        assertThat(ResultJson.parse("{\"a\":1.5}").toString()).isEqualTo("{\"a\":1.5}");
        assertThat(ResultJson.parse("{\"price\":100.00}").toString()).isEqualTo("{\"price\":100.00}");
        refused("", "there is no value");
        refused("{", "Unexpected end-of-input");
        refused("[-0.00001e1" + "0".repeat(45) + "]", "a number's exponent is too long");
    }

    @Test
    void numbersOfAHandlerAreToldAsJavaWritesThem() {
        JsonNode told = ResultJson.of(
                Map.of("price", new BigDecimal("100.00"), "double", 100.0, "float", 0.1f, "long", Long.MIN_VALUE));

        assertThat(told.path("price").toString()).isEqualTo("100.00");
        assertThat(told.path("double").toString()).isEqualTo("100.0");
        assertThat(told.path("float").toString()).isEqualTo("0.1");
        assertThat(told.path("long").toString()).isEqualTo("-9223372036854775808");
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> ResultJson.parse(text))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining(message);
    }
}
