package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Values from fragments. */
class ValueAggregatorTest {

    @Test
    void topLevelParametersAreHandedOutAsTheyEnd() {
        List<String> handed = new ArrayList<>();
        ValueAggregator values = new ValueAggregator((name, value) -> handed.add(name + "=" + value));
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), values);
        parser.append("{\"path\":\"a/b\",\"content\":\"half");
        assertThat(handed).containsExactly("path=\"a/b\"");
        assertThat(values.parameters()).containsOnlyKeys("path");
        assertThat(values.value()).isEmpty();
        parser.append(" and half\",\"deep\":{\"x\":[1,{\"path\":2}]}}").finish();
        assertThat(handed)
                .containsExactly("path=\"a/b\"", "content=\"half and half\"", "deep={\"x\":[1,{\"path\":2}]}");
        assertThat(values.value().orElseThrow().toString())
                .isEqualTo("{\"path\":\"a/b\",\"content\":\"half and half\",\"deep\":{\"x\":[1,{\"path\":2}]}}");
    }

    @Test
    void numbersKeepTheirExactValue() {
        assertThat(value("2147483647")).isEqualTo(IntNode.valueOf(Integer.MAX_VALUE));
        assertThat(value("-2147483649")).isEqualTo(LongNode.valueOf(-2147483649L));
        assertThat(value("9223372036854775807")).isEqualTo(LongNode.valueOf(Long.MAX_VALUE));
        assertThat(value("9223372036854775808"))
                .isEqualTo(BigIntegerNode.valueOf(new BigInteger("9223372036854775808")));
        assertThat(value("1.10")).isEqualTo(DecimalNode.valueOf(new BigDecimal("1.10")));
        assertThat(value("1.10").toString()).isEqualTo("1.10");
        assertThat(value("9007199254740993").toString()).isEqualTo("9007199254740993");
        assertThat(value("1e2").decimalValue()).isEqualByComparingTo("100");
    }

    @Test
    void anyRootIsRebuilt() {
        assertThat(value("\"\"").textValue()).isEmpty();
        assertThat(value("[[],{},null,true]").toString()).isEqualTo("[[],{},null,true]");
    }

    /** Short pieces are gathered, long ones kept: here they come in any order, from strings and from what changes later. */
    @Test
    void stringsEqualTheirPiecesOfAllLengths() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int i = 0; i < 300; i++) {
            Random random = new Random(seed + i);
            ValueAggregator values = new ValueAggregator();
            values.arrayStart();
            List<String> expected = new ArrayList<>();
            for (int n = random.nextInt(4); n >= 0; n--) {
                expected.add(tellString(values, random));
            }
            values.arrayEnd();
            List<String> strings = new ArrayList<>();
            values.value().orElseThrow().forEach(string -> strings.add(string.textValue()));
            assertThat(strings).as("seed %s", seed + i).isEqualTo(expected);
        }
    }

    private static String tellString(ValueAggregator values, Random random) {
        StringBuilder whole = new StringBuilder();
        StringBuilder changing = new StringBuilder();
        int[] lengths = {1, 2, 3, 8, 30, 31, 32, 33, 4_095, 4_096, 4_097};
        int known = 1 + random.nextInt(lengths.length);
        values.stringStart();
        for (int n = random.nextInt(random.nextBoolean() ? 4 : 400); n > 0; n--) {
            int length = lengths[random.nextInt(random.nextInt(10) == 0 ? lengths.length : Math.min(known, 8))];
            changing.setLength(0);
            for (int c = 0; c < length + 2; c++) {
                changing.append((char) ('a' + random.nextInt(random.nextInt(50) == 0 ? 0x2000 : 26)));
            }
            whole.append(changing, 1, 1 + length);
            values.text(random.nextBoolean() ? changing : changing.toString(), 1, 1 + length);
        }
        values.stringEnd();
        return whole.toString();
    }

    private static JsonNode value(String text) {
        ValueAggregator values = new ValueAggregator();
        assertThat(Texts.parse(values, List.of(text)).error()).isEmpty();
        return values.value().orElseThrow();
    }
}
