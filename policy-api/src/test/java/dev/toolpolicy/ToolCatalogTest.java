package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolCatalogTest {

    /** The catalog of one module. */
    public static final class OneTool implements ToolCatalog.Provider {
        @Override
        public List<ToolSpec<?>> tools() {
            return List.of(DeclaredTool.of("ping", ToolSchema.of()));
        }
    }

    @Test
    void aCatalogThatFindsNothingIsAnErrorThatSaysWhereToLook(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("META-INF/services/dev.toolpolicy.ToolCatalog$Provider");
        Files.createDirectories(file.getParent());
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> ToolCatalog.load(loader))
                    .withMessageStartingWith("no tools were found. Check that policy-processor is on the path of"
                            + " annotation processors")
                    .withMessageContaining("META-INF/services/dev.toolpolicy.ToolCatalog$Provider")
                    .withMessageEndingWith("For an engine without annotated tools, use ToolCatalog.empty() or"
                            + " ToolCatalog.of(...).");
            Files.writeString(file, OneTool.class.getName());
            assertThat(ToolCatalog.load(loader).tools()).hasSize(1);
        }
        assertThat(ToolCatalog.empty().tools()).isEmpty();
    }
}
