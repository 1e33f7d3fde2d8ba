package dev.toolpolicy.test.policy.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.document.DocumentReader;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.shared.SharedData;
import dev.toolpolicy.test.policy.internal.prove.Proof;
import dev.toolpolicy.test.policy.internal.prove.Prover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The vectors of proofs: claims about finite worlds, which brute force decided. */
class ProofVectorsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void allClaimsAreDecidedAsByBruteForce() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(SharedData.path("conformance"))) {
            files = all.filter(file -> file.getFileName().toString().startsWith("proofs-"))
                    .toList();
        }
        assertThat(files).isNotEmpty();
        List<String> wrong = new ArrayList<>();
        for (Path file : files) {
            for (JsonNode vector : JSON.readTree(file.toFile())) {
                Proof proof = new Prover(engine(vector)).prove(claim(vector.path("prove")));
                String outcome = vector.path("expect").path("outcome").asText();
                if (!proof.outcome().name().equalsIgnoreCase(outcome)) {
                    wrong.add(vector.path("id").asText() + ": expected " + vector.path("expect") + ", got " + proof);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static Claim claim(JsonNode written) {
        List<PolicyProblem> problems = new ArrayList<>();
        Keys keys = new Keys(
                DocumentReader.json("prove.json", written.toString()).document(),
                "a claim",
                "/prove/0",
                written,
                problems);
        Claim claim = ClaimReader.read(keys);
        assertThat(problems).isEmpty();
        return claim;
    }

    private static PolicyEngine engine(JsonNode vector) {
        List<DeclaredTool> tools = new ArrayList<>();
        vector.path("tools").forEach(tool -> tools.add(ToolReader.read(tool)));
        ObjectNode file = JSON.createObjectNode();
        JsonNode facts = vector.path("facts_schema");
        for (Map.Entry<String, JsonNode> fact : facts.path("properties").properties()) {
            ObjectNode declared = fact.getValue().deepCopy();
            for (JsonNode required : facts.path("required")) {
                if (required.asText().equals(fact.getKey())) {
                    declared.put("required", true);
                }
            }
            file.withObject("/facts").set(fact.getKey(), declared);
        }
        vector.path("results").properties().forEach(entry -> {
            ObjectNode result = entry.getValue().deepCopy();
            file.withObject("/results").set(entry.getKey(), result.put("external", true));
        });
        vector.path("lists")
                .properties()
                .forEach(list ->
                        file.withObject("/tools/" + list.getKey() + "/policy").set("run", list.getValue()));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(tools))
                .configuration(PolicyConfiguration.of(ConfigurationFormat.JSON, "policy.json", file.toString()))
                .unreachableRules(Severity.WARNING)
                .build();
    }
}
