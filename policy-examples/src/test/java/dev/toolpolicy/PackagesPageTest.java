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

    @Test
    void thePageListsWhatIsPublic() throws IOException {
        Map<String, Set<String>> types = new TreeMap<>();
        SourceFile.all().stream()
                .filter(file -> file.sourceSet().equals("main"))
                .filter(file -> file.module().equals("policy-api") || file.module().equals("policy-runtime"))
                .forEach(file -> file.tree().getTypeDecls().stream()
                        .filter(type -> type instanceof ClassTree named && named.getModifiers().getFlags().contains(Modifier.PUBLIC))
                        .map(type -> ((ClassTree) type).getSimpleName().toString())
                        .forEach(name -> types.computeIfAbsent(file.packageName(), any -> new TreeSet<>()).add(name)));
        assertThat(types.get("dev.toolpolicy")).contains("ToolCatalog");
        String page = types.entrySet().stream()
                .map(each -> "| `" + each.getKey() + "` | `" + String.join("`, `", each.getValue()) + "` |\n")
                .collect(Collectors.joining("", """
                        # Which type is in which package

                        Code in the guides leaves out its imports. Packages of `policy-api` are those without `runtime`; the others are in `policy-runtime`.

                        | package | public types |
                        |---|---|
                        """, ""));
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page);
    }
}
