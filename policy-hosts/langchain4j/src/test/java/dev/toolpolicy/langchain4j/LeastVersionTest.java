package dev.toolpolicy.langchain4j;

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

/** The module's sources, compiled with the least version of LangChain4j that is supported, and tests of them. */
class LeastVersionTest {
    private static final String LEAST = System.getProperty("host.least");
    private static final Path MAIN = Path.of("src/main/java/dev/toolpolicy/langchain4j");
    private static final Path TESTS = Path.of("src/test/java/dev/toolpolicy/langchain4j");

    @TempDir
    private Path folder;

    @Test
    void theModuleWorksWithIt() throws Exception {
        assertThat(LEAST).contains("langchain4j-1.14.1.jar");
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<String> command = new ArrayList<>(List.of(
                "-d", classes.toString(), "-cp", LEAST, "-proc:none", "-nowarn", "-parameters", "--release", "17"));
        try (Stream<Path> sources = Files.list(MAIN)) {
            sources.map(Path::toString).forEach(command::add);
        }
        for (String test : List.of("ChatBodies", "Clerk", "PolicyToolsTest", "CutCallsTest")) {
            command.add(TESTS.resolve(test + ".java").toString());
        }
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
                "--details=tree",
                "--select-class=" + PolicyToolsTest.class.getName(),
                "--select-method=" + CutCallsTest.class.getName() + "#aBlockingServiceRunsOnlyWholeCalls",
                "--select-method=" + CutCallsTest.class.getName() + "#aConcurrentCallWaitsForTheEndOfItsResponse");
        assertThat(printed).contains(" 0 tests failed").doesNotContain(" 0 tests successful");
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
