package dev.toolpolicy.anthropic;

import dev.toolpolicy.shared.LeastVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeastVersionTest {
    @TempDir
    private Path folder;

    @Test
    void theAdapterWorksWithTheLeastVersion() throws Exception {
        LeastVersion.of(folder, "anthropic-java-core-3.0.0.jar").runs(MessagesTurnTest.class);
    }
}
