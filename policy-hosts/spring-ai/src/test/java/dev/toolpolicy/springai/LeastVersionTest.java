package dev.toolpolicy.springai;

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

/** The module's sources, compiled with the least version of Spring AI that is supported, and its tests. */
class LeastVersionTest {
    private static final String LEAST = System.getProperty("host.least");

    @TempDir
    private Path folder;

    @Test
    void theModuleWorksWithIt() throws Exception {
        assertThat(LEAST).contains("spring-ai-model-1.1.0.jar");
        List<String> sources = new ArrayList<>(sources(Path.of("src/main/java")));
        sources.addAll(sources(Path.of("src/test/java")));
        sources.removeIf(source -> source.endsWith("LeastVersionTest.java"));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<String> command = new ArrayList<>(
                List.of("-d", classes.toString(), "-cp", LEAST, "-proc:none", "-nowarn", "--release", "17"));
        command.addAll(sources);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new)))
                .as("compiles")
                .isZero();
        String printed = run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                classes + File.pathSeparator + LEAST,
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
