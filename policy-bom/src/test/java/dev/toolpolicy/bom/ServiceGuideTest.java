package dev.toolpolicy.bom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's whole service, built by Maven from the staged repository, run, and run again. */
class ServiceGuideTest {
    private static final Path STAGED = Path.of("../build/staged");
    private static final Path REPOSITORY = Path.of("build/maven-repository").toAbsolutePath();
    private static final Path PAGE = Path.of("../docs/guide/a-service.md");

    @TempDir
    private Path folder;

    @Test
    void itDoesWhatTheGuideSaysAlsoAfterARestart() throws Exception {
        boolean installed = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "mvn")));
        Assumptions.assumeTrue(installed, "there is no mvn on the PATH");
        List<String> blocks = blocks(PAGE);
        write("pom.xml", pom().replace("  </dependencies>", blocks.get(0) + "  </dependencies>"));
        write("src/main/java/office/Tools.java", blocks.get(1));
        write("src/main/java/office/Service.java", blocks.get(2));
        write("drafts/a.txt", "old");
        write("keys.txt", "secret");
        copyStaged();
        String built = run(
                "",
                "mvn",
                "-B",
                "-q",
                "-Dmaven.repo.local=" + REPOSITORY,
                "compile",
                "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
                "-Dmdep.outputFile=classpath.txt");
        assertThat(folder.resolve("classpath.txt")).as(built).exists();
        String first = service(blocks.get(3));
        String second = service(blocks.get(5));
        if (Boolean.getBoolean("goldens.update")) {
            String page = Files.readString(PAGE);
            page = replaced(page, blocks.get(3), blocks.get(4), first);
            Files.writeString(PAGE, replaced(page, blocks.get(5), blocks.get(6), second));
        }
        assertThat(first).isEqualTo(blocks(PAGE).get(4));
        assertThat(second).isEqualTo(blocks(PAGE).get(6));
        assertThat(folder.resolve("drafts/a.txt")).content().isEqualTo("newer");
        assertThat(Files.readAllLines(folder.resolve("audit.jsonl")))
                .as("one line for each call, without its arguments")
                .hasSize(14)
                .noneMatch(line -> line.contains("stranger@example.org"));
    }

    /** A service is short: no page of glue code stands between a team and its tools. */
    @Test
    void itIsShort() throws IOException {
        List<String> blocks = blocks(PAGE);
        assertThat((blocks.get(1) + blocks.get(2)).lines()).hasSizeLessThan(120);
    }

    private static String replaced(String page, String before, String old, String now) {
        int at = page.indexOf("```text\n" + old + "```", page.indexOf(before) + before.length());
        return page.substring(0, at) + "```text\n" + now + page.substring(at + 8 + old.length());
    }

    private String service(String input) throws Exception {
        String classpath = "target/classes" + File.pathSeparator + Files.readString(folder.resolve("classpath.txt"));
        String printed = run(
                input,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.util.logging.config.file=" + write("logging.properties", ".level=OFF\n"),
                "-cp",
                classpath,
                "office.Service");
        return printed.replace(folder.toString(), "");
    }

    private static String pom() throws IOException {
        return blocks(Path.of("../docs/guide/building.md")).stream()
                .filter(block -> block.contains("<project"))
                .findFirst()
                .orElseThrow();
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private String run(String input, String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    /** The code blocks of a page, each with its last line break. */
    private static List<String> blocks(Path page) throws IOException {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith("```")) {
                if (block != null) {
                    blocks.add(block.toString());
                }
                block = block == null ? new StringBuilder() : null;
            } else if (block != null) {
                block.append(line).append('\n');
            }
        }
        return blocks;
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
