package dev.toolpolicy.adk;

import dev.toolpolicy.shared.LeastVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeastVersionTest {
    @TempDir
    private Path folder;

    @Test
    void theAdapterWorksWithTheLeastVersion() throws Exception {
        LeastVersion.of(folder, "google-adk-1.6.0.jar")
                .runs(
                        ToolPolicyPluginTest.class,
                        CallsOfOneResponseTest.class,
                        CodeOfModelsTest.class,
                        ConfirmationTest.class,
                        GeminiFeedTest.class);
    }
}
