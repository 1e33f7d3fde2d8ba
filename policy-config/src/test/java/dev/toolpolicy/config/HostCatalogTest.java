package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.shared.SharedData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

    /** The tables of the agents' tools have the same tools, names, parameters, required ones, and paths. */
    @Test
    void agreesWithTheTablesOfTheAgents() throws IOException {
        Map<String, String> catalogs = Map.of("claude", "claude-code", "gemini", "gemini-cli", "qwen", "qwen-code");
        for (String table : List.of(
                "amp",
                "augment",
                "cagent",
                "claude",
                "codex",
                "continue",
                "cursor",
                "gemini",
                "kiro",
                "opencode",
                "qwen",
                "vscode")) {
            List<HostCatalog.Entry> entries =
                    HostCatalog.of(catalogs.getOrDefault(table, table)).entries();
            List<String> ours = new ArrayList<>();
            entries.forEach(entry -> ours.add(described(
                    entry.name(),
                    entry.tool().schema().root().properties().stream()
                            .map(each -> each.name()
                                    + (each.isRequired() ? "!" : "")
                                    + (each.type().kind() == ParameterType.Kind.PATH ? " path" : "")))));
            for (JsonNode tool : new ObjectMapper().readTree(SharedData.text("hosts/" + table + ".json"))) {
                List<String> names = new ArrayList<>(List.of(tool.path("name").asText()));
                tool.path("aliases").forEach(alias -> names.add(alias.asText()));
                JsonNode parameters = tool.path("parameters");
                List<String> required = new ArrayList<>();
                parameters.path("required").forEach(each -> required.add(each.asText()));
                String theirs = described(
                        names.get(0),
                        parameters.path("properties").properties().stream()
                                .map(each -> each.getKey()
                                        + (required.contains(each.getKey()) ? "!" : "")
                                        + (each.getValue()
                                                        .path("format")
                                                        .asText()
                                                        .equals("path")
                                                ? " path"
                                                : "")));
                if (names.get(0).contains("*")) {
                    assertThat(HostCatalog.of(catalogs.getOrDefault(table, table))
                                    .others())
                            .contains(names.get(0));
                } else {
                    assertThat(ours).as(table).contains(theirs);
                    assertThat(entries.stream()
                                    .flatMap(each -> Stream.concat(Stream.of(each.name()), each.aliases().stream())))
                            .as(table)
                            .containsAll(names);
                }
            }
        }
    }

    private static String described(String name, Stream<String> parameters) {
        return name + parameters.sorted().toList();
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

    /** As the reference server lists it: the paths are strings, and parameters may be new, or in another order. */
    @Test
    void describesTheToolsThatAServerLists() throws IOException {
        HostTools tools = HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", """
            catalog = "mcp-filesystem"

            [tools.write_file.policy]
            run = [{ arg = "/path", prefix = "src", mode = "allow" }, { mode = "deny" }]
            """))
                .start(List.of());
        tools.offer(List.of(
                listed(
                        "write_file",
                        "{'content': {'type': 'string'}, 'mode': {'type': 'integer'}, 'path': {'type': 'string'}}"),
                listed(
                        "read_multiple_files",
                        "{'paths': {'type': 'array', 'items': {'type': 'string'}, 'minItems': 1}}"),
                listed("read_file", "{'file': {'type': 'string'}}"),
                listed("move_file", "{'source': {'type': 'string'}, 'destination': {'type': 'integer'}}")));
        PolicyEngine engine = tools.engine();
        assertThat(engine.disabledTools()).containsOnlyKeys("read_file", "move_file");
        assertThat(engine.disabledTools().get("read_file").get(0).toString())
                .contains("the tool \"read_file\" has no string at \"/path\", which the catalog calls a path")
                .contains("leave the catalog out");
        assertThat(engine.disabledTools().get("move_file")).hasSize(1);
        ParameterType written = type(engine, "write_file");
        assertThat(written.properties()).extracting(Parameter::name).containsExactly("content", "mode", "path");
        assertThat(written.property("path").orElseThrow().type().kind()).isEqualTo(ParameterType.Kind.PATH);
        assertThat(written.property("path").orElseThrow().isSink()).isTrue();
        assertThat(written.property("content").orElseThrow().isSink()).isFalse();
        assertThat(type(engine, "read_multiple_files")
                        .property("paths")
                        .orElseThrow()
                        .type())
                .isEqualTo(ParameterType.arrayOf(ParameterType.path()));
    }

    private static HostTool listed(String name, String properties) throws IOException {
        return new HostTool(
                name,
                "",
                new ObjectMapper()
                        .readTree(("{'type': 'object', 'properties': " + properties + "}").replace('\'', '"')));
    }

    private static ParameterType type(PolicyEngine engine, String tool) {
        return engine.tools().find(tool).orElseThrow().schema().root();
    }

    @Test
    void refusesCatalogsThatDiffer() {
        assertThatThrownBy(() -> engine("catalog = [\"cagent\", \"mcp-filesystem\"]"))
                .hasMessageContaining("duplicate-tool");
    }

    private static PolicyEngine engine(String toml) {
        return PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", toml))
                .build();
    }
}
