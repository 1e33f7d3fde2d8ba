package dev.toolpolicy.springboot;

import dev.toolpolicy.shared.LeastVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeastVersionTest {
    @TempDir
    private Path folder;

    @Test
    void theStarterWorksWithTheLeastVersions() throws Exception {
        LeastVersion.of(folder, "spring-boot-3.5.16.jar").runs(ApplicationTest.class, AutoConfigurationTest.class);
    }
}
