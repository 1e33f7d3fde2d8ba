package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import javax.annotation.processing.Processor;
import org.junit.jupiter.api.Test;

/** Compilers find the processors, and Gradle knows how to run them incrementally. */
class RegistrationTest {

    @Test
    void toolProcessorIsCalledFirst() {
        assertThat(ServiceLoader.load(Processor.class).stream().map(ServiceLoader.Provider::type))
                .containsSubsequence(ToolProcessor.class, ToolsCatalogProcessor.class);
    }

    @Test
    void gradleKnowsBothProcessors() throws IOException {
        List<String> lines = new ArrayList<>();
        String file = "META-INF/gradle/incremental.annotation.processors";
        for (URL each : Collections.list(getClass().getClassLoader().getResources(file))) {
            try (InputStream in = each.openStream()) {
                new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
            }
        }
        assertThat(lines)
                .contains(
                        ToolProcessor.class.getName() + ",isolating",
                        ToolsCatalogProcessor.class.getName() + ",aggregating");
    }
}
