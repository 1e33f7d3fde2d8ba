package dev.toolpolicy.bom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The projects that guides show in full: a block of code is a file if the last line before it that isn't empty begins
 * with the file's name. Maven builds all of them at once from the staged repository.
 */
final class GuideProjects {
    private static final Path STAGED = Path.of("../build/staged");
    private static final Path REPOSITORY = Path.of("build/maven-repository").toAbsolutePath();

    private final Path folder;

    private GuideProjects(Path folder) {
        this.folder = folder;
    }

    /** Builds the projects of some guides, each in a folder that is named like the guide. */
    static GuideProjects build(Path folder, List<String> guides) throws Exception {
        boolean installed = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "mvn")));
        Assumptions.assumeTrue(installed, "there is no mvn on the PATH");
        GuideProjects projects = new GuideProjects(folder);
        for (String guide : guides) {
            projects.write(guide);
        }
        String modules =
                guides.stream().map(guide -> "<module>" + guide + "</module>").collect(Collectors.joining());
        Files.writeString(folder.resolve("pom.xml"), """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion><groupId>demo</groupId><artifactId>guides</artifactId><version>1</version>
              <packaging>pom</packaging><modules>%s</modules>
            </project>
            """.formatted(modules));
        copyStaged();
        Process maven = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-q",
                        "-Dmaven.repo.local=" + REPOSITORY,
                        "compile",
                        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
                        "-Dmdep.outputFile=classpath.txt")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(maven.waitFor()).as(printed).isZero();
        return projects;
    }

    private void write(String guide) throws IOException {
        String last = "";
        StringBuilder block = null;
        for (String line : Files.readAllLines(Path.of("../docs/guide", guide + ".md"))) {
            if (line.startsWith("```")) {
                if (block != null && last.startsWith("`")) {
                    Path file = folder.resolve(guide).resolve(last.substring(1, last.indexOf('`', 1)));
                    Files.createDirectories(file.getParent());
                    Files.writeString(file, block);
                }
                last = block == null ? last : "";
                block = block == null ? new StringBuilder() : null;
            } else if (block != null) {
                block.append(line).append('\n');
            } else if (!line.isBlank()) {
                last = line;
            }
        }
    }

    Path folder(String guide) {
        return folder.resolve(guide);
    }

    /** Starts a main class of a guide's project in its folder. */
    Process start(String guide, Map<String, String> environment, String... command) throws IOException {
        Path project = folder.resolve(guide);
        String libraries = Files.readString(project.resolve("classpath.txt"));
        List<String> java = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                "target/classes" + File.pathSeparator + libraries),
                        Stream.of(command))
                .toList();
        ProcessBuilder process = new ProcessBuilder(java)
                .directory(project.toFile())
                .redirectError(project.resolve("errors.txt").toFile());
        process.environment().putAll(environment);
        return process.start();
    }

    private static void copyStaged() throws IOException {
        try (Stream<Path> files = Files.walk(STAGED)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = REPOSITORY.resolve(STAGED.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(file));
            }
        }
    }
}
