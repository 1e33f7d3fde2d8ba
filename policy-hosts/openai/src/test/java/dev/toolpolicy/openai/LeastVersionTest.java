package dev.toolpolicy.openai;

import dev.toolpolicy.shared.LeastVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeastVersionTest {
    @TempDir
    private Path folder;

    @Test
    void theAdapterWorksWithTheLeastVersion() throws Exception {
        LeastVersion.of(folder, "openai-java-core-4.90.0.jar")
                .runs(ChatCompletionsTurnTest.class, ResponsesTurnTest.class);
    }
}
