package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import org.junit.jupiter.api.Test;

class HostCatalogTest {
    @Test
    void readsEveryCatalog() {
        assertThat(HostCatalog.names()).hasSize(18);
        for (String name : HostCatalog.names()) {
            HostCatalog catalog = HostCatalog.of(name);
            assertThat(catalog.entries()).as(name).isNotEmpty();
            assertThat(catalog.title() + catalog.version()).as(name).isNotBlank();
            catalog.entries().forEach(entry -> {
                assertThat(entry.tool().description()).as(entry.name()).endsWith(".");
                assertThat(entry.tool().schema().root().properties().stream().map(each -> each.name()))
                        .containsAll(entry.languages().keySet());
            });
        }
    }

    @Test
    void declaresItsToolsInFile() {
        PolicyEngine engine = engine("tools = \"codex\"");

        assertThat(engine.tools().tools().stream().map(ToolSpec::name)).contains("shell", "apply_patch");
    }

    @Test
    void standsBesideLists() {
        PolicyEngine engine = engine("catalog = [\"mcp-fetch\", \"mcp-time\"]\n"
                + "[tools.fetch.policy]\n"
                + "run = [{ arg = \"/url\", host = [\"docs.rs\"], mode = \"allow\" }, { mode = \"ask\" }]");

        assertThat(engine.origin("fetch", ListKind.RUN)).hasToString("configuration, policy.toml:3:7");
    }

    @Test
    void namesTheCatalogsThereAre() {
        assertThatThrownBy(() -> engine("tools = \"claud-code\""))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("no catalog is named \"claud-code\"")
                .hasMessageContaining("did you mean \"claude-code\"?");
        assertThatThrownBy(() -> engine("tools = \"emacs\"")).hasMessageContaining("mcp-filesystem, mcp-git");
        assertThatThrownBy(() -> engine("catalog = []")).hasMessageContaining("the name of a catalog");
        assertThatThrownBy(() -> HostCatalog.of("../catalog/codex")).hasMessageContaining("there are amp, augment");
    }

    @Test
    void checksListsAgainstItsTools() {
        assertThatThrownBy(() -> engine("catalog = \"codex\"\n[tools.shel.policy]\nrun = \"deny\""))
                .hasMessageContaining("unknown-tool");
    }

    private static PolicyEngine engine(String toml) {
        return PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", toml))
                .build();
    }
}
