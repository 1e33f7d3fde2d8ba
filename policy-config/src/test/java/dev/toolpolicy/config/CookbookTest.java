package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The recipes of the guide, each with the calls of its table. */
class CookbookTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A row of a recipe's table.
     *
     * @param file the recipe's policy file
     * @param calls the calls, of which the last is decided
     * @param facts the known facts, as JSON
     * @param answer the answer to the last call
     */
    private record Row(String recipe, String file, List<String> calls, String facts, String answer) {
        @Override
        public String toString() {
            return recipe + ": " + String.join(" then ", calls);
        }
    }

    static Stream<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        String recipe = "";
        StringBuilder file = new StringBuilder();
        boolean inFile = false;
        for (String line : Files.readAllLines(Path.of("../docs/how-to/cookbook.md"))) {
            if (line.startsWith("### ")) {
                recipe = line.substring(4);
                file.setLength(0);
            } else if (line.startsWith("```")) {
                inFile = line.equals("```toml");
            } else if (inFile) {
                file.append(line).append('\n');
            } else if (line.startsWith("| `")) {
                rows.add(row(recipe, file.toString(), line.replace("\\|", "\u0000")));
            }
        }
        assertThat(rows).hasSizeGreaterThan(50);
        return rows.stream();
    }

    private static Row row(String recipe, String file, String line) {
        String[] cells = line.split("\\|");
        String[] parts = cells[1].split(" with ", 2);
        List<String> calls =
                Stream.of(parts[0].split(" then ")).map(CookbookTest::code).toList();
        return new Row(recipe, file, calls, parts.length > 1 ? code(parts[1]) : "{}", cells[2].strip());
    }

    private static String code(String cell) {
        return cell.strip().replace("`", "").replace('\u0000', '|');
    }

    private static PolicyEngine engine(String file) {
        ParameterType text = ParameterType.string();
        List<DeclaredTool> tools = List.of(
                tool("read_file", Parameter.required("path", ParameterType.path())),
                tool(
                        "write_file",
                        Parameter.required("path", ParameterType.path()),
                        Parameter.optional("content", text)),
                tool("bash", Parameter.required("command", text)),
                tool("fetch", Parameter.required("url", text)),
                tool(
                        "send_mail",
                        Parameter.required("to", ParameterType.arrayOf(text)),
                        Parameter.optional("subject", text),
                        Parameter.optional("body", text)),
                tool(
                        "pay",
                        Parameter.required("payee", text),
                        Parameter.required("amount", ParameterType.number()),
                        Parameter.required("currency", text)),
                tool("query", Parameter.required("sql", text)),
                tool("deploy", Parameter.required("environment", text)),
                tool("run_tests"),
                tool("mcp__github__get_issue", Parameter.required("number", ParameterType.integer())),
                tool("mcp__github__merge", Parameter.required("number", ParameterType.integer())));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(tools))
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", file))
                .paths(PathSettings.plain()
                        .withForm(NormalPath.Form.PLAIN.inWorkspace("/work/app"))
                        .withHome("/home/u", true))
                .build();
    }

    private static DeclaredTool tool(String name, Parameter... parameters) {
        return DeclaredTool.of(name, ToolSchema.of(parameters));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aRecipeAnswersAsItsTableSays(Row row) throws IOException {
        PolicyEngine engine = engine(row.file());
        assertThat(engine.warnings())
                .filteredOn(warning -> warning.toString().contains("policy.toml"))
                .isEmpty();
        PolicySession session = engine.session("s");
        session.facts((ObjectNode) JSON.readTree(row.facts()));
        for (String call : row.calls().subList(0, row.calls().size() - 1)) {
            assertThat(session.guard("c", name(call), arguments(call))
                            .run(arguments -> "done")
                            .call()
                            .kind()
                            .name())
                    .as(call)
                    .isEqualTo("RAN");
        }
        String last = row.calls().get(row.calls().size() - 1);
        CallPreview preview = session.calls().preview(name(last), arguments(last));
        String answer = switch (preview.status()) {
            case WILL_RUN -> "allow";
            case WILL_ASK -> "ask";
            default ->
                preview.status().name().equals("DENIED")
                        ? "deny"
                        : preview.status().name().toLowerCase(Locale.ROOT);
        };
        assertThat(answer).as("%s: %s", row.recipe(), last).isEqualTo(row.answer());
    }

    private static String name(String call) {
        return call.substring(0, call.indexOf(' '));
    }

    private static JsonNode arguments(String call) throws IOException {
        return JSON.readTree(call.substring(call.indexOf(' ') + 1));
    }
}
