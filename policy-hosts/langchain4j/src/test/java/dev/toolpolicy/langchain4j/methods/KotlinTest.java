package dev.toolpolicy.langchain4j.methods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.shared.BriefJava;
import dev.toolpolicy.shared.CheckedMethods;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Methods in Kotlin, compiled through kapt. Takes a while: run it with {@code -Pkotlin}. */
class KotlinTest {
    private static final Path SOURCES = Path.of("src/test/resources/kotlin");

    @TempDir
    private Path folder;

    @BeforeEach
    void kotlinIsThere() {
        Assumptions.assumeTrue(System.getProperty("kotlin.path") != null, "run with -Pkotlin");
    }

    @Test
    void policiesOnMethodsAreChecked() throws Exception {
        assertThat(kapt("KotlinNotes.kt")).doesNotContain("error:", "[toolpolicy");
        assertThat(kotlin("KotlinNotes.kt", List.of())).doesNotContain("error:");
        compileGenerated();
        URL[] classes = {folder.resolve("classes").toUri().toURL()};
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classes, kotlinLibrary())) {
            current.setContextClassLoader(loader);
            List<HostTool> described = new ArrayList<>();
            for (ToolSpecification tool :
                    ToolSpecifications.toolSpecificationsFrom(loader.loadClass("notes.KotlinNotes"))) {
                described.add(ShapesTest.described(tool));
            }
            assertThat(described).hasSize(3);
            CheckedMethods.of(described).agree();
            assertThat(CheckedMethods.of(described).refuseChanges()).isGreaterThan(30);
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Test
    void mistakesAreErrors() throws Exception {
        assertThat(kapt("Wrong.kt"))
                .contains("[toolpolicy/unknown-pointer] there is no parameter \"/pth\"")
                .contains("[toolpolicy/unsupported-type] parameter $completion of Wrong.suspended is of type"
                        + " Continuation");
    }

    /** Runs the annotation processors. */
    private String kapt(String source) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of("-Xplugin=" + library("kotlin-annotation-processing")));
        plugin(options, "aptMode=stubsAndApt");
        plugin(options, "sources=" + folder.resolve("generated"));
        plugin(options, "classes=" + folder.resolve("classes"));
        plugin(options, "stubs=" + folder.resolve("stubs"));
        plugin(options, "correctErrorTypes=true");
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            plugin(options, "apclasspath=" + each);
        }
        return kotlin(source, options);
    }

    private String kotlin(String source, List<String> options) throws IOException, InterruptedException {
        String compiler = System.getProperty("kotlin.path");
        List<String> command = new ArrayList<>(BriefJava.command(
                "-cp",
                compiler,
                "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
                SOURCES.resolve(source).toString(),
                "-no-stdlib",
                "-no-reflect",
                "-java-parameters",
                "-cp",
                compiler + File.pathSeparator + System.getProperty("java.class.path"),
                "-d",
                folder.resolve("classes").toString()));
        command.addAll(options);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }

    private static void plugin(List<String> command, String option) {
        command.add("-P");
        command.add("plugin:org.jetbrains.kotlin.kapt3:" + option);
    }

    private void compileGenerated() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "-proc:none",
                "-cp",
                folder.resolve("classes") + File.pathSeparator + System.getProperty("java.class.path"),
                "-d",
                folder.resolve("classes").toString()));
        try (Stream<Path> generated = Files.walk(folder.resolve("generated"))) {
            generated.map(Path::toString).filter(each -> each.endsWith(".java")).forEach(command::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new)))
                .isZero();
    }

    private ClassLoader kotlinLibrary() throws IOException {
        URL[] standard = {Path.of(library("kotlin-stdlib")).toUri().toURL()};
        return new URLClassLoader(standard, getClass().getClassLoader());
    }

    private static String library(String name) {
        return Stream.of(System.getProperty("kotlin.path").split(File.pathSeparator))
                .filter(each -> each.contains(name))
                .findFirst()
                .orElseThrow();
    }
}
