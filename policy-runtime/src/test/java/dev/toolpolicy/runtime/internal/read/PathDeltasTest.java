package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.internal.adapter.PathDeltas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Typed deltas addressed by path, through the same parser. */
class PathDeltasTest {

    private static String text(List<String> deltas) {
        PathDeltas made = new PathDeltas();
        StringBuilder text = new StringBuilder();
        deltas.forEach(delta -> text.append(made.next(Resources.parse(delta))));
        return text.append(made.end()).toString();
    }

    private static String delta(String path, String value) {
        return "{\"jsonPath\":\"" + path + "\"," + value + "}";
    }

    @Test
    void recordedDeltasAreTheTextTheyMean() {
        List<RecordedStreamsTest.Call> calls = RecordedStreamsTest.calls()
                .filter(call -> call.format().equals("gemini-partialArgs"))
                .toList();
        assertThat(calls).hasSize(3);
        for (RecordedStreamsTest.Call call : calls) {
            JsonNode value = Values.of(List.of(text(call.chunks())));
            for (String chunk : call.chunks()) {
                JsonNode delta = Resources.parse(chunk);
                String path = delta.get("jsonPath").asText();
                String pointer =
                        path.substring(1).replace('.', '/').replace("[", "/").replace("]", "");
                assertThat(value.at(pointer).asText())
                        .contains(delta.get("stringValue").asText());
            }
        }
        assertThat(text(calls.get(0).chunks())).isEqualTo("{\"location\":\"Boston\"}");
    }

    @Test
    void eachKindOfValueHasItsText() {
        assertThat(text(List.of(
                        delta("$.a.b[0]", "\"stringValue\":\"x\\n\",\"willContinue\":true"),
                        delta("$.a.b[0]", "\"stringValue\":\"\\\"y\""),
                        delta("$.a.b[1]", "\"numberValue\":1.5"),
                        delta("$.a['c d']", "\"boolValue\":false"),
                        delta("$.e", "\"nullValue\":\"NULL_VALUE\""))))
                .isEqualTo("{\"a\":{\"b\":[\"x\\n\\\"y\",1.5],\"c d\":false},\"e\":null}");
        assertThat(text(List.of())).isEmpty();
        assertThat(text(List.of(delta("$", "\"numberValue\":1")))).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "$.a        | $.a        | malformed-json",
                "$.a        | $.a.b      | malformed-json",
                "$.a.b      | $.a        | malformed-json",
                "$.a[0]     | $.a[2]     | malformed-json",
                "$.a[1]     | $.b        | malformed-json",
                "$.a[0]     | $.a.b      | malformed-json",
                "$.a[0]     | $[1]       | malformed-json",
                "a          | $.b        | malformed-json",
                "$.*        | $.b        | malformed-json",
                "$[-1]      | $.b        | malformed-json",
                "$..a       | $.b        | malformed-json",
                "$['a       | $.b        | malformed-json",
                "$['a\"]    | $.b        | malformed-json",
                "$.a[0].b   | $.a[1].b   | none",
                "$['a'].b   | $[\"a\"].c | none",
                "$['a\\'b'] | $.b        | none",
            })
    void deltasWithoutTextAreRefused(String first, String second, String expected) {
        List<String> deltas = new ArrayList<>();
        for (String path : List.of(first, second)) {
            deltas.add(JsonNodeFactory.instance
                    .objectNode()
                    .put("jsonPath", path)
                    .put("numberValue", 1)
                    .toString());
        }
        assertThat(Texts.error(text(deltas)).replaceAll("@.*", "")).isEqualTo(expected);
    }

    @Test
    void aNameThatComesBackIsADuplicate() {
        List<String> deltas = List.of(
                delta("$.a.x", "\"numberValue\":1"),
                delta("$.b", "\"numberValue\":1"),
                delta("$.a.y", "\"numberValue\":1"));
        assertThat(Texts.error(text(deltas))).startsWith("duplicate-key");
    }

    @Test
    void aStringThatIsNeverEndedIsTruncated() {
        String open = delta("$.a", "\"stringValue\":\"x\",\"willContinue\":true");
        assertThat(Texts.error(text(List.of(open)))).startsWith("truncated");
        assertThat(Texts.error(text(List.of(open, delta("$.b", "\"numberValue\":1")))))
                .startsWith("malformed-json");
        assertThat(Texts.error(text(List.of(open, delta("$.a", "\"boolValue\":true")))))
                .startsWith("malformed-json");
        assertThat(Texts.error(text(List.of(delta("$.a", "\"willContinue\":true")))))
                .startsWith("malformed-json");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theDeltasOfAnyValueGiveItBack(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            ObjectNode value = JsonNodeFactory.instance.objectNode();
            value.set("r", value(random, 4));
            List<String> deltas = new ArrayList<>();
            flatten("$", value, deltas, random);
            assertThat(Values.of(List.of(text(deltas))))
                    .as("seed %s, value %s", seed, i)
                    .isEqualTo(value);
        }
    }

    private static final String[] NAMES = {"a", "b.c", "d'e", "f\"g", "h\\", "\\'", "i[0]", "]", "", "ä😀", " ", "$"};

    /** A value without empty containers, which deltas can't express. */
    private static JsonNode value(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 4 : 8);
        switch (kind) {
            case 0:
                return JsonNodeFactory.instance.nullNode();
            case 1:
                return JsonNodeFactory.instance.booleanNode(random.nextBoolean());
            case 2:
                return JsonNodeFactory.instance.numberNode(random.nextInt());
            case 3:
                return JsonNodeFactory.instance.textNode("x\n\"".repeat(random.nextInt(4)));
            case 4, 5:
                ArrayNode array = JsonNodeFactory.instance.arrayNode();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    array.add(value(random, depth - 1));
                }
                return array;
            default:
                ObjectNode object = JsonNodeFactory.instance.objectNode();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    object.set(NAMES[random.nextInt(NAMES.length)], value(random, depth - 1));
                }
                return object;
        }
    }

    private static void flatten(String path, JsonNode value, List<String> deltas, Random random) {
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                String name = field.getKey().replace("\\", "\\\\").replace("'", "\\'");
                flatten(path + "['" + name + "']", field.getValue(), deltas, random);
            }
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                flatten(path + "[" + i + "]", value.get(i), deltas, random);
            }
        } else {
            ObjectNode delta = JsonNodeFactory.instance.objectNode().put("jsonPath", path);
            if (value.isTextual() && random.nextBoolean()) {
                int cut = random.nextInt(value.textValue().length() + 1);
                delta.put("stringValue", value.textValue().substring(0, cut)).put("willContinue", true);
                deltas.add(delta.toString());
                delta.put("stringValue", value.textValue().substring(cut)).put("willContinue", false);
                deltas.add(delta.toString());
                return;
            }
            delta.set(
                    value.isNumber()
                            ? "numberValue"
                            : value.isBoolean() ? "boolValue" : value.isNull() ? "nullValue" : "stringValue",
                    value);
            deltas.add(delta.toString());
        }
    }
}
