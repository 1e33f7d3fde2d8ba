package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The starter's sources, compiled with the least versions that are supported, and its tests. */
class LeastVersionTest {
    private static final String LEAST = System.getProperty("host.least");

    /** Health of Spring Boot 4, which a class of the starter is for; no application with Spring Boot 3 has it. */
    private static final String HEALTH = System.getProperty("host.health");

    @TempDir
    private Path folder;

    @Test
    void theStarterWorksWithThem() throws Exception {
        assertThat(LEAST).contains("spring-ai-model-1.1.0.jar", "spring-boot-3.5.16.jar");
        List<String> sources = new ArrayList<>(sources(Path.of("src/main/java")));
        sources.addAll(sources(Path.of("src/test/java")));
        sources.removeIf(source -> source.endsWith("LeastVersionTest.java") || source.endsWith("SpringGuideTest.java"));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        String path = LEAST + File.pathSeparator + HEALTH;
        List<String> command = new ArrayList<>(List.of(
                "-d", classes.toString(), "-cp", path, "-proc:none", "-nowarn", "-parameters", "--release", "17"));
        command.addAll(sources);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new)))
                .as("compiles")
                .isZero();
        String printed = run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(File.pathSeparator, classes.toString(), "src/main/resources", "src/test/resources", LEAST),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=summary",
                "--include-classname=.*Test",
                "--scan-classpath=" + classes);
        assertThat(printed).contains(" 0 tests failed").doesNotContain("[         0 tests successful");
    }

    private static List<String> sources(Path from) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".java"))
                    .toList();
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
