package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A small project is built again and again by a current Gradle, with a change each time: which files it recompiles, and
 * which becomes of the tools that it doesn't. Where {@code -PmodernGradle=DIR} says which Gradle.
 */
class GradleTest {
    private static final Path PROJECT = Goldens.RESOURCES.resolve("gradle");
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);
    /** Before JDK 18 a compiler doesn't say that a tool comes as a class file, and its definition is written again. */
    private static final boolean KNOWS_CLASS_FILES = Runtime.version().feature() >= 18;

    /** The methods of one class. */
    private static final String NOTES = "Notes_readNote Notes_changeNote";

    @TempDir
    private Path folder;

    @BeforeEach
    void build() throws Exception {
        Assumptions.assumeTrue(System.getProperty("toolpolicy.modernGradle") != null, "-PmodernGradle=DIR isn't given");
        try (Stream<Path> files = Files.walk(PROJECT)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve("project")
                        .resolve(PROJECT.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        assertThat(gradle()).doesNotContain("error", "warning");
    }

    @Test
    void otherClassesAreCompiledAlone() throws Exception {
        assertThat(changing("Clock", "nanoTime", "currentTimeMillis"))
                .isEqualTo(withDefinitions(
                        Set.of("demo/Clock", "dev/toolpolicy/catalog/Tools_demo_Notes"),
                        "WriteFile",
                        "ReadFile",
                        NOTES));
        assertDescribed("Writes a file.");
    }

    @Test
    void changedToolRecompilesDefinitionAndCatalog() throws Exception {
        assertThat(changing("WriteFile", "Writes a file.", "Writes a file again."))
                .isEqualTo(withDefinitions(
                        Set.of("demo/WriteFile", "demo/WriteFileTool", "dev/toolpolicy/catalog/Tools_demo_Notes"),
                        "ReadFile",
                        NOTES));
        assertDescribed("Writes a file again.");
    }

    @Test
    void aChangedTypeRecompilesTheMethodsThatMentionIt() throws Exception {
        assertThat(changing("Notes", "String from, String to", "String from, int to"))
                .isEqualTo(withDefinitions(
                        Set.of(
                                "demo/Notes",
                                "demo/Notes$Change",
                                "demo/Notes_readNoteTool",
                                "demo/Notes_changeNoteTool",
                                "dev/toolpolicy/catalog/Tools_demo_Notes"),
                        "WriteFile",
                        "ReadFile"));
        URL[] classes = {classes().toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            ToolSpec<?> tool = ToolCatalog.load(loader).find("changeNote").orElseThrow();
            assertThat(tool.jsonSchema()).contains("\"to\":{\"type\":\"integer\"");
        }
        replace("Notes", "String path, List<Change>", "int path, List<Change>");
        replace("Notes", "paths = \"/path\", requires", "requires");
        assertThat(gradle())
                .contains("[toolpolicy/key-type] the keys differ in type: \"/path\" of \"changeNote\" is an integer");
    }

    @Test
    void conflictsAreFoundFromEitherSide() throws Exception {
        replace("ReadFile", "Path path, List", "String path, List");
        assertThat(gradle())
                .contains("[toolpolicy/key-type] the keys differ in type: \"/path\" of \"write_file\" is a path");
        replace("ReadFile", "String path, List", "Path path, List");
        assertThat(gradle()).doesNotContain("error", "warning");
        assertDescribed("Writes a file.");
    }

    /** Descriptions from Javadoc of the tool itself, its parameters and a record in them. */
    private void assertDescribed(String writes) throws IOException {
        URL[] classes = {classes().toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            Map<String, ToolSpec<?>> tools =
                    ToolCatalog.load(loader).tools().stream().collect(Collectors.toMap(ToolSpec::name, tool -> tool));
            assertThat(tools.get("write_file").description()).isEqualTo(writes);
            assertThat(tools.get("read_file").description()).isEqualTo("Reads parts of a file.");
            assertThat(tools.get("read_file").jsonSchema())
                    .contains("\"the file to read\"", "\"what is read of it\"", "\"the first line of it\"");
        }
    }

    private static Set<String> withDefinitions(Set<String> classes, String... unchanged) {
        Set<String> all = new TreeSet<>(classes);
        if (!KNOWS_CLASS_FILES) {
            Stream.of(unchanged)
                    .flatMap(tool -> Stream.of(tool.split(" ")))
                    .forEach(tool -> all.add("demo/" + tool + "Tool"));
        }
        return all;
    }

    /** The classes that a change rewrites. */
    private Set<String> changing(String type, String from, String to) throws Exception {
        for (Path file : classFiles()) {
            Files.setLastModifiedTime(file, LONG_AGO);
        }
        replace(type, from, to);
        assertThat(gradle()).doesNotContain("error", "warning").contains("Incremental compilation of ");
        Set<String> written = new TreeSet<>();
        for (Path file : classFiles()) {
            if (!Files.getLastModifiedTime(file).equals(LONG_AGO)) {
                written.add(classes()
                        .relativize(file)
                        .toString()
                        .replace(File.separatorChar, '/')
                        .replace(".class", ""));
            }
        }
        return written;
    }

    private void replace(String type, String from, String to) throws IOException {
        Path source = folder.resolve("project/src/main/java/demo/" + type + ".java");
        String before = Files.readString(source);
        assertThat(before).contains(from);
        Files.writeString(source, before.replace(from, to));
    }

    private Path classes() {
        return folder.resolve("project/build/classes/java/main");
    }

    private Iterable<Path> classFiles() throws IOException {
        try (Stream<Path> files = Files.walk(classes())) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    /** What a user has: the modules and what they need. */
    private static String libraries() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(
                        each -> each.matches(
                                ".*/policy-\\w+/build/.*/main|.*/policy-[^/]*\\.jar|.*/(jackson|jspecify|javapoet|langchain4j-core)-[^/]*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** What Gradle says; whether it succeeds is seen by that. */
    private String gradle() throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ProcessBuilder gradle = new ProcessBuilder(
                        Path.of(System.getProperty("toolpolicy.modernGradle"), "bin", "gradle")
                                .toString(),
                        "--offline",
                        "--no-daemon",
                        "--info",
                        "compileJava",
                        "-Pclasses=" + libraries())
                .directory(folder.resolve("project").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        gradle.environment().put("JAVA_HOME", System.getProperty("java.home"));
        gradle.environment().put("GRADLE_USER_HOME", folder.resolve("home").toString());
        gradle.start().waitFor();
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}
