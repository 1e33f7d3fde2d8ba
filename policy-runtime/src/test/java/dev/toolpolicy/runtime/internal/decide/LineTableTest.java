package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
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
    }
}
