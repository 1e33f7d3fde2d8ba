package dev.toolpolicy.runtime.internal.compound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.runtime.internal.line.LineTable;
import dev.toolpolicy.runtime.internal.line.LineTables;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A table answers as its machine does, at each character, also when it has no room for more states. */
class LineTableTest {
    private static final List<CommandSet> SETS = Stream.of(
                    List.of("rm *", "> out", "sudo *"),
                    List.of("ls", "ls *", "git diff *", "A=* make", "make *", "> *"),
                    List.of("npm run test*", "ls * b", "cat *", "git status"))
            .map(CommandSet::of)
            .toList();

    @Test
    void aTableAnswersAsItsMachineDoes() {
        Random random = new Random(7);
        RandomCompound lines = new RandomCompound(random);
        for (CommandSet set : SETS) {
            for (CommandMachine machine : List.of(set.every(), set.some(), set.all())) {
                for (int limit : List.of(1, 20, 150, 2_000)) {
                    LineTable table = new LineTable(machine, limit);
                    for (int i = 0; i < 400; i++) {
                        compare(machine, table, lines.line());
                    }
                }
            }
        }
    }

    private static void compare(CommandMachine machine, LineTable table, String line) {
        int[] expected = new int[machine.size() + 2];
        int[] state = new int[table.size() + 2];
        machine.start(expected, 2);
        table.start(state, 2);
        line.codePoints().forEach(c -> {
            assertThat(table.verdict(state, 2)).as(line).isEqualTo(machine.verdict(expected, 2));
            machine.step(expected, 2, c);
            table.step(state, 2, c);
        });
        assertThat(table.verdict(state, 2)).as(line).isEqualTo(machine.verdict(expected, 2));
        assertThat(table.end(state, 2)).as(line).isEqualTo(machine.verdict(line));
        assertThat(table.read(line, state)).as(line).isEqualTo(machine.verdict(line));
    }

    @Test
    void tablesReadALineTogetherAsEachDoes() {
        Random random = new Random(8);
        RandomCompound lines = new RandomCompound(random);
        List<CommandMachine> machines = SETS.stream()
                .flatMap(set -> Stream.of(set.every(), set.some(), set.all()))
                .toList();
        for (int limit : List.of(5, 2_000)) {
            LineTables tables = new LineTables(
                    machines.stream()
                            .map(machine -> new LineTable(machine, limit))
                            .toList(),
                    verdicts -> Stream.of(verdicts).mapToLong(Verdict::ordinal).toArray());
            for (int i = 0; i < 2_000; i++) {
                String line = lines.line();
                assertThat(tables.read(line))
                        .as(line)
                        .isEqualTo(machines.stream()
                                .mapToLong(machine -> machine.verdict(line).ordinal())
                                .toArray());
            }
        }
    }

    @Test
    void halfOfAPairIsTheReplacementCharacter() {
        CommandMachine machine = SETS.get(1).every();
        LineTable table = new LineTable(machine, 100);
        for (String line : List.of("ls '\ud83d'", "ls '\udc00\ud83d\ude00'", "ls \ud83d")) {
            assertThat(table.read(line, new int[table.size()])).isEqualTo(machine.verdict(line));
        }
    }
}
