package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.VectorMachine;
import dev.toolpolicy.analysis.internal.shell.match.VectorText;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VectorMachineTest {
    private static final List<String> PATTERNS = List.of("git diff *", "rm *", "ls");
    private static final List<String> WORDS = List.of(
            "ls",
            "git",
            "diff",
            "rm",
            "-rf",
            "bash",
            "-c",
            "ls; rm x",
            "/bin/sh",
            "/tmp/sh",
            "git diff",
            "-lc",
            "b",
            "",
            "ls && ls",
            "git (x",
            "/bin/rm",
            "bas",
            "-");

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

    /** Random vectors: the words mean what they mean quoted on a line, and a shell's line what it means by itself. */
    @Test
    void aVectorMeansWhatItsLineMeans() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        int lines = 0;
        for (int round = 0; round < 3_000; round++) {
            CommandSet set = CommandSet.of(List.of(PATTERNS.get(random.nextInt(3)), PATTERNS.get(random.nextInt(3))));
            List<String> elements = Stream.generate(() -> WORDS.get(random.nextInt(WORDS.size())))
                    .limit(1 + random.nextInt(5))
                    .dropWhile(String::isEmpty)
                    .toList();
            if (elements.isEmpty()) {
                continue;
            }
            String what = "seed " + seed + ", round " + round + ": " + elements;
            String quoted = elements.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
            boolean own = elements.size() > 2 && List.of("-c", "-lc").contains(elements.get(1));
            boolean trusted = own && List.of("bash", "/bin/sh").contains(elements.get(0));
            boolean any = trusted || own && elements.get(0).equals("/tmp/sh");
            lines += trusted ? 1 : 0;

            Verdict every = set.everyOfVector().verdict(elements);
            if (!trusted) {
                assertThat(every).as(what).isEqualTo(set.every().verdict(quoted));
            } else if (elements.size() == 3) {
                assertThat(every).as(what).isEqualTo(set.every().verdict(elements.get(2)));
            } else {
                assertThat(every).as(what).isNotEqualTo(Verdict.TRUE);
            }
            for (boolean all : new boolean[] {false, true}) {
                CommandMachine machine = all ? set.all() : set.some();
                Verdict words = machine.verdict(quoted);
                Verdict line = any ? machine.verdict(elements.get(2)) : Verdict.FALSE;
                Verdict strictest = words == Verdict.TRUE || line == Verdict.TRUE
                        ? Verdict.TRUE
                        : line == Verdict.UNKNOWN ? line : words;
                assertThat((all ? set.allOfVector() : set.someOfVector()).verdict(elements))
                        .as(what)
                        .isEqualTo(strictest);
            }
        }
        assertThat(lines).isPositive();
    }

    /** A vector's state is its caller's: machines work anywhere in an array, and leave the rest of it alone. */
    @Test
    void theStateMayBeginAnywhere() {
        Random random = new Random(20_261);
        for (int round = 0; round < 500; round++) {
            List<String> elements = Stream.generate(() -> WORDS.get(random.nextInt(WORDS.size())))
                    .limit(random.nextInt(5))
                    .toList();
            CommandSet set = CommandSet.of(PATTERNS);
            for (VectorMachine machine : List.of(set.everyOfVector(), set.allOfVector(), set.someOfVector())) {
                int at = random.nextInt(7);
                int[] state = random.ints(machine.size() + 9, 7, 9).toArray();
                int[] before = state.clone();
                machine.start(state, at);
                Verdict settled = Verdict.OPEN;
                for (String element : elements) {
                    machine.beginElement(state, at);
                    element.chars().forEach(c -> machine.step(state, at, c));
                    machine.endElement(state, at);
                    assertThat(settled).as("%s", elements).isIn(Verdict.OPEN, machine.verdict(state, at));
                    settled = machine.verdict(state, at);
                }
                assertThat(machine.end(state, at)).as("%s", elements).isEqualTo(machine.verdict(elements));
                for (int i = 0; i < state.length; i++) {
                    assertThat(i >= at && i < at + machine.size() || state[i] == before[i])
                            .isTrue();
                }
            }
        }
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
