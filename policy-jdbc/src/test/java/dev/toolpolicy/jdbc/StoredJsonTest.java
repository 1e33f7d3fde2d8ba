package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.runtime.store.StoreException;
import org.junit.jupiter.api.Test;

/** What a column holds is JSON, or is told of as what a store can't read, without a word of it. */
class StoredJsonTest {

    @Test
    void whatIsNoJsonIsAStoresError() {
        assertThat(StoredJson.read("a", "{\"b\":1.5}").toString()).isEqualTo("{\"b\":1.5}");
        damaged("", "what is stored as part \"a\" is no JSON from character 1 on");
        damaged("{secret", "what is stored as part \"a\" is no JSON from character 2 on");
        damaged("[-0.00001e1" + "0".repeat(45) + "]", "what is stored as part \"a\" is no JSON from character 2 on");
    }

    private static void damaged(String text, String message) {
        assertThatThrownBy(() -> StoredJson.read("a", text))
                .isInstanceOf(StoreException.class)
                .hasMessage(message);
    }
}
