package dev.toolpolicy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.FloatNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    @Test
    void quotesEachCharacterAsJacksonDoes() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            String text = "a" + (char) c + "b";
            assertThat(JsonText.quoted(text)).isEqualTo(TextNode.valueOf(text).toString());
        }
        String pair = "\uD83D\uDE00 and a lone \uD83D";
        assertThat(JsonText.quoted(pair)).isEqualTo(TextNode.valueOf(pair).toString());
        assertThat(JsonText.quoted("")).isEqualTo("\"\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "false",
                "0",
                "-1",
                "2147483648",
                "123456789012345678901234567890",
                "0.1",
                "1e300",
                "\"a\\n\"",
                "[1, \"x\", {}]",
                "{\"a\": [null, 2.50]}"
            })
    void writesEachValueAsJacksonDoes(String json) throws Exception {
        JsonNode value = new ObjectMapper().readTree(json);

        assertThat(JsonText.of(value)).isEqualTo(value.toString());
    }

    @Test
    void writesNumbersThatTextCantHold() {
        for (JsonNode value : List.of(
                DoubleNode.valueOf(Double.NaN),
                DoubleNode.valueOf(-0.0),
                FloatNode.valueOf(1.5f),
                DecimalNode.valueOf(new BigDecimal("1E+5")))) {
            assertThat(JsonText.of(value)).isEqualTo(value.toString());
        }
    }
}
