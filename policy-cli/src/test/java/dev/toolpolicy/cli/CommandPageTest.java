package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of the command's options is what the command prints. */
class CommandPageTest {
    private static final Path PAGE = Path.of("../docs/reference/command.md");

    private static String page() {
        StringBuilder page = new StringBuilder("""
            # The command

            The help texts of `toolpolicy` and its subcommands. [The guide](../how-to/command.md) shows how to use them.

            ```text
            """);
        page.append(Cli.run("--help").out()).append("```\n");
        for (String name : Cli.subcommands()) {
            page.append("\n## ").append(name).append("\n\n```text\n");
            page.append(Cli.run(name, "--help").out()).append("```\n");
        }
        return page.toString();
    }

    @Test
    void thePageIsWhatHelpPrints() throws IOException {
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGE, page());
        }
        assertThat(page()).isEqualTo(Files.readString(PAGE));
    }
}
