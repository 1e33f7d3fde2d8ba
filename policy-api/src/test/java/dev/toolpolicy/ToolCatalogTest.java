package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
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
    void saysWhereToLookIfThereAreNoTools(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("META-INF/services/dev.toolpolicy.ToolCatalog$Provider");
        Files.createDirectories(file.getParent());
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(warnings(loader))
                    .singleElement()
                    .asString()
                    .startsWith("no tools were found: is policy-processor on the path of annotation processors")
                    .contains("META-INF/services/dev.toolpolicy.ToolCatalog$Provider in its jar?");
            Files.writeString(file, OneTool.class.getName());
            assertThat(warnings(loader)).isEmpty();
        }
    }

    private static List<String> warnings(ClassLoader loader) {
        List<String> heard = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                heard.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(ToolCatalog.class.getName());
        log.addHandler(handler);
        try {
            ToolCatalog.load(loader);
        } finally {
            log.removeHandler(handler);
        }
        return heard;
    }
}
