package dev.toolpolicy.cli.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.test.replay.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The set-up page shows what happens. */
class ProxyGuideTest {
    private static List<String> blocks() throws IOException {
        List<String> blocks = new ArrayList<>();
        String[] parts = Files.readString(Path.of("../docs/guide/proxy.md")).split("```[a-z]*\n", -1);
        for (int i = 1; i < parts.length; i += 2) {
            blocks.add(parts[i]);
        }
        return blocks;
    }

    @Test
    void theConfigurationDoesWhatThePageSays() throws Exception {
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", blocks().get(1)))
                .build();
        try (Proxied proxied = Proxied.of(engine)) {
            String recorded = Proxied.recorded(Proxied.PARALLEL);
            proxied.play(Replay.events(recorded));
            String sent = proxied.post(Proxied.CHAT, "{\"stream\":true}").body();
            String[] events = recorded.split("(?<=\n\n)");
            assertThat(sent).startsWith(String.join("", List.of(events).subList(0, 6)));
            assertThat(sent).contains(blocks().get(3).strip().replace("\"", "\\\""));
            assertThat(sent).doesNotContain("blue").contains("\"finish_reason\":\"tool_calls\"");
        }
    }

    @Test
    void theCommandIsThatOfTheProgram() throws IOException {
        assertThat(blocks().get(2)).startsWith("toolpolicy proxy --upstream ");
        assertThat(blocks()).hasSize(4);
    }
}
