package dev.toolpolicy.springai;

import dev.toolpolicy.shared.LeastVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeastVersionTest {
    @TempDir
    private Path folder;

    @Test
    void theAdapterWorksWithTheLeastVersion() throws Exception {
        LeastVersion.of(folder, "spring-ai-model-1.1.0.jar")
                .runs(PolicyToolCallingManagerTest.class, ToolPoliciesTest.class, PolicyAdvisorTest.class);
    }
}
