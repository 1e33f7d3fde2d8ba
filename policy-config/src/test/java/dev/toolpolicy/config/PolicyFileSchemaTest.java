package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.toolpolicy.config.internal.document.DocumentReader;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.runtime.internal.load.Layer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The JSON Schema of policy files accepts what the reader accepts, and refuses what is wrong in their form. */
class PolicyFileSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    /** The codes of mistakes that no knowledge of tools is needed for, as far as the schema finds them. */
    private static final Set<String> OF_FORM = Set.of("unknown-member", "unknown-key", "mode", "matcher-count");

    private static String text() throws IOException {
        try (InputStream in = PolicyConfiguration.class.getResourceAsStream("policy-file.schema.json")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static final Schema FILE;
    private static final Schema LIST;

    static {
        try {
            FILE = REGISTRY.getSchema(text());
            JsonNode schema = JSON.readTree(text());
            LIST = REGISTRY.getSchema(JSON.createObjectNode()
                    .put("$ref", "#/$defs/list")
                    .<ObjectNode>set("$defs", schema.get("$defs"))
                    .toString());
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static List<String> problems(Schema schema, JsonNode value) {
        return schema.validate(value.toString(), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    private static JsonNode toml(String text) {
        DocumentReader.Reading reading = DocumentReader.toml("policy.toml", text);
        assertThat(reading.problems()).as(text).isEmpty();
        return reading.document().root();
    }

    @Test
    void thePublishedSchemaIsTheOneInTheDocumentation() throws IOException {
        assertThat(Path.of("../docs/reference/policy-file.schema.json")).hasContent(text());
    }

    @Test
    void theSchemaKnowsTheCatalogs() throws IOException {
        for (String name : HostCatalog.names()) {
            assertThat(problems(FILE, toml("catalog = \"" + name + "\""))).isEmpty();
        }
        assertThat(problems(FILE, toml("catalog = [\"codex\", \"mcp-git\"]"))).isEmpty();
        assertThat(problems(FILE, toml("catalog = \"claude-cod\""))).isNotEmpty();
        assertThat(problems(FILE, toml("catalog = []"))).isNotEmpty();
    }

    @Test
    void policyFilesOfTheTreeAreJudgedAsByTheReader() throws IOException {
        List<Path> files = new ArrayList<>(List.of(
                Path.of("../policy-examples/src/main/resources/dev/toolpolicy/examples/agent/policy.toml"),
                Path.of("../policy-hosts/spring-boot-starter/src/test/resources/tool-policy.toml")));
        try (Stream<Path> pages = Files.list(Path.of("src/test/resources/configuration-pages"))) {
            pages.filter(page -> page.toString().endsWith(".toml")).forEach(files::add);
        }
        int wrong = 0;
        for (Path file : files) {
            String code = file.getFileName().toString().replace(".toml", "");
            if (Set.of("config-syntax", "duplicate-config-key").contains(code)) {
                continue; // no tree to judge
            }
            List<String> problems = problems(FILE, toml(Files.readString(file)));
            if (OF_FORM.contains(code)) {
                assertThat(problems).as(code).isNotEmpty();
                wrong++;
            } else {
                assertThat(problems).as(file.toString()).isEmpty();
            }
        }
        assertThat(wrong).isEqualTo(3);
    }

    @Test
    void examplesOfTheGuidesAreValid() throws IOException {
        int valid = 0;
        try (Stream<Path> pages = Files.walk(Path.of("../docs"))) {
            for (Path page :
                    pages.filter(each -> each.toString().endsWith(".md")).toList()) {
                String[] blocks = Files.readString(page).split("(?m)^```", -1);
                for (int i = 1; i < blocks.length; i += 2) {
                    boolean isPolicy = blocks[i].startsWith("toml\n") && blocks[i].contains("[tools.");
                    String told = i + 2 < blocks.length ? blocks[i + 2] : "";
                    if (isPolicy
                            && OF_FORM.stream().noneMatch(code -> told.contains("[toolpolicy/" + code + "]"))
                            && !told.contains("[toolpolicy/config-syntax]")
                            && !told.contains("[toolpolicy/duplicate-config-key]")) {
                        assertThat(problems(FILE, toml(blocks[i].substring(5))))
                                .as(page + "\n" + blocks[i])
                                .isEmpty();
                        valid++;
                    }
                }
            }
        }
        assertThat(valid).isGreaterThan(30);
    }

    @Test
    void listsOfTheVectorsAreJudgedAsByTheReader() throws IOException {
        int valid = 0;
        int invalid = 0;
        for (String name : List.of("rules-2024", "rules-handmade", "rules2-2024", "rules2-handmade")) {
            for (JsonNode vector : JSON.readTree(
                    Path.of("../policy-lab/vectors/" + name + ".json").toFile())) {
                if (!vector.has("run") || vector.has("engine")) {
                    continue;
                }
                List<String> codes = codes(vector);
                List<String> problems = problems(LIST, vector.get("run"));
                if (codes.isEmpty()) {
                    assertThat(problems).as(vector.toString()).isEmpty();
                    valid++;
                } else if (OF_FORM.containsAll(codes)) {
                    assertThat(problems).as(vector.toString()).isNotEmpty();
                    invalid++;
                }
            }
        }
        assertThat(valid).isGreaterThan(100);
        assertThat(invalid).isGreaterThan(20);
    }

    private static List<String> codes(JsonNode vector) {
        List<String> codes = new ArrayList<>();
        for (JsonNode error : vector.at("/expect/errors")) {
            codes.add(
                    error.isArray()
                            ? error.path(1).asText()
                            : error.path("code").asText());
        }
        codes.removeIf(code -> code.equals("unreachable-rule"));
        return codes;
    }

    @Test
    void theReaderTakesFilesThatNameTheirSchema() {
        String named = "#:schema ./policy-file.schema.json\n[tools.a]\nparameters = {}\npolicy.run = \"ask\"\n";
        assertThat(problems(FILE, toml(named))).isEmpty();
        assertThat(PolicyConfiguration.of(ConfigurationFormat.TOML, "a.toml", named))
                .isNotNull();
        String json = "{\"$schema\": \"policy-file.schema.json\", \"tools\": {\"a\": {\"parameters\": {}, \"policy\":"
                + " {\"run\": \"ask\"}}}}";
        assertThat(problems(FILE, DocumentReader.json("a.json", json).document().root()))
                .isEmpty();
        Layer read = Layer.of(PolicyConfiguration.of(ConfigurationFormat.JSON, "a.json", json));
        assertThat(read.problems()).isEmpty();
        assertThat(read.sections()).hasSize(1);
    }

    @Test
    void mistakesOfFormAreFound() {
        for (String wrong : List.of(
                "tools.a.policy.rum = 'ask'",
                "tools.a.policy.run = 'aks'",
                "tools.a.policy.run = [{ arg = '/a', prefx = 'x', mode = 'ask' }]",
                "tools.a.policy.run = [{ arg = 'a', prefix = 'x', mode = 'ask' }]",
                "tools.a.policy.run = [{ arg = '/a', mode = 'ask' }]",
                "tools.a.policy.run = [{ prefix = 'x', mode = 'ask' }]",
                "tools.a.policy.run = [{ arg = '/a', prefix = 'x' }]",
                "tools.a.policy.run = [{ all = [], mode = 'ask' }]",
                "tools.a.policy.run = [{ name = 'Upper Case', mode = 'ask' }]",
                "tools.a.policy.limits = [{ cals = 1 }]",
                "tools.a.policy.limits = [{ calls = 1, per = '1 minute' }]",
                "tools.a.policy.limits = [{ calls = 1, by = '/user' }]",
                "tools.a.policy.limits = [{ calls = 1, per = '1d', single_node = true }]",
                "tools.a.policy.limits = [{ calls = 1, rule = 2 }]",
                "tools.a.policy.requires = ['b']",
                "tools.a.policy.requires = [{ tools = ['b'], fresh = true }]",
                "tools.a.requires = [{ tools = ['b'] }]",
                "tools.a.parameters.x = { type = 'text' }",
                "tools.a = 1",
                "facts.role = { typ = 'string' }")) {
            assertThat(problems(FILE, toml(wrong))).as(wrong).isNotEmpty();
        }
    }
}
