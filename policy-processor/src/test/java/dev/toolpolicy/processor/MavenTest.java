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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small project is built with Maven, against what the modules publish. Where there is a mvn; the CI installs one. */
class MavenTest {
    private static final Path PROJECT = Goldens.RESOURCES.resolve("maven");
    private static final Path CACHE = Path.of("build/maven-repository").toAbsolutePath();

    @TempDir
    private Path folder;

    private Path project;

    @BeforeEach
    void publish() throws IOException {
        boolean installed = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "mvn")));
        Assumptions.assumeTrue(installed, "there is no mvn on the PATH");
        for (String module : List.of("policy-api", "policy-runtime", "policy-processor")) {
            publish(module);
        }
        project = folder.resolve("project");
        try (Stream<Path> files = Files.walk(PROJECT)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = project.resolve(PROJECT.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** Puts a module's jar and the POM that is published with it where Maven keeps what was installed. */
    private static void publish(String module) throws IOException {
        Path build = Path.of("..", module, "build");
        String pom = Files.readString(build.resolve("publications/library/pom-default.xml"));
        String version = pom.substring(pom.indexOf("<version>") + 9, pom.indexOf("</version>"));
        Path place = CACHE.resolve(Path.of("dev/toolpolicy", module, version));
        Files.createDirectories(place);
        Files.writeString(place.resolve(module + "-" + version + ".pom"), pom);
        Path jar = build.resolve("libs").resolve(module + "-" + version + ".jar");
        Files.write(place.resolve(module + "-" + version + ".jar"), Files.readAllBytes(jar));
    }

    @Test
    void buildsAndFindsItsTools() throws Exception {
        assertThat(maven()).doesNotContain("ERROR", "WARNING] /");
        URL[] classes = {project.resolve("target/classes").toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            assertThat(ToolCatalog.load(loader).tools().stream().map(ToolSpec::name)).contains("read_file");
            assertThat(ToolCatalog.load(loader).find("read_file").orElseThrow().description()).isEqualTo("Reads a text file.");
        }
        Path source = project.resolve("src/main/java/demo/ReadFile.java");
        Files.writeString(source, Files.readString(source).replace("prefix = \"src/sensitive/\"", "prefix = \"\""));
        assertThat(maven())
                .contains("ReadFile.java:[14,35] [toolpolicy/empty-prefix] \"prefix\" of rule 1 is empty");
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
