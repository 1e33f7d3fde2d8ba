package dev.toolpolicy.langchain4j;

import dev.toolpolicy.shared.LeastVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeastVersionTest {
    @TempDir
    private Path folder;

    @Test
    void theAdapterWorksWithTheLeastVersion() throws Exception {
        LeastVersion.of(folder, "langchain4j-1.14.1.jar").runs(PolicyToolsTest.class, CutCallsTest.class);
    }
}
