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

    @BeforeEach
    void publish() throws IOException {
        boolean installed = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "mvn")));
        Assumptions.assumeTrue(installed, "there is no mvn on the PATH");
        copy(STAGED, CACHE);
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

    /** One run builds the project and a copy with two mistakes, since Maven's start costs more than both. */
    @Test
    void buildsAndFindsItsTools() throws Exception {
        Path good = folder.resolve("good");
        copy(PROJECT, good);
        Path bad = folder.resolve("bad");
        copy(PROJECT, bad);
        change(bad.resolve("pom.xml"), "<artifactId>demo<", "<artifactId>bad<");
        change(bad.resolve("src/main/java/demo/ReadFile.java"), "prefix = \"src/sensitive/\"", "prefix = \"\"");
        change(bad.resolve("src/main/java/demo/Notes.java"), "arg = \"/path\"", "arg = \"/pth\"");
        Files.writeString(folder.resolve("pom.xml"), """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion><groupId>demo</groupId><artifactId>all</artifactId><version>1</version>
              <packaging>pom</packaging><modules><module>good</module><module>bad</module></modules>
            </project>
            """);
        String printed = maven();
        assertThat(printed.lines()).noneMatch(line -> line.contains(good.toString()));
        URL[] classes = {good.resolve("target/classes").toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            assertThat(ToolCatalog.load(loader).tools().stream().map(ToolSpec::name))
                    .contains("read_file", "readNote");
            assertThat(ToolCatalog.load(loader).find("read_file").orElseThrow().description())
                    .isEqualTo("Reads a text file.");
        }
        assertThat(printed)
                .contains(
                        bad
                                + "/src/main/java/demo/ReadFile.java:[14,35] [toolpolicy/empty-prefix] \"prefix\" of"
                                + " rule 1 is empty",
                        bad
                                + "/src/main/java/demo/Notes.java:[14,32] [toolpolicy/unknown-pointer] there is no"
                                + " parameter \"/pth\"");
    }

    private static void change(Path file, String old, String now) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(old);
        Files.writeString(file, text.replace(old, now));
    }

    private String maven() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("mvn", "-B", "-q", "-fae", "-Dmaven.repo.local=" + CACHE, "compile")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }
}
