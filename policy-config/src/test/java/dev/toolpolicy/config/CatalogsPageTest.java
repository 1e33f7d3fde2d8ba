package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of catalogs lists their tools. {@code -Dgoldens.update=true} rewrites it. */
class CatalogsPageTest {
    private static final Path PAGE = Path.of("../docs/reference/catalogs.md");

    private static String page() {
        StringBuilder page = new StringBuilder("""
            # Catalogs of tools

            Which tools of agents and MCP servers does Tool Policy know, and with which parameters? A policy file names them:

            ```toml
            catalog = "claude-code"    # or a list of names
            ```

            A file without lists may say `tools = "claude-code"`. Calls of tools that
            no catalog and no host declares are denied. `!` marks required parameters, and paths are of type `path`.

            Results of these tools carry the label `untrusted`, because strangers can write what they return: pages, files,
            the output of commands, the answers of subagents. "Clean" marks the tools whose results only you, your user and
            the model itself write. Those carry no label. Your own entries under `[results]`, including entries for patterns,
            replace the catalog's. A catalog alone doesn't make an engine record labels: that needs an entry of yours, or a rule with
            `label` or `from`. [After a stranger's text](../how-to/after-a-strangers-text.md) shows how.
            """);
        for (String name : HostCatalog.names()) {
            HostCatalog catalog = HostCatalog.of(name);
            page.append("\n## ")
                    .append(name)
                    .append("\n\n")
                    .append(catalog.title())
                    .append(": ")
                    .append(catalog.version())
                    .append('.');
            catalog.others()
                    .ifPresent(others -> page.append(" Tools of MCP servers are named `")
                            .append(others)
                            .append("`."));
            page.append("\n\n| tool | does | parameters |\n|---|---|---|\n");
            catalog.entries()
                    .forEach(entry -> page.append("| `")
                            .append(entry.name())
                            .append("` | ")
                            .append(entry.tool().description())
                            .append(entry.isClean() ? " Clean." : "")
                            .append(" | ")
                            .append(parameters(entry))
                            .append(" |\n"));
        }
        return page.toString();
    }

    private static String parameters(HostCatalog.Entry entry) {
        ParameterType root = entry.tool().schema().root();
        String named =
                root.properties().stream().map(CatalogsPageTest::parameter).collect(Collectors.joining(", "));
        return root.additional() == null ? named : named.isEmpty() ? "any" : named + ", any others";
    }

    private static String parameter(Parameter parameter) {
        String type = parameter
                .type()
                .byStructure(
                        array -> "[]", object -> "{}", leaf -> leaf.kind() == ParameterType.Kind.PATH ? " path" : "");
        return "`" + parameter.name() + (parameter.isRequired() ? "!" : "") + type + "`";
    }

    @Test
    void thePageListsTheCatalogs() throws IOException {
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGE, page());
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page());
    }
}
