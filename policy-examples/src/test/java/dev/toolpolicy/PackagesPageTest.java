package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;

/** The page that tells readers of the guides, whose code leaves out imports, what to import. */
class PackagesPageTest {
    private static final Path PAGE = Path.of("../docs/reference/packages.md");
    private static final Set<String> MODULES = Set.of(
            "policy-api",
            "policy-analysis",
            "policy-runtime",
            "policy-config",
            "policy-stream",
            "policy-jdbc",
            "policy-page",
            "policy-test",
            "openai",
            "anthropic",
            "langchain4j",
            "spring-ai",
            "mcp",
            "opentelemetry");

    @Test
    void thePageListsWhatIsPublic() throws IOException {
        Map<String, Set<String>> types = new TreeMap<>();
        Map<String, String> artifacts = new TreeMap<>();
        SourceFile.all().stream()
                .filter(file -> file.sourceSet().equals("main"))
                .filter(file ->
                        MODULES.contains(file.module()) && !file.packageName().contains(".internal."))
                .forEach(file -> file.tree().getTypeDecls().stream()
                        .filter(type -> type instanceof ClassTree named
                                && named.getModifiers().getFlags().contains(Modifier.PUBLIC))
                        .map(type -> ((ClassTree) type).getSimpleName().toString())
                        .forEach(name -> {
                            artifacts.put(
                                    file.packageName(),
                                    "policy-" + file.module().replaceFirst("^policy-", ""));
                            types.computeIfAbsent(file.packageName(), any -> new TreeSet<>())
                                    .add(name);
                        }));
        assertThat(types.get("dev.toolpolicy")).contains("ToolCatalog");
        String page = types.entrySet().stream()
                .map(each -> "| `" + each.getKey() + "` | `" + artifacts.get(each.getKey()) + "` | `"
                        + String.join("`, `", each.getValue()) + "` |\n")
                .collect(Collectors.joining("", """
                    # Packages and their types

                    Which package has this type, and which artifact has the package? Code in the guides leaves out its imports; look them up here.
                    Packages with `internal` in their names are not for users and are not listed.

                    | package | artifact | public types |
                    |---|---|---|
                    """, ""));
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page);
    }
}
