package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The page that lists the public types by what a reader wants to do, each once, with its artifact and package. */
class PackagesPageTest {
    private static final Path PAGE = Path.of("../docs/reference/packages.md");

    /**
     * Tasks with their types and packages, below {@code dev.toolpolicy}. A type is listed where it is named, else where
     * its package is.
     */
    private static final Map<String, List<String>> TASKS = new LinkedHashMap<>();

    static {
        task(
                "Declare tools and their rules",
                "annotation",
                "rule",
                "schema",
                "DeclaredTool",
                "ToolSpec",
                "Requirement",
                "CallLimit");
        task("Decide a call", "runtime", "runtime.call", "ToolCall", "ToolCatalog");
        task(
                "Run calls and return their results",
                "runtime.ToolHandlers",
                "runtime.CallResult",
                "runtime.call.ApprovedCall",
                "runtime.call.GuardedCall",
                "runtime.call.ToolTurn",
                "runtime.call.TurnResult",
                "runtime.call.TurnSettings",
                "ToolResult");
        task("Ask a person", "runtime.approval", "runtime.Answer", "runtime.PermissionHandler", "page");
        task(
                "Write or configure a session policy",
                "runtime.policy",
                "ToolPolicy",
                "PolicyContext",
                "PolicyDecision",
                "ToolSelector",
                "Fact");
        task("Remember what happened in a session", "runtime.SessionPolicies", "runtime.store", "jdbc");
        task("Read policy files and compare policies", "config", "runtime.PolicyLayer", "test.policy.ToolSetDiff");
        task("Import permission lists of other agents", "agents.importing");
        task("Put an agent that you can't change under policies", "agents.proxy");
        task(
                "Look at a response and change it while it streams",
                "stream",
                "stream.run",
                "stream.gate",
                "stream.sink",
                "stream.internal.wire");
        task(
                "Connect a host",
                "config.host",
                "runtime.call.StreamedTurn",
                "openai",
                "anthropic",
                "langchain4j",
                "springai",
                "springboot",
                "adk",
                "mcp");
        task(
                "See what was decided and what is wrong",
                "event",
                "analysis",
                "runtime.audit",
                "opentelemetry",
                "micrometer",
                "runtime.call.Explanation",
                "runtime.PolicyProblem",
                "schema.ArgumentError",
                "schema.DiagnosticCode");
        task("Test", "test.policy", "test", "test.replay");
    }

    private static void task(String name, String... content) {
        TASKS.put(name, List.of(content));
    }

    @Test
    void thePageListsEachPublicTypeOnce() throws IOException {
        Map<String, Map<String, String>> rows = new LinkedHashMap<>();
        TASKS.keySet().forEach(task -> rows.put(task, new TreeMap<>()));
        List<String> unlisted = new ArrayList<>();
        for (SourceFile file : PublicTypes.files()) {
            for (String type : PublicTypes.names(file)) {
                Map<String, String> list = rows.get(taskOf(file.packageName(), type));
                if (list == null) {
                    unlisted.add(file.packageName() + "." + type);
                } else {
                    list.put(
                            type,
                            "| `" + type + "` | " + PublicTypes.summary(file) + " | `" + file.packageName() + "` | `"
                                    + PublicTypes.artifact(file) + "` |\n");
                }
            }
        }
        assertThat(unlisted).as("public types without a task on the page").isEmpty();
        StringBuilder page = new StringBuilder("""
            # Packages and their types

            Which type do I need, and where is it? Most code in the guides shows its imports. Look up other types here.
            Packages with `internal` in their names are not for users and are not listed.
            """);
        rows.forEach((task, types) -> {
            assertThat(types).as(task).isNotEmpty();
            page.append("\n## ").append(task).append("\n\n| type | is | package | artifact |\n|---|---|---|---|\n");
            types.values().forEach(page::append);
        });
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page.toString());
    }

    /** Finds the task that names the type, or else its package; empty if there is none. */
    private static String taskOf(String packageName, String type) {
        String place = packageName.equals("dev.toolpolicy") ? "" : packageName.substring("dev.toolpolicy.".length());
        String name = place.isEmpty() ? type : place + "." + type;
        return TASKS.entrySet().stream()
                .filter(task -> task.getValue().contains(name))
                .findFirst()
                .or(() -> TASKS.entrySet().stream()
                        .filter(task -> task.getValue().contains(place))
                        .findFirst())
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
