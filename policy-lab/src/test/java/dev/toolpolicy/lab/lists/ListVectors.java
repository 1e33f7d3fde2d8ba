package dev.toolpolicy.lab.lists;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.importing.ImportedPolicy;
import dev.toolpolicy.agents.importing.ListFormat;
import dev.toolpolicy.agents.importing.ListRefusedException;
import dev.toolpolicy.agents.importing.PermissionList;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.run.PreviewedCall;
import dev.toolpolicy.schema.NormalPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Decides calls under imported permission lists. Each list is imported once. */
final class ListVectors {
    private static final String WORKSPACE = "/home/dev/project";
    private static final String HOME = "/home/dev";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Map<String, JsonNode> USUAL_FACTS = Map.of(
            "agent",
            NODES.textNode("build"),
            "mode",
            NODES.textNode("default"),
            "interactive",
            NODES.booleanNode(true));

    private final Path lists;

    ListVectors(Path lists) {
        this.lists = lists;
    }

    /** Reads vectors, one JSON object a line. */
    static List<JsonNode> read(Path file) throws IOException {
        List<JsonNode> vectors = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank()) {
                vectors.add(vector(line));
            }
        }
        return vectors;
    }

    private static JsonNode vector(String line) throws IOException {
        try {
            return StrictJson.standard().read(line);
        } catch (MalformedJsonException e) {
            throw new IOException("a vector is not JSON: " + e.getMessage(), e);
        }
    }

    /** Gives an object for each call with its mode, or for each refused list with the reason. */
    void run(List<JsonNode> vectors, Consumer<ObjectNode> out) throws IOException {
        Map<String, List<JsonNode>> byList = new LinkedHashMap<>();
        vectors.forEach(each -> byList.computeIfAbsent(each.path("list").asText(), key -> new ArrayList<>())
                .add(each));
        for (Map.Entry<String, List<JsonNode>> each : byList.entrySet()) {
            try {
                ImportedPolicy policy = imported(each.getKey(), each.getValue().get(0));
                decide(policy, each.getValue(), out);
            } catch (ListRefusedException e) {
                out.accept(NODES.objectNode().put("list", each.getKey()).put("refused", e.getMessage()));
            }
        }
    }

    ImportedPolicy imported(String list, JsonNode vector) throws IOException, ListRefusedException {
        ListFormat format = ListFormat.of(vector.path("format").asText())
                .orElseThrow(() -> new IllegalArgumentException("no format is named " + vector.path("format")));
        return PermissionList.read(format, lists.resolve(list))
                .withWorkspace(Path.of(WORKSPACE))
                .withHome(Path.of(HOME))
                .withoutHooks(true)
                .withUserFiles(false)
                .toPolicy();
    }

    private static void decide(ImportedPolicy policy, List<JsonNode> vectors, Consumer<ObjectNode> out) {
        PathSettings paths = PathSettings.plain()
                .withForm(NormalPath.Form.PLAIN.inWorkspace(WORKSPACE))
                .withHome(HOME, false);
        PolicyEngine known = PolicyEngine.builder()
                .configuration(policy.configuration())
                .paths(paths)
                .build();
        Set<String> names = new LinkedHashSet<>();
        vectors.forEach(each -> names.add(each.path("call").path("tool").asText()));
        names.removeIf(name -> known.tools().find(name).isPresent());
        JsonNode anything = NODES.objectNode().put("type", "object").put("additionalProperties", true);
        PolicyEngine engine = HostPolicies.of(policy.configuration().unknownTools(Severity.WARNING))
                .engine(builder -> builder.paths(paths))
                .start(names.stream()
                        .map(name -> new HostTool(name, "", anything))
                        .toList())
                .engine();
        try (PolicySession session = engine.session("vectors")) {
            for (JsonNode each : vectors) {
                JsonNode call = each.path("call");
                CallPreview preview = session.withFacts(facts(policy, each.path("facts")))
                        .calls()
                        .preview(call.path("tool").asText(), call.path("arguments"));
                out.accept(NODES.objectNode()
                        .put("id", each.path("id").asText())
                        .put("mode", PreviewedCall.mode(preview).word()));
            }
        }
    }

    /** Returns the facts of a call: those that the policy declares, as given or as usual. */
    private static ObjectNode facts(ImportedPolicy policy, JsonNode given) {
        ObjectNode facts = NODES.objectNode();
        USUAL_FACTS.forEach((name, usual) -> {
            if (policy.policy().contains("\n" + name + " = { type = ")) {
                facts.set(name, given.path(name).isMissingNode() ? usual : given.get(name));
            }
        });
        return facts;
    }
}
