package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.toolpolicy.analysis.internal.shell.line.ReadCommands;
import dev.toolpolicy.analysis.internal.shell.line.Wrappers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What shells of this machine do with plain lines: they accept them, and each command that they run is one of those
 * read, with these words. {@code -Dtoolpolicy.shellLines=75000} asks each shell about more lines.
 */
class RealShellsTest {
    private static final int LINES = Integer.getInteger("toolpolicy.shellLines", 100);
    /** Commands of shells that run their words, or text of files. */
    private static final Set<String> RUNNERS = Set.of(".", "source", "alias", "hash", "set", "cd", "exit", "logout");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash", "zsh"})
    void everyCommandThatRunsWasRead(String shell) throws IOException, InterruptedException {
        assumeTrue(RealShell.exists(shell), shell + " is not there");
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        RandomLine lines = new RandomLine(new Random(seed));
        RealShell real = new RealShell(shell, folder, lines.names());
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < LINES; ) {
            String line = lines.next();
            Optional<List<List<@Nullable String>>> read = ReadCommands.of(line);
            if (read.isPresent() && !line.contains("\0") && !runsWords(read.get())) {
                i++;
                mistake(line, read.get(), real.run(line)).ifPresent(wrong::add);
            }
        }
        assertThat(wrong).as("%s, seed %d", shell, seed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash", "zsh"})
    void anEscapedCharacterCountsAsItself(String shell) throws IOException, InterruptedException {
        assumeTrue(RealShell.exists(shell), shell + " is not there");
        RealShell real = new RealShell(shell, folder, Set.of("qa"));
        Map<String, String> words = Map.of(
                "qa push X=\\ &>/dev/null", "X= ",
                "qa push \\X=--; ", "X=--",
                "qa push \\a~b", "a~b",
                "qa push \\a#b", "a#b",
                "qa push x\\\t&>/dev/null", "x\t");
        for (Map.Entry<String, String> each : words.entrySet()) {
            List<List<String>> commands = List.of(List.of("qa", "push", each.getValue()));
            assertThat(ReadCommands.of(each.getKey())).as(each.getKey()).hasValue(List.copyOf(commands));
            assertThat(real.run(each.getKey()).commands()).as(each.getKey()).isEqualTo(commands);
        }
    }

    private static boolean runsWords(List<List<@Nullable String>> commands) {
        return commands.stream()
                .flatMap(List::stream)
                .anyMatch(word -> word != null && (Wrappers.NAMES.contains(word) || RUNNERS.contains(word)));
    }

    private static Optional<String> mistake(String line, List<List<@Nullable String>> read, RealShell.Outcome outcome) {
        Set<String> files = new TreeSet<>();
        for (List<String> command : outcome.commands()) {
            if (read.stream().noneMatch(words -> fits(command, unassigned(words)))) {
                return Optional.of("line " + line + " ran " + command + " but " + read + " was read");
            }
        }
        boolean anyFile = read.stream().anyMatch(words -> ">".equals(words.get(0)) && words.get(1) == null);
        read.stream()
                .filter(words -> ">".equals(words.get(0)) && words.get(1) != null)
                .forEach(words -> files.add(
                        Path.of(String.valueOf(words.get(1))).normalize().toString()));
        if (!anyFile && !files.containsAll(outcome.files())) {
            return Optional.of("line " + line + " made " + outcome.files() + " but " + read + " was read");
        } else if (outcome.commands().size() > read.size()) {
            return Optional.of("line " + line + " ran " + outcome.commands() + " but " + read + " was read");
        }
        return outcome.accepted() ? Optional.empty() : Optional.of("line " + line + " is refused");
    }

    private static List<@Nullable String> unassigned(List<@Nullable String> words) {
        int name = 0;
        while (name < words.size() && isAssignment(words.get(name))) {
            name++;
        }
        return words.subList(name, words.size());
    }

    /** An assignment, of which one with an unknown value is null; a name is known and has no equals sign. */
    private static boolean isAssignment(@Nullable String word) {
        return word == null || word.contains("=");
    }

    /** Returns whether words fit those read, of which an unknown one is any number of any words. */
    private static boolean fits(List<String> words, List<@Nullable String> read) {
        if (read.isEmpty()) {
            return words.isEmpty();
        }
        String first = read.get(0);
        List<@Nullable String> rest = read.subList(1, read.size());
        if (first == null) {
            return fits(words, rest) || !words.isEmpty() && fits(words.subList(1, words.size()), read);
        }
        return !words.isEmpty() && words.get(0).equals(first) && fits(words.subList(1, words.size()), rest);
    }
}
