package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.BriefJava;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The needs of a native image: it finds providers by their service files, and supports no other reflection. Programs
 * are run in processes of their own, whose class loader refuses to look tool classes up by name.
 */
class NoReflectionTest {
    private static final String MAIN = """
        package demo;

        import com.fasterxml.jackson.databind.node.*;
        import dev.toolpolicy.*;

        public class Main {
            public static void main(String[] args) {
                for (ToolSpec<?> tool : ToolCatalog.load().tools()) {
                    ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("path", "a").put("kind", "COPY");
                    System.out.println(tool.name() + " " + tool.bind(arguments) + " " + tool.run().isPresent());
                }
            }
        }
        """;
    private static final String TOOL = """
        package demo;

        import dev.toolpolicy.annotation.*;
        import dev.toolpolicy.annotation.Mode;

        @Tool @Policy(run = @Rule(mode = Mode.ASK))
        record MoveFile(String path, Kind kind) {
            enum Kind { COPY, MOVE }
        }
        """;

    @TempDir
    private Path folder;

    @BeforeEach
    void compile() {
        assertThat(ModuleBuild.in(folder)
                        .source("demo/MoveFile.java", TOOL)
                        .source("demo/Main.java", MAIN)
                        .source(
                                "demo/StrictLoader.java",
                                Goldens.read(Goldens.RESOURCES.resolve("loader/StrictLoader.java")))
                        .compile())
                .isEmpty();
    }

    /**
     * Only the class named in the service file may be looked up by name; all others are linked, as in a native image.
     */
    @Test
    void onlyTheCatalogIsLookedUpByName() throws Exception {
        String printed =
                run("-Xshare:off", "-Djava.system.class.loader=demo.StrictLoader", "-cp", classPath(), "demo.Main");
        assertThat(printed)
                .isEqualTo("move_file MoveFile[path=a, kind=COPY] true\n"
                        + "looked up: dev.toolpolicy.catalog.Tools_demo_MoveFile\n");
    }

    @Test
    void generatedClassesUseNoReflection() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> generated = files.filter(file -> file.toString().endsWith("Tool.class")
                            || file.getFileName().toString().startsWith("Tools_")
                                    && file.toString().endsWith(".class"))
                    .toList();
            assertThat(generated).hasSize(2);
            for (Path file : generated) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .doesNotContain("java/lang/reflect", "forName", "getDeclared", "getMethod", "newInstance");
            }
        }
    }

    @Test
    void plainJarRunsAlone() throws Exception {
        Path jar = folder.resolve("app.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "demo.Main");
        StringBuilder path = new StringBuilder();
        for (String each : libraries()) {
            path.append(path.isEmpty() ? "" : " ").append(Path.of(each).toUri());
        }
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, path.toString());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(each -> !each.equals(jar))
                    .toList()) {
                out.putNextEntry(new JarEntry(folder.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
            }
        }
        assertThat(run("-jar", jar.toString())).isEqualTo("move_file MoveFile[path=a, kind=COPY] true\n");
    }

    private static String run(String... arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(BriefJava.command(arguments))
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed.replace(System.lineSeparator(), "\n");
    }

    private String classPath() {
        List<String> all = new ArrayList<>(List.of(folder.toString()));
        all.addAll(libraries());
        return String.join(File.pathSeparator, all);
    }

    /** The API and what it needs: neither the processor nor the engine. */
    private static List<String> libraries() {
        List<String> needed = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each ->
                        each.contains("policy-api") || new File(each).getName().matches("(jackson-|jspecify).*"))
                .toList();
        assertThat(needed).hasSizeGreaterThan(3);
        return needed;
    }
}
