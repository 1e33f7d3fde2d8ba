package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.VectorMachine;
import dev.toolpolicy.analysis.internal.shell.match.VectorText;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VectorMachineTest {
    private static Verdict every(List<String> patterns, String... elements) {
        return CommandSet.of(patterns).everyOfVector().verdict(Arrays.asList(elements));
    }

    private static Verdict some(List<String> patterns, String... elements) {
        return CommandSet.of(patterns).someOfVector().verdict(Arrays.asList(elements));
    }

    private static Verdict all(List<String> patterns, String... elements) {
        return CommandSet.of(patterns).allOfVector().verdict(Arrays.asList(elements));
    }

    @Test
    void elementsAreWords() {
        List<String> patterns = List.of("git diff *", "X=1 ls", "> log");
        assertThat(every(patterns, "git", "diff", "a b")).isEqualTo(Verdict.TRUE);
        assertThat(every(patterns, "git", "diff", "&&", "$(x)")).isEqualTo(Verdict.TRUE);
        assertThat(every(patterns, "git diff")).isEqualTo(Verdict.FALSE);
        assertThat(every(patterns, "X=1", "ls")).isEqualTo(Verdict.FALSE);
        assertThat(every(patterns, ">", "log")).isEqualTo(Verdict.FALSE);
        assertThat(every(patterns)).isEqualTo(Verdict.UNKNOWN);
        assertThat(every(patterns, "git", "diff", null)).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void aShellsLineAloneDecidesWhatIsAllowed() {
        List<String> patterns = List.of("git status", "bash *");
        for (String shell : List.of("bash", "/bin/sh", "/usr/bin/zsh", "/usr/local/bin/dash")) {
            assertThat(every(patterns, shell, "-c", "git status")).isEqualTo(Verdict.TRUE);
            assertThat(every(patterns, shell, "-lc", "git status; rm x")).isEqualTo(Verdict.FALSE);
            assertThat(every(patterns, shell, "-c", "git (x)")).isEqualTo(Verdict.UNKNOWN);
            assertThat(every(patterns, shell, "-c", "git status", "x")).isEqualTo(Verdict.UNKNOWN);
        }
        assertThat(every(patterns, "/tmp/bash", "-c", "git status")).isEqualTo(Verdict.FALSE);
        assertThat(every(patterns, "bash", "-x", "git status")).isEqualTo(Verdict.TRUE);
        assertThat(every(patterns, "bash", "-c")).isEqualTo(Verdict.TRUE);
        assertThat(every(List.of("git status"), "bash", "-c")).isEqualTo(Verdict.FALSE);
    }

    @Test
    void aStricterRuleFindsWordsAndLines() {
        List<String> patterns = List.of("rm *");
        assertThat(some(patterns, "rm", "x")).isEqualTo(Verdict.TRUE);
        assertThat(some(patterns, "/bin/rm", "x")).isEqualTo(Verdict.TRUE);
        assertThat(some(patterns, "sudo", "-u", "x", "rm", "y")).isEqualTo(Verdict.TRUE);
        assertThat(some(patterns, "find", ".", "-exec", "rm", "{}", ";")).isEqualTo(Verdict.TRUE);
        assertThat(some(patterns, "/tmp/sh", "-c", "ls && rm x")).isEqualTo(Verdict.TRUE);
        assertThat(some(patterns, "sh", "-c", "ls (date)")).isEqualTo(Verdict.UNKNOWN);
        assertThat(some(patterns, "sh", "-c", "ls", "x")).isEqualTo(Verdict.FALSE);
        assertThat(some(patterns, "echo", "rm")).isEqualTo(Verdict.FALSE);
        assertThat(some(patterns)).isEqualTo(Verdict.UNKNOWN);
        assertThat(some(patterns, "ls", null)).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void allCommandsAreThoseOfTheLineOrTheWords() {
        List<String> patterns = List.of("rm *", "ls *");
        assertThat(all(patterns, "rm", "x")).isEqualTo(Verdict.TRUE);
        assertThat(all(patterns, "git")).isEqualTo(Verdict.FALSE);
        assertThat(all(patterns, "sh", "-c", "ls; rm x")).isEqualTo(Verdict.TRUE);
        assertThat(all(patterns, "sh", "-c", "ls; git x")).isEqualTo(Verdict.FALSE);
        assertThat(all(patterns, "sh", "-c", "ls `git x`")).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void vectorsAreTextsAndBack() {
        List<String> elements = List.of("a", "", "\uFFFE\uFFFF", "b c");
        assertThat(VectorText.elements(VectorText.of(elements))).contains(elements);
        assertThat(VectorText.elements(VectorText.of(List.of()))).contains(List.of());
        assertThat(VectorText.elements("a")).isEmpty();
        assertThat(VectorText.elements("\uFFFEa\uFFFF")).isEmpty();
    }

    @Test
    void vectorsAreALanguage() {
        VectorMachine machine = CommandSet.of(List.of("git diff *")).everyOfVector();
        Language allowed = machine.vectors(Set.of(Verdict.TRUE));
        assertThat(allowed.shortest().flatMap(VectorText::elements)).contains(List.of("git", "diff"));
        assertThat(allowed.contains(VectorText.of(List.of("git", "diff", "\uFFFF"))))
                .isTrue();
        assertThat(allowed.contains(VectorText.of(List.of("sh", "-c", "git diff && git diff x"))))
                .isTrue();
        assertThat(allowed.contains(VectorText.of(List.of("git")))).isFalse();
    }
}
