package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.agents.internal.hook.HookHost;
import dev.toolpolicy.cli.internal.command.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The quick reading of the hook's options, beside picocli's. */
final class HookOptionsTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 38);
    private static final List<String> WORDS = List.of(
            "--policy",
            "--policy",
            "--policy",
            "--store",
            "--audit",
            "--workspace",
            "--audit-arguments",
            "--ask-unknown",
            "p.toml",
            "p.toml",
            "/a b",
            "-",
            "--",
            "",
            "--policy=q",
            "-h",
            "@p",
            "'x'",
            "\"y\"",
            "--stor");

    @Test
    void whatIsReadQuicklyPicocliReadsToo() throws UsageException {
        Random random = new Random(SEED);
        int quick = 0;
        for (int round = 0; round < 20_000; round++) {
            List<String> words = new ArrayList<>();
            for (int i = random.nextInt(9); i >= 0; i--) {
                words.add(WORDS.get(random.nextInt(WORDS.size())));
            }
            Optional<HookOptions> read = HookOptions.ofWritten(words);
            if (read.isPresent()) {
                quick++;
                HookOptions slow = new HookOptions();
                new CommandLine(slow).parseArgs(words.toArray(String[]::new));
                assertThat(written(read.get())).as("seed %d: %s", SEED, words).isEqualTo(written(slow));
            }
        }
        assertThat(quick).isGreaterThan(100);
    }

    @Test
    void whatTheInstallationWritesIsReadQuickly() throws UsageException {
        List<String> words = List.of(
                "--policy",
                "/p.toml",
                "--policy",
                "/q.toml",
                "--store",
                "/s",
                "--audit",
                "/a",
                "--audit-arguments",
                "--ask-unknown",
                "--workspace",
                "/w");
        String written = written(HookOptions.ofWritten(words).orElseThrow());
        assertThat(written).startsWith("/toolpolicy hook codex ");
        List<String> again =
                List.of(written.substring(0, written.indexOf(" ||")).split(" "));
        assertThat(again.subList(3, again.size())).isEqualTo(words);
    }

    /** Returns the line that the installation writes. */
    private static String written(HookOptions options) throws UsageException {
        System.setProperty("toolpolicy.program", "/toolpolicy");
        try {
            return options.command(HookHost.CODEX);
        } finally {
            System.clearProperty("toolpolicy.program");
        }
    }

    @Test
    void mistakesAreLeftToPicocli() {
        assertThat(HookOptions.ofWritten(List.of())).isEmpty();
        assertThat(HookOptions.ofWritten(List.of("--policy", "p", "--workspace", "")))
                .isEmpty();
        assertThatThrownBy(() -> HookOptions.ofWritten(List.of("--policy", "p", "--audit-arguments"))
                        .orElseThrow()
                        .settings(HookHost.CODEX))
                .hasMessage("--audit-arguments needs --audit FILE");
    }
}
