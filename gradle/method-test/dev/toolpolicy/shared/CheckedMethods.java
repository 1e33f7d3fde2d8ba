package dev.toolpolicy.shared;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.InvalidPolicyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The test that what the compiler checked about a host's methods is what the host describes to models: each method is
 * accepted as the host describes it, and refused as soon as the description of one parameter changes.
 */
public final class CheckedMethods {
    private final List<HostTool> tools;

    private CheckedMethods(List<HostTool> tools) {
        this.tools = List.copyOf(tools);
    }

    /**
     * Creates the test of methods that have policies.
     *
     * @param tools the methods as the host describes them
     */
    public static CheckedMethods of(List<HostTool> tools) {
        return new CheckedMethods(tools);
    }

    /** Tests that each method has a definition, and that the host describes the method as the definition does. */
    public void agree() {
        ToolCatalog catalog = ToolCatalog.load();
        ToolCatalog started = HostPolicies.of().start(tools).engine().tools();
        for (HostTool tool : tools) {
            ToolSpec<?> accepted = started.find(tool.name()).orElseThrow();
            ToolSpec<?> compiled = catalog.find(tool.name()).orElseThrow();
            assertThat(compiled.hostMethod()).as(tool.name()).isPresent();
            assertThat(accepted.schema()).as(tool.name()).isEqualTo(compiled.schema());
            assertThat(accepted.run()).as(tool.name()).isEqualTo(compiled.run());
        }
    }

    /**
     * Tests that each changed description is refused: a parameter less, one more, another type, or required where it
     * wasn't.
     *
     * @return how many changes were tried
     */
    public int refuseChanges() {
        int tried = 0;
        for (HostTool tool : tools) {
            for (JsonNode changed : changes(tool.schema())) {
                HostTool other = new HostTool(tool.name(), tool.description(), changed);
                assertThatThrownBy(() -> HostPolicies.of().start(List.of(other)))
                        .as(() -> tool.schema() + " -> " + changed)
                        .isInstanceOf(InvalidPolicyException.class)
                        .hasMessageContaining("tool \"" + tool.name() + "\"")
                        .hasMessageContaining("but the host describes");
                tried++;
            }
        }
        return tried;
    }

    /**
     * Tests that the compiler refuses what it can't check. Each line of the source that ends with a comment must have one
     * error with the words of the comment, and no other line may have one.
     *
     * @param source a source file
     * @param folder an empty folder for what is generated
     */
    public static void refused(Path source, Path folder) throws IOException {
        List<String> lines = Files.readAllLines(source);
        Map<Long, String> expected = new TreeMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String[] parts = lines.get(i).split(" // ", 2);
            if (parts.length == 2) {
                expected.put(i + 1L, parts[1]);
            }
        }
        assertThat(expected).isNotEmpty();
        Map<Long, String> errors = new TreeMap<>();
        errors(source, folder)
                .forEach(error -> errors.merge(
                        error.getLineNumber(), error.getMessage(Locale.ENGLISH), (one, other) -> one + "\n" + other));
        Map<Long, String> others = new TreeMap<>(errors);
        others.keySet().removeAll(expected.keySet());
        assertThat(others).as("errors in other lines").isEmpty();
        expected.forEach((line, words) -> assertThat(errors.get(line))
                .as("line " + line)
                .isNotNull()
                .contains(words)
                .containsOnlyOnce("[toolpolicy/"));
    }

    private static List<Diagnostic<?>> errors(Path source, Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, Locale.ENGLISH, UTF_8)) {
            String path = System.getProperty("java.class.path");
            compiler.getTask(
                            null,
                            files,
                            found,
                            List.of("-proc:only", "-d", folder.toString(), "-cp", path, "-processorpath", path),
                            null,
                            files.getJavaFileObjects(source.toFile()))
                    .call();
        }
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .<Diagnostic<?>>map(each -> each)
                .toList();
    }

    private static List<JsonNode> changes(JsonNode schema) {
        List<JsonNode> changes = new ArrayList<>();
        schema.path("properties").properties().forEach(each -> {
            String name = each.getKey();
            changes.add(changed(schema, all -> ((ObjectNode) all.path("properties")).remove(name)));
            changes.add(changed(schema, all -> flip((ObjectNode) all, name)));
            String other = each.getValue().path("type").asText().equals("boolean") ? "integer" : "boolean";
            changes.add(changed(
                    schema,
                    all -> ((ObjectNode) all.path("properties")).putObject(name).put("type", other)));
        });
        changes.add(changed(
                schema,
                all -> ((ObjectNode) all)
                        .withObject("properties")
                        .putObject("another")
                        .put("type", "string")));
        return changes;
    }

    private static void flip(ObjectNode schema, String name) {
        ArrayNode required = schema.objectNode().putArray("required");
        boolean found = false;
        for (JsonNode each : schema.path("required")) {
            found |= each.asText().equals(name);
            if (!each.asText().equals(name)) {
                required.add(each);
            }
        }
        schema.set("required", found ? required : required.add(name));
    }

    private static JsonNode changed(JsonNode schema, Consumer<JsonNode> change) {
        JsonNode copy = schema.deepCopy();
        change.accept(copy);
        return copy;
    }
}
