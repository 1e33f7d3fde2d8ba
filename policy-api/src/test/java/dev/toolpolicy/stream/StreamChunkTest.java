package dev.toolpolicy.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamChunkTest {

    @Test
    void usageKeepsTheOrderOfTheProvider() {
        Map<String, Long> written = new LinkedHashMap<>();
        for (long i = 20; i > 0; i--) {
            written.put("tokens_" + i, i);
        }
        StreamChunk chunk = StreamChunk.text("").withUsage(written);
        assertThat(chunk.usage().orElseThrow()).containsExactlyEntriesOf(written);
        assertThat(chunk.toString()).contains("usage=" + written);
        written.clear();
        assertThat(chunk.usage().orElseThrow()).as("a copy").hasSize(20);
    }
}
