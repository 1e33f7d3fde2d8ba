package dev.toolpolicy.lab.early;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.runtime.PolicyEngine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tools whose calls are measured, with the rules of a coding agent. */
final class AgentTools {
    private static final String RULES = "agent-rules.json";

    private final Map<String, String> kinds = new LinkedHashMap<>();
    private final PolicyEngine engine;

    private AgentTools(JsonNode groups) {
        List<DeclaredTool> tools = new ArrayList<>();
        for (JsonNode group : groups) {
            for (JsonNode name : group.get("tools")) {
                tools.add(tool(group, name));
                kinds.put(name.textValue(), group.get("kind").textValue());
            }
        }
        engine =
                PolicyEngine.builder().tools(ToolCatalog.of(List.copyOf(tools))).build();
    }

    private static DeclaredTool tool(JsonNode group, JsonNode name) {
        ObjectNode declared = ((ObjectNode) group).objectNode();
        declared.set("name", name);
        declared.set("parameters", group.get("parameters"));
        DeclaredTool tool = ToolReader.read(declared);
        return tool.withRun(RuleListReader.read(RuleScope.of(tool.schema(), PathReading.PLAIN), group.get("run"))
                .rules()
                .orElseThrow());
    }

    /** Reads the tools that come with this program. */
    static AgentTools load() throws IOException {
        try (InputStream rules = AgentTools.class.getResourceAsStream(RULES)) {
            if (rules == null) {
                throw new IOException(RULES + " is missing");
            }
            return new AgentTools(json(new String(rules.readAllBytes(), StandardCharsets.UTF_8), RULES));
        }
    }

    /** Returns a file's JSON. */
    static JsonNode json(String text, String file) throws IOException {
        try {
            return StrictJson.standard().read(text);
        } catch (MalformedJsonException e) {
            throw new IOException(file + " is not JSON: " + e.getMessage() + " (line " + e.line() + ")", e);
        }
    }

    /** Returns the kinds of tools, in the order of the rules. */
    List<String> kinds() {
        return kinds.values().stream().distinct().toList();
    }

    /** Returns the kind of a tool, in words; empty if its calls aren't measured. */
    Optional<String> kind(String tool) {
        return Optional.ofNullable(kinds.get(tool));
    }

    PolicyEngine engine() {
        return engine;
    }
}
