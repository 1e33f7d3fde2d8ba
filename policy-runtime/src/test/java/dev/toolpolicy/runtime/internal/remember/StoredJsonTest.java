package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.runtime.store.StoreException;
import org.junit.jupiter.api.Test;

/** A column holds JSON, or else the store reports that it can't read the part, without quoting it. */
class StoredJsonTest {

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
