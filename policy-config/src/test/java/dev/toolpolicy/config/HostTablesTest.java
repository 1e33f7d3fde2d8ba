package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.shared.SharedData;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The catalogs have the names, parameters and formats of the tables of hosts. */
class HostTablesTest {
    private static final Map<String, String> TABLES = new TreeMap<>(Map.ofEntries(
            Map.entry("claude", "claude-code"),
            Map.entry("codex", "codex"),
            Map.entry("gemini", "gemini-cli"),
            Map.entry("opencode", "opencode"),
            Map.entry("cursor", "cursor"),
            Map.entry("kiro", "kiro"),
            Map.entry("amazonq", "kiro"),
            Map.entry("qwen", "qwen-code"),
            Map.entry("amp", "amp"),
            Map.entry("cagent", "cagent"),
            Map.entry("vscode", "vscode"),
            Map.entry("augment", "augment"),
            Map.entry("continue", "continue")));

    @Test
    void eachToolHasTheSameParameters() throws IOException {
        for (Map.Entry<String, String> each : TABLES.entrySet()) {
            JsonNode table = new ObjectMapper()
                    .readTree(
                            SharedData.path("hosts/" + each.getKey() + ".json").toFile());
            Map<String, String> expected = new TreeMap<>();
            for (JsonNode tool : table) {
                String name = tool.path("name").asText();
                if (name.indexOf('*') < 0) {
                    expected.put(name, shape(tool.path("parameters")));
                }
            }
            Map<String, String> catalog = new TreeMap<>();
            HostCatalog.of(each.getValue()).entries().forEach(entry -> {
                if (expected.containsKey(entry.name())) {
                    catalog.put(entry.name(), shape(entry));
                }
            });
            assertThat(catalog).as(each.getKey()).isEqualTo(expected);
        }
    }

    private static String shape(JsonNode schema) {
        String type = schema.path("type").asText();
        if (schema.path("format").asText().equals("path")) {
            return "path";
        } else if (type.equals("array")) {
            return "[" + shape(schema.path("items")) + "]";
        } else if (!type.equals("object")) {
            return schema.has("enum") ? type + schema.get("enum") : type;
        }
        Map<String, String> members = new TreeMap<>();
        schema.path("properties").properties().forEach(each -> members.put(each.getKey(), shape(each.getValue())));
        schema.path("required").forEach(name -> members.merge(name.asText(), "!", String::concat));
        return members + (schema.path("additionalProperties").asBoolean() ? "+" : "");
    }

    private static String shape(HostCatalog.Entry entry) {
        return shape(entry.tool().schema().root());
    }

    private static String shape(ParameterType type) {
        return type.byStructure(
                array -> "[" + shape(array.items().orElseThrow()) + "]",
                object -> {
                    Map<String, String> members = new TreeMap<>();
                    for (Parameter each : object.properties()) {
                        members.put(each.name(), shape(each.type()) + (each.isRequired() ? "!" : ""));
                    }
                    return members + (object.additional() == null ? "" : "+");
                },
                HostTablesTest::leaf);
    }

    private static String leaf(ParameterType type) {
        if (type.kind() == ParameterType.Kind.STRING && !type.allowed().isEmpty()) {
            return "string"
                    + type.allowed().stream()
                            .map(each -> "\"" + each + "\"")
                            .toList()
                            .toString()
                            .replace(", ", ",");
        }
        return type.kind().name().toLowerCase(java.util.Locale.ROOT);
    }

    @Test
    void commandLinesAndUrlsAreMarked() throws IOException {
        for (Map.Entry<String, String> each : TABLES.entrySet()) {
            JsonNode table = new ObjectMapper()
                    .readTree(
                            SharedData.path("hosts/" + each.getKey() + ".json").toFile());
            for (JsonNode tool : table) {
                HostCatalog.of(each.getValue()).entries().stream()
                        .filter(entry -> entry.name().equals(tool.path("name").asText()))
                        .forEach(entry -> tool.path("parameters")
                                .path("properties")
                                .properties()
                                .forEach(parameter -> {
                                    String format = parameter
                                            .getValue()
                                            .path("format")
                                            .asText(parameter
                                                    .getValue()
                                                    .path("items")
                                                    .path("format")
                                                    .asText());
                                    // A program given by its words has no format in the table.
                                    boolean isWords = parameter.getKey().equals("command")
                                            && parameter
                                                    .getValue()
                                                    .path("type")
                                                    .asText()
                                                    .equals("array");
                                    assertThat(entry.languages().containsKey(parameter.getKey()))
                                            .as(entry.name() + " " + parameter.getKey())
                                            .isEqualTo(isWords || format.equals("shell") || format.equals("uri"));
                                }));
            }
        }
    }
}
