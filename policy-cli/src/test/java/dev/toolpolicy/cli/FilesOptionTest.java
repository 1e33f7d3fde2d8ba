package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies that look at files, in the command. */
class FilesOptionTest {
    private static final String POLICY = """
        [tools.read.parameters]
        path = { type = "path", required = true }
        [tools.read]
        policy.run = "allow"

        [tools.write.parameters]
        path = { type = "path", required = true }
        [tools.write.policy]
        run = "allow"
        requires = [{ tools = ["read"], key = "/path", unless_new = true, fresh = true }]
        """;

    @TempDir
    private Path folder;

    private String policy;

    @BeforeEach
    void write() throws IOException {
        policy = Files.writeString(folder.resolve("policy.toml"), POLICY).toString();
        Files.writeString(folder.resolve("old.txt"), "old");
    }

    private String explained(String file, String... options) {
        String[] arguments = {"explain", policy, "write", "{\"path\":\"" + file + "\"}"};
        String[] all = new String[arguments.length + options.length];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        System.arraycopy(options, 0, all, arguments.length, options.length);
        Run run = Cli.run(all);
        assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINE);
        return run.out();
    }

    @Test
    void noJudgingCommandRefusesAPolicyThatLooksAtFiles() {
        for (String[] command : new String[][] {
            {"check", policy},
            {"witnesses", policy},
            {"diff", policy, policy},
            {"explain", policy, "write", "{\"path\":\"a\"}"}
        }) {
            Run run = Cli.run(command);
            assertThat(run.code())
                    .as(command[0] + ": " + run.out() + run.errors())
                    .isEqualTo(ExitCode.FINE);
            assertThat(run.out() + run.errors()).doesNotContain("files-not-set");
        }
    }

    @Test
    void decisionsLookAtTheFolderOfFiles() {
        assertThat(explained("new.txt", "--files", folder.toString()))
                .contains("in a session without earlier calls: allow");
        assertThat(explained("old.txt", "--files", folder.toString())).contains("earlier calls: deny", "read");
        assertThat(explained("new.txt")).as("an unknown file isn't new").contains("earlier calls: deny");
    }

    @Test
    void aReadFileCanBeWrittenWhileItIsUnchanged() {
        String calls = """
            {"id": "a", "tool": "read", "arguments": {"path": "old.txt"}, "result": "success"}
            {"id": "b", "tool": "write", "arguments": {"path": "old.txt"}}
            """;
        assertThat(Cli.run(calls, new String[] {"decide", "--configuration", policy, "--files", folder.toString(), "-"})
                        .out())
                .contains("{\"id\":\"b\",\"verdict\":\"allow\"");
    }

    @Test
    void aFolderThatIsNotThereIsAMistake() {
        Run run = Cli.run("check", policy, "--files", folder.resolve("nowhere").toString());
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errors()).contains("--files needs a folder");
    }
}
