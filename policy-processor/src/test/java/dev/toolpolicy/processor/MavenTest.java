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
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small project is built with Maven, against what the modules publish. Where there is a mvn; the CI installs one. */
class MavenTest {
    private static final Path PROJECT = Goldens.RESOURCES.resolve("maven");
    private static final Path STAGED = Path.of("../build/staged");
    private static final Path CACHE = Path.of("build/maven-repository").toAbsolutePath();

    @TempDir
    private Path folder;

    private Path project;

    @BeforeEach
    void publish() throws IOException {
        boolean installed = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "mvn")));
        Assumptions.assumeTrue(installed, "there is no mvn on the PATH");
        copy(STAGED, CACHE);
        project = folder.resolve("project");
        copy(PROJECT, project);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    @Test
    void buildsAndFindsItsTools() throws Exception {
        assertThat(maven()).doesNotContain("ERROR", "WARNING] /");
        URL[] classes = {project.resolve("target/classes").toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            assertThat(ToolCatalog.load(loader).tools().stream().map(ToolSpec::name))
                    .contains("read_file", "readNote");
            assertThat(ToolCatalog.load(loader).find("read_file").orElseThrow().description())
                    .isEqualTo("Reads a text file.");
        }
        Path source = project.resolve("src/main/java/demo/ReadFile.java");
        Files.writeString(source, Files.readString(source).replace("prefix = \"src/sensitive/\"", "prefix = \"\""));
        Path notes = project.resolve("src/main/java/demo/Notes.java");
        Files.writeString(notes, Files.readString(notes).replace("arg = \"/path\"", "arg = \"/pth\""));
        assertThat(maven())
                .contains(
                        "ReadFile.java:[14,35] [toolpolicy/empty-prefix] \"prefix\" of rule 1 is empty",
                        "Notes.java:[14,32] [toolpolicy/unknown-pointer] there is no parameter \"/pth\"");
    }

    private String maven() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("mvn", "-B", "-q", "-Dmaven.repo.local=" + CACHE, "compile")
                .directory(project.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }
}
