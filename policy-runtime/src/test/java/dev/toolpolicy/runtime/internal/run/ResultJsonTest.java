package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a handler returns, as JSON. */
class ResultJsonTest {

    @Test
    void numbersOfAHandlerAreToldAsJavaWritesThem() {
        JsonNode told = ResultJson.of(
                Map.of("price", new BigDecimal("100.00"), "double", 100.0, "float", 0.1f, "long", Long.MIN_VALUE));

        assertThat(told.path("price").toString()).isEqualTo("100.00");
        assertThat(told.path("double").toString()).isEqualTo("100.0");
        assertThat(told.path("float").toString()).isEqualTo("0.1");
        assertThat(told.path("long").toString()).isEqualTo("-9223372036854775808");
    }
}
