package dev.toolpolicy.analysis.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Trees are those of Jackson's mapper, node for node. */
class JsonTreeTest {
    private static final long SEED = 20261129;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final List<String> SCALARS = List.of(
            "null",
            "true",
            "false",
            "\"\"",
            "\"a\\u0000\\ud83d\\ude00\\ud800\"",
            "0",
            "-0",
            "2147483647",
            "-2147483648",
            "2147483648",
            "-9223372036854775808",
            "9223372036854775807",
            "9223372036854775808",
            "100.00",
            "-0.0",
            "1E+400",
            "12e-3",
            "0.1000000000000000055511151231257827");

    @Test
    void treesAreThoseOfTheMapper() throws IOException {
        Random random = new Random(SEED);
        for (int round = 0; round < 2000; round++) {
            String text = value(random, 5);
            try (JsonParser parser = MAPPER.createParser(text)) {
                parser.nextToken();
                JsonNode tree = JsonTree.value(parser);
                assertThat(tree).as("seed %s, round %s", SEED, round).isEqualTo(MAPPER.readTree(text));
                assertThat(tree).hasToString(MAPPER.readTree(text).toString());
                assertThat(parser.nextToken()).isNull();
            }
        }
    }

    private static String value(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 1 : 3);
        int size = random.nextInt(4);
        return switch (kind) {
            case 0 -> SCALARS.get(random.nextInt(SCALARS.size()));
            case 1 ->
                IntStream.range(0, size)
                        .mapToObj(i -> value(random, depth - 1))
                        .collect(Collectors.joining(", ", "[", "]"));
            default ->
                IntStream.range(0, size)
                        .mapToObj(i -> "\"" + random.nextInt(3) + "\": " + value(random, depth - 1))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }
}
