package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.store.StoreException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A column holds JSON, or else the store reports that it can't read the part, without quoting it. */
class StoredJsonTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Names are keys that calls brought: any sequence of characters, also half a surrogate pair. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "\u00e9\uD83D\uDE00",
                "\0",
                "a\0b",
                "\0000d",
                "\uD83D",
                "\uDE00",
                "a\uD83Db",
                "a\uDE00b",
                "\uDE00\uD83D",
                "\uD83D\uD83D\uDE00",
                "\uD83D\uDE00\uDE00",
                "\\u0000"
            })
    void whatIsWrittenIsReadWhateverItsNamesAndTextsAre(String name) {
        ObjectNode inner = JSON.objectNode().put(name, name);
        ArrayNode list = JSON.arrayNode()
                .add(name)
                .add(inner)
                .add(new BigDecimal("1.5"))
                .add(true)
                .addNull();
        JsonNode value = JSON.objectNode().put("before", 1).set(name, list);
        for (JsonNode each : List.of(value, list, JSON.textNode(name), inner)) {
            String text = StoredJson.write("a", each, 1_000);
            assertThat(StoredJson.read("a", text)).isEqualTo(each);
            assertThat(text).as("a database of any character set holds it").matches("[ -~]*");
        }
    }

    /** So that other programs can read a part by its names. */
    @Test
    void onlyOddNamesAreWrittenInAnotherWay() {
        assertThat(StoredJson.write("a", JSON.objectNode().put("\u00e9\uD83D\uDE00", 1.5), 99))
                .isEqualTo("{\"\\u00E9\\uD83D\\uDE00\":1.5}");
        assertThat(StoredJson.write(
                        "a", JSON.objectNode().put("\uD83D\uDE00", 1).put("b\uD83D", 2), 99))
                .isEqualTo("{\"\\uD83D\\uDE00\":1,\"b\\u0000d83d\":2}");
    }

    @Test
    void whatCantBeReadBackIsRefused() {
        for (JsonNode bad : List.of(
                JSON.numberNode(Double.NaN),
                JSON.numberNode(Float.POSITIVE_INFINITY),
                JSON.binaryNode(new byte[] {1}),
                JSON.pojoNode(List.of()),
                MissingNode.getInstance())) {
            for (JsonNode value : List.of(
                    bad,
                    JSON.arrayNode().add(1).add(bad),
                    JSON.objectNode().set("b", JSON.arrayNode().add(bad)))) {
                assertThatThrownBy(() -> StoredJson.write("a", value, 1_000))
                        .isInstanceOf(StoreException.class)
                        .hasMessage("part \"a\" is not a JSON value");
            }
        }
    }

    @Test
    void aPartHasALimitOfLength() {
        assertThat(StoredJson.write("a", JSON.textNode("123"), 5)).isEqualTo("\"123\"");
        assertThatThrownBy(() -> StoredJson.write("a", JSON.textNode("1234"), 5))
                .isInstanceOf(StoreException.class)
                .hasMessage("part \"a\" has 6 characters of JSON text, and 5 are the most that is stored");
    }

    @Test
    void aDamagedNameIsAStoreException() {
        damaged("{\"\\u0000\":1}", "a stored name is damaged");
        damaged("{\"\\u0000d8\":1}", "a stored name is damaged");
        damaged("{\"\\u0000what\":1}", "a stored name is damaged");
    }

    @Test
    void invalidJsonIsAStoreException() {
        assertThat(StoredJson.read("a", "{\"b\":1.5}").toString()).isEqualTo("{\"b\":1.5}");
        damaged("", "the stored part \"a\" is not JSON from character 1 on");
        damaged("{secret", "the stored part \"a\" is not JSON from character 2 on");
        damaged("[-0.00001e1" + "0".repeat(45) + "]", "the stored part \"a\" is not JSON from character 2 on");
    }

    private static void damaged(String text, String message) {
        assertThatThrownBy(() -> StoredJson.read("a", text))
                .isInstanceOf(StoreException.class)
                .hasMessage(message);
    }
}
