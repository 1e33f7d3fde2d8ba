package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How {@code diff} judges changed limits and requirements. */
class DiffLimitsTest {
    @TempDir
    private Path folder;

    private Run diff(String old, String next) throws IOException {
        return Cli.run("diff", file("old.toml", old), file("new.toml", next));
    }

    private String file(String name, String policy) throws IOException {
        String text = """
            [tools.read.parameters]
            path = { type = "path", required = true }
            [tools.pay.parameters]
            path = { type = "path", required = true }
            amount = { type = "number", required = true }
            fee = { type = "number", required = true }
            [tools.pay.policy]
            run = "allow"
            """ + policy;
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        calls = 5                   | calls = 3                    | stricter
        calls = 3                   | calls = 5                    | looser
        calls = 5, per = "1h"       | calls = 3, per = "1h"        | stricter
        calls = 5, per = "1m"       | calls = 5, per = "1h"        | stricter
        calls = 5, per = "1h"       | calls = 5, per = "1m"        | looser
        calls = 5, per = "1h"       | calls = 5                    | stricter
        calls = 5                   | calls = 3, per = "1h"        | neither
        calls = 5, per = "1h"       | calls = 3, per = "1m"        | neither
        failures = 3, per = "10m"   | failures = 2, per = "20m"    | stricter
        failures = 2, per = "20m"   | failures = 3, per = "10m"    | looser
        failures = 2, per = "10m"   | failures = 3, per = "20m"    | neither
        total = 9.5, of = "/amount"| total = 9.25, of = "/amount"| stricter
        total = 9, of = "/amount"  | total = 9.5, of = "/amount" | looser
        total = 9, of = "/amount"  | total = 8, of = "/fee"      | dropped
        calls = 5                   | failures = 2, per = "10m"    | dropped
        """)
    void aChangedLimitIsStricterOrLooser(String old, String next, String expected) throws IOException {
        Run run = diff("limits = [{ " + old + " }]", "limits = [{ " + next + " }]");
        boolean tightened = expected.equals("stricter");
        assertThat(run.code()).as(run.out() + run.errors()).isEqualTo(tightened ? ExitCode.FINE : ExitCode.FINDINGS);
        assertThat(run.out().contains("may loosen")).isEqualTo(!tightened);
        assertThat(run.out())
                .contains(
                        switch (expected) {
                            case "neither" -> "(neither stricter nor looser)";
                            case "dropped" -> "no longer at most";
                            default -> "(" + expected + ")";
                        });
    }

    @Test
    void aDroppedLimitThatAnotherImpliesLoosensNothing() throws IOException {
        Run run = diff("limits = [{ calls = 5 }, { calls = 2, per = \"1h\" }]", "limits = [{ calls = 2 }]");
        assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.FINE);
    }

    @Test
    void keysOfRequirementsAreReadable() throws IOException {
        Run run = diff("", "requires = [{ tools = [\"read\"], key = \"/path\", unless_new = true }]");
        assertThat(run.out())
                .isEqualTo("tool \"pay\", requires: now also read with the same /path, unless the file is new\n");
    }
}
