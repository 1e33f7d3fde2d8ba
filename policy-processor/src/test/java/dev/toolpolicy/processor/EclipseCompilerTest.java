package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaCompiler.CompilationTask;
import javax.tools.StandardJavaFileManager;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Eclipse's compiler prints the same messages in the same order, and compiles the generated code. */
class EclipseCompilerTest {
    /** One for all compilations, as the classes of the processors are: it lists all packages of the JDK. */
    private static final JavaCompiler ECLIPSE = new EclipseCompiler();

    private static final StandardJavaFileManager FILES =
            ECLIPSE.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    @AfterAll
    static void close() throws IOException {
        FILES.close();
    }

    @TestFactory
    Stream<DynamicTest> saysTheSame() {
        return Goldens.files("bad").stream().map(file -> {
            String name = file.getFileName().toString().replace(".java", "");
            return DynamicTest.dynamicTest(name, () -> {
                String expected = Goldens.read(Goldens.RESOURCES.resolve("expected/" + name + ".txt"));
                assertThat(words(compile(name, file))).isEqualTo(words(expected));
            });
        });
    }

    /** It knows no places in records, so the record's name is added. */
    @Test
    void namesTheRecord() throws IOException {
        assertThat(compile("place", Goldens.RESOURCES.resolve("bad/EverythingAtOnce.java")))
                .contains("there is no parameter \"/pth\"\n"
                        + "help: did you mean \"/path\"?\n"
                        + "see: docs/reference/diagnostics/unknown-pointer.md\n"
                        + "note: in demo.Tools.WriteFile\n");
    }

    @TestFactory
    Stream<DynamicTest> compilesWhatIsGenerated() {
        return Goldens.files("good").stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString(),
                        () -> assertThat(compile(file.getFileName().toString(), file))
                                .doesNotContain("ERROR", "WARNING")));
    }

    @Test
    void compilesTheExamples() throws IOException {
        Path examples = Path.of("../policy-examples/src/main/java/dev/toolpolicy/examples/tools");
        try (Stream<Path> files = Files.walk(examples)) {
            Path[] sources =
                    files.filter(file -> file.toString().endsWith(".java")).toArray(Path[]::new);
            assertThat(compile("examples", sources)).isEmpty();
        }
        assertThat(folder.resolve("examples/dev/toolpolicy/examples/tools/files/ModifyFileTool.class"))
                .exists();
    }

    private String compile(String name, Path... sources) throws IOException {
        StringWriter printed = new StringWriter();
        String output = Files.createDirectories(folder.resolve(name)).toString();
        List<String> options = List.of(
                "-17",
                "-encoding",
                "UTF-8",
                "-nowarn:[" + output + "]",
                "-d",
                output,
                "-s",
                output,
                "-classpath",
                Compiling.CLASS_PATH.stream().map(File::getPath).collect(Collectors.joining(File.pathSeparator)),
                "-warn:-warningToken", // tokens of other tools in @SuppressWarnings
                "-proceedOnError");
        CompilationTask task = ECLIPSE.getTask(printed, FILES, null, options, null, FILES.getJavaFileObjects(sources));
        task.setProcessors(List.of(new ToolProcessor(), new ToolsCatalogProcessor()));
        task.call();
        return printed.toString().replace(System.lineSeparator(), "\n");
    }

    /** First lines, help and notes; each compiler has its own way to print places. */
    private static List<String> words(String printed) {
        return printed.lines()
                .map(line ->
                        line.replaceFirst("^\\d+(:\\d+: \\w+:|\\. \\w+:)", "").strip())
                .filter(line ->
                        line.startsWith("[toolpolicy/") || line.startsWith("help: ") || line.startsWith("note: "))
                .filter(line -> !line.startsWith("note: in "))
                .toList();
    }
}
