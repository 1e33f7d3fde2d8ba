package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.test.replay.Replay;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The set-up page shows what happens. */
class ProxyGuideTest {
    private static List<String> blocks() {
        return CodeBlock.all(Path.of("../docs/how-to/proxy.md")).stream()
                .map(CodeBlock::text)
                .toList();
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
    void theCommandIsThatOfTheProgram() {
        assertThat(blocks().get(2)).startsWith("toolpolicy proxy --upstream ");
        assertThat(blocks()).hasSize(4);
    }
}
