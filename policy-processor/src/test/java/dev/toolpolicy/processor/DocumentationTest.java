package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.testing.compile.Compilation;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.schema.ArgumentException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples in the documentation compile, and print what the documentation shows. */
class DocumentationTest {
    private static final Path DOCS = Path.of("../docs");

    @Test
    void readmeExampleCompilesAndFailsAsShown(@TempDir Path folder) {
        List<String> blocks = blocks("../README.md");
        String tool = blocks.get(1);
        assertThat(readme(folder.resolve("right"), tool, blocks.get(2))).isEmpty();
        String first = tool.lines()
                        .filter(line -> line.contains("prefix = \"src/\""))
                        .findFirst()
                        .orElseThrow() + "\n";
        String dead =
                tool.replace(first, first + "    @Rule(arg = \"/path\", prefix = \"src/secret/\", mode = ASK),\n");
        String printed = readme(folder.resolve("wrong"), dead, blocks.get(2));
        assertThat(printed.replace(folder.resolve("wrong/src/demo") + "/", "")).startsWith(blocks.get(3));
    }

    private static String readme(Path folder, String tool, String service) {
        return ModuleBuild.in(folder)
                .source("demo/WriteFile.java", tool)
                .source("demo/Service.java", service)
                .compile();
    }

    @Test
    void guideShowsTheFirstCompileError(@TempDir Path folder) {
        List<String> blocks = blocks("start/first-tool.md");
        String printed = ModuleBuild.in(folder)
                .source("demo/ReadFile.java", blocks.get(2))
                .compile();
        assertThat(printed.replace(folder.resolve("src/demo") + "/", "")).isEqualTo(blocks.get(3));
    }

    /** Of the definition itself, then of an engine with it, then of a call that streams. */
    @ParameterizedTest
    @ValueSource(ints = {4, 6, 8})
    void guideShowsTheFirstRuns(int main, @TempDir Path folder) throws Exception {
        List<String> blocks = blocks("start/first-tool.md");
        List<String> lines = blocks.get(2).lines().toList();
        String first = lines.get(14) + "\n";
        String second = lines.get(15) + "\n";
        String mended = blocks.get(2).replace(first + second, second + first);
        assertThat(ModuleBuild.in(folder)
                        .source("demo/ReadFile.java", mended)
                        .source("demo/Main.java", blocks.get(main))
                        .compile())
                .isEmpty();
        assertThat(run(folder)).isEqualTo(blocks.get(main + 1));
    }

    /** What a user copies into a build file is what this project publishes. */
    @ParameterizedTest
    @ValueSource(strings = {"start/first-tool.md", "how-to/build.md"})
    void buildFilesNamePublishedArtifacts(String page) {
        String build = Goldens.read(Path.of("../build.gradle"));
        String version = build.substring(
                build.indexOf("version = '") + 11, build.indexOf("'", build.indexOf("version = '") + 11));
        String shown = blocks(page).stream()
                .filter(block -> block.contains("annotationProcessor "))
                .findFirst()
                .orElseThrow();
        assertThat(shown)
                .contains("implementation 'dev.toolpolicy:policy-runtime:" + version + "'")
                .contains("annotationProcessor 'dev.toolpolicy:policy-processor:" + version + "'");
        assertThat(Goldens.read(Goldens.RESOURCES.resolve("maven/pom.xml"))).contains("version>" + version + "</");
    }

    @TestFactory
    Stream<DynamicTest> eachTypeIsWhatTheTableSays() {
        return Goldens.read(DOCS.resolve("reference/types.md"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split(" \\| |\\| "))
                .map(row -> DynamicTest.dynamicTest(row[1], () -> checkRow(code(row[1]), row[2], code(row[3]))));
    }

    @Test
    void constructorExceptionsAreAsDocumented() throws Exception {
        Compilation compilation = Compiling.strictly(Compiling.source(
                "Row",
                "package demo; import dev.toolpolicy.annotation.*; import dev.toolpolicy.schema.*; @Tool record"
                        + " Row(int x) {\n"
                        + "Row { if (x % 2 != 0) { "
                        + blocks("reference/types.md").get(0) + " } } }"));
        ToolSpec<?> tool = (ToolSpec<?>) Compiling.load(compilation)
                .loadClass("demo.RowTool")
                .getConstructor()
                .newInstance();
        ObjectNode odd = JsonNodeFactory.instance.objectNode().put("x", 3);
        assertThatThrownBy(() -> tool.bind(odd))
                .isInstanceOfSatisfying(
                        ArgumentException.class,
                        thrown -> assertThat(thrown.error().pointer()).isEqualTo("/x"));
        assertThat(tool.bind(odd.put("x", 4))).hasToString("Row[x=4]");
    }

    @Test
    void generatedExampleIsCurrent() {
        List<String> blocks = blocks("reference/generated.md");
        assertThat(blocks)
                .containsExactly(
                        Goldens.read(Goldens.RESOURCES.resolve("good/ModifyFile.java")),
                        Goldens.read(Goldens.RESOURCES.resolve("generated/ModifyFile/ModifyFileTool.java")),
                        Goldens.read(Goldens.RESOURCES.resolve("generated/ModifyFile/Tools_demo_ModifyFile.java")));
    }

    @Test
    void mavenGuideShowsTheTestedBuild() {
        String pom = Goldens.read(Goldens.RESOURCES.resolve("maven/pom.xml"));
        assertThat(blocks("how-to/build.md")).contains(pom);
    }

    private static void checkRow(String type, String name, String jsonSchema) throws Exception {
        Compilation compilation = Compiling.strictly(Compiling.source(
                "Row",
                "package demo; import dev.toolpolicy.annotation.*; @Tool record Row(" + type + " x) {\n"
                        + "enum Color { RED, @Param(name = \"dark-green\") GREEN }\n"
                        + "record Range(double to) {} }"));
        ToolSpec<?> tool = (ToolSpec<?>) Compiling.load(compilation)
                .loadClass("demo.RowTool")
                .getConstructor()
                .newInstance();
        assertThat(tool.schema().parameters().get(0).type().typeName()).isEqualTo(name);
        assertThat(new ObjectMapper()
                        .readTree(tool.jsonSchema())
                        .at("/properties/x")
                        .toString())
                .isEqualTo(jsonSchema);
    }

    private static String run(Path folder) throws Exception {
        PrintStream console = System.out;
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, DocumentationTest.class.getClassLoader())) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            Thread.currentThread().setContextClassLoader(loader);
            loader.loadClass("demo.Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(console);
            Thread.currentThread().setContextClassLoader(before);
        }
        return printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    private static String code(String cell) {
        return cell.substring(cell.indexOf('`') + 1, cell.lastIndexOf('`'));
    }

    /** The fenced blocks of a page, in order. */
    private static List<String> blocks(String page) {
        String[] parts = Goldens.read(DOCS.resolve(page)).split("(?m)^```\\w*\n");
        return Stream.iterate(1, i -> i + 2)
                .limit(parts.length / 2)
                .map(i -> parts[i])
                .toList();
    }
}
