package dev.toolpolicy.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.CodeBlock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The whole output of the example, as a person reads it. {@code -Dgoldens.update=true} rewrites it. */
class ExampleRunTest {
    private static final String GOLDEN = "golden/run.txt";

    @Test
    void theOutputIsThatOfTheGoldenFile() throws IOException {
        ProgramRun run = ProgramRun.of();
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(Path.of("src/test/resources").resolve(GOLDEN), run.output());
        }

        assertThat(run.errors()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.output().lines())
                .containsExactlyElementsOf(golden().lines().toList());
        assertThat(run.output()).isEqualTo(golden());
    }

    @Test
    void theOutputIsPlainAsciiAndNoWiderThanATerminal() {
        assertThat(ProgramRun.of().output().chars().filter(c -> c != '\n' && (c < ' ' || c > '~')))
                .isEmpty();
        assertThat(ProgramRun.of().output().lines().filter(line -> line.length() > 110))
                .isEmpty();
    }

    @Test
    void coloursChangeNothingElse() {
        String colored = ProgramRun.of(true).output();

        assertThat(colored).contains("\u001b[32m", "\u001b[31m", "\u001b[33m");
        assertThat(colored.replaceAll("\u001b\\[[0-9]+m", ""))
                .isEqualTo(ProgramRun.of().output());
    }

    @Test
    void theGuideShowsTheOutputAsItIs() throws IOException {
        List<String> shown = CodeBlock.texts(Path.of("../docs/start/examples.md"), "text");

        assertThat(golden()).contains(shown.get(0));
    }

    private static String golden() throws IOException {
        try (var in = ExampleRunTest.class.getResourceAsStream("/" + GOLDEN)) {
            assertThat(in).as(GOLDEN).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
