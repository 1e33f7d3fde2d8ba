package dev.toolpolicy.cli.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.test.policy.internal.prove.Surface;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page of what a hijacked coding agent could do under the guides' policies, as the command says it. */
class HijackedAgentsPageTest {
    private static final Path PAGE = Path.of("../docs/explanation/hijacked-agents.md");
    private static final Path GUIDES = Path.of("../docs/how-to");
    private static final String MARK = "<!-- surfaces -->";

    /** Returns the first policy of a guide for a catalog. */
    private static String policy(String guide, String catalog) {
        return CodeBlock.texts(GUIDES.resolve(guide), "toml").stream()
                .filter(block -> block.contains("catalog = \"" + catalog + "\""))
                .findFirst()
                .orElseThrow();
    }

    private static String surface(String guide, String catalog) {
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy(guide, catalog)))
                .unreachableRules(Severity.WARNING)
                .build();
        List<String> rows = Surface.of(engine, new Surface.State(List.of(), List.of(), Set.of())).stream()
                .map(SurfaceCommand::markdown)
                .toList();
        List<String> open =
                rows.stream().filter(row -> !row.contains("| nothing")).toList();
        return "## " + HostCatalog.of(catalog).title() + "\n\nUnder the policy of [its guide](../how-to/" + guide
                + "), "
                + (rows.size() - open.size()) + " of " + rows.size()
                + " tools do nothing without approval. The others:\n\n"
                + "| tool | runs without a question | bounds |\n|---|---|---|\n" + String.join("\n", open) + "\n";
    }

    @Test
    void thePageIsWhatTheCommandSays() throws IOException {
        Map<String, String> guides = new LinkedHashMap<>();
        guides.put("claude-code", "claude-code.md");
        guides.put("codex", "codex-and-gemini.md");
        guides.put("gemini-cli", "codex-and-gemini.md");
        StringBuilder surfaces = new StringBuilder(MARK + "\n");
        for (Map.Entry<String, String> guide : guides.entrySet()) {
            surfaces.append(surface(guide.getValue(), guide.getKey())).append('\n');
        }
        String page = Files.readString(PAGE);
        String before = page.substring(0, page.indexOf(MARK));
        String after = page.substring(page.lastIndexOf(MARK));
        String expected = before + surfaces + after;
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(expected);
    }
}
