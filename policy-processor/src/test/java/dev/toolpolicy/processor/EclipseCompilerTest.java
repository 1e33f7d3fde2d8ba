package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Eclipse's compiler prints the same messages in the same order, and compiles the generated code. */
class EclipseCompilerTest {
    @TempDir
    private Path folder;

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
    void namesTheRecord() {
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
    void compilesTheExamples() {
        assertThat(compile("examples", Path.of("../policy-examples/src/main/java/dev/toolpolicy/examples/tools")))
                .isEmpty();
        assertThat(folder.resolve("examples/dev/toolpolicy/examples/tools/files/ModifyFileTool.class"))
                .exists();
    }

    private String compile(String name, Path sources) {
        StringWriter printed = new StringWriter();
        String output = folder.resolve(name).toString();
        String path = System.getProperty("java.class.path");
        String[] arguments = {
            "--release",
            "17",
            "-encoding",
            "UTF-8",
            "-nowarn:[" + output + "]",
            "-d",
            output,
            "-s",
            output,
            "-classpath",
            Compiling.CLASS_PATH.stream().map(File::getPath).collect(Collectors.joining(File.pathSeparator)),
            "-processorpath",
            processors(path),
            "-warn:-warningToken", // tokens of other tools in @SuppressWarnings
            "-proceedOnError",
            sources.toString()
        };
        BatchCompiler.compile(arguments, new PrintWriter(printed), new PrintWriter(printed), null);
        return printed.toString().replace(System.lineSeparator(), "\n");
    }

    /** Without Error Prone's or AutoService's own processors, which tests have on their class path. */
    private static String processors(String path) {
        List<String> kept = Stream.of(path.split(File.pathSeparator))
                .filter(each -> !new File(each).getName().startsWith("auto-service-1") && !each.contains("auto-value"))
                .toList();
        return String.join(File.pathSeparator, kept);
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
