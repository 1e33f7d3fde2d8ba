package dev.toolpolicy.bom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The guide's whole service, built by Maven from the staged repository, run, and run again. */
class ServiceGuideTest {
    private static final Path PAGE = Path.of("../docs/start/a-service.md");

    /** The engine's warnings alone, such as those about rules: the guide's rules have none. */
    private static final String LOG = """
        .level=OFF
        handlers=java.util.logging.ConsoleHandler
        dev.toolpolicy.runtime.PolicyEngine.level=WARNING
        """;

    private Path folder;

    @Test
    void itDoesWhatTheGuideSaysAlsoAfterARestart() throws Exception {
        folder = MavenProjects.guide("a-service");
        List<String> blocks = MavenProjects.blocks(PAGE);
        write("drafts/a.txt", "old");
        write("keys.txt", "secret");
        String first = service(blocks.get(3));
        String second = service(blocks.get(5));
        if (Boolean.getBoolean("goldens.update")) {
            String page = Files.readString(PAGE);
            page = replaced(page, blocks.get(3), blocks.get(4), first);
            Files.writeString(PAGE, replaced(page, blocks.get(5), blocks.get(6), second));
        }
        assertThat(first).isEqualTo(MavenProjects.blocks(PAGE).get(4));
        assertThat(second).isEqualTo(MavenProjects.blocks(PAGE).get(6));
        assertThat(folder.resolve("drafts/a.txt")).content().isEqualTo("newer");
        assertThat(Files.readAllLines(folder.resolve("audit.jsonl")))
                .as("one line for each call, without its arguments")
                .hasSize(14)
                .noneMatch(line -> line.contains("stranger@example.org"));
    }

    /** A service is short: no page of glue code stands between a team and its tools. */
    @Test
    void itIsShort() throws IOException {
        List<String> blocks = MavenProjects.blocks(PAGE);
        assertThat((blocks.get(1) + blocks.get(2)).lines()).hasSizeLessThan(120);
    }

    private static String replaced(String page, String before, String old, String now) {
        int at = page.indexOf("```text\n" + old + "```", page.indexOf(before) + before.length());
        return page.substring(0, at) + "```text\n" + now + page.substring(at + 8 + old.length());
    }

    private String service(String input) throws Exception {
        String printed = run(
                input,
                MavenProjects.java(
                        folder,
                        "-Djava.util.logging.config.file=" + write("logging.properties", LOG),
                        "office.Service"));
        return printed.replace(folder.toString(), "");
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private String run(String input, List<String> command) throws Exception {
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
}
