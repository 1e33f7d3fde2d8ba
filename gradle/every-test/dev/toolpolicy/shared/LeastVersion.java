package dev.toolpolicy.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;

/**
 * The least version of a host that an adapter supports: the adapter's sources and tests are compiled with it, and the
 * tests run. The build hands over the class path as the system property {@code host.least}; without it, the test is
 * skipped.
 */
public final class LeastVersion {
    private static final Path MAIN = Path.of("src/main/java");
    private static final Path TESTS = Path.of("src/test/java");

    private final Path folder;
    /** What only the compiler needs: classes of newer versions of the host, if the adapter has a part for these alone. */
    private final String compiled = System.getProperty("host.compiled", "");

    private final List<String> jars =
            List.of(System.getProperty("host.least", "").split(File.pathSeparator));

    private LeastVersion(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates it.
     *
     * @param folder an empty folder for class files
     * @param jar the name of the host's jar, which must be on the class path
     */
    public static LeastVersion of(Path folder, String jar) {
        LeastVersion least = new LeastVersion(folder);
        Assumptions.assumeFalse(least.jars.contains(""), "run with -Pleast");
        assertThat(least.jars).anyMatch(each -> each.endsWith(File.separator + jar));
        return least;
    }

    /**
     * Compiles the sources of the module in the working directory, and runs tests. Fails if anything doesn't compile, or a
     * test fails, or none ran.
     *
     * @param tests the test classes; helpers beside them are found by the compiler
     */
    public void runs(Class<?>... tests) throws IOException, InterruptedException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        String path = String.join(File.pathSeparator, jars);
        compile(classes, path, tests);
        List<String> java = new ArrayList<>(BriefJava.command(
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                String.join(File.pathSeparator, classes.toString(), "src/main/resources", "src/test/resources", path),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=tree"));
        Arrays.stream(tests).forEach(test -> java.add("--select-class=" + test.getName()));
        Process process = new ProcessBuilder(java).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).contains(" 0 tests failed").doesNotContain("[         0 tests successful");
    }

    private void compile(Path classes, String path, Class<?>... tests) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "-d",
                classes.toString(),
                "-cp",
                path + (compiled.isEmpty() ? "" : File.pathSeparator + compiled),
                "-sourcepath",
                TESTS.toString(),
                "-proc:none",
                "-nowarn",
                "-parameters",
                "--release",
                "17"));
        try (Stream<Path> sources = Files.walk(MAIN)) {
            sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(command::add);
        }
        Stream.of(tests)
                .map(test -> TESTS.resolve(test.getName().replace('.', '/') + ".java"))
                .forEach(source -> command.add(source.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new)))
                .as("compiles")
                .isZero();
    }
}
