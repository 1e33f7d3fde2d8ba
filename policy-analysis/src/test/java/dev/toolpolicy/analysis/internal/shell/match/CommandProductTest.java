package dev.toolpolicy.analysis.internal.shell.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Comparisons of one machine for several sets with a machine for each set, and with short continuations of a line. */
class CommandProductTest {
    private static final List<String> PATTERNS = List.of(
            "qa *",
            "qa",
            "q* x",
            "qa x",
            "qa b *",
            "qab x",
            "qa * x",
            "q*b *",
            "X=1 qa",
            "X=* qa *",
            "> q",
            "> x*",
            "> *",
            "< *",
            "< x",
            "q/* x",
            "q/x");
    private static final List<String> PARTS = List.of(
            "q", "qa", "qb", "a", "b", "x", " ", " ", " x", " b", "X=1 ", " > ", "<x", ">q", "/", "q/", ";", "..", "$Y",
            "é");
    private static final int[] ALPHABET = "qabx/X=1 ><.;".codePoints().toArray();
    private static final int LINES = 1_500;
    /** Where a state is in its array. */
    private static final int AT = 5;

    private final long seed = Long.getLong("toolpolicy.seed", 20_261);
    private final Random random = new Random(seed);

    @Test
    void everyCommandMatchesAPatternOfEachSet() {
        check(CommandSet::every, CommandSet::every, true, LINES);
    }

    @Test
    void everyCommandMayMatchAPatternOfEachSet() {
        check(CommandSet::all, CommandSet::all, false, LINES / 5);
    }

    @Test
    void aSetAloneAndSetsTooLargeKeepTheirMachines() {
        CommandSet set = CommandSet.of(List.of("qa *"));
        assertThat(CommandSet.every(List.of(set))).hasSize(1);
        List<CommandSet> large = Stream.of("abcdefgh", "ijklmnop", "qrstuvwx")
                .map(letters -> "q*" + String.join("*", letters.repeat(4).split("")) + "*")
                .map(pattern -> CommandSet.of(List.of(pattern)))
                .toList();
        assertThat(CommandSet.every(large)).hasSize(large.size());
    }

    /**
     * Compares them.
     *
     * @param exact whether the one machine knows by the character that no line holds for all sets
     */
    private void check(
            Function<CommandSet, CommandMachine> alone,
            Function<List<CommandSet>, List<CommandMachine>> all,
            boolean exact,
            int lines) {
        int[] early = new int[2];
        for (int i = 0; i < lines; i++) {
            String shared = pattern();
            List<CommandSet> sets =
                    List.of(set(shared), set(shared), set(shared)).subList(0, 2 + random.nextInt(2));
            List<CommandMachine> machines = sets.stream().map(alone).toList();
            assertThat(all.apply(sets)).hasSize(1);
            CommandMachine common = all.apply(sets).get(0);
            StringBuilder line = new StringBuilder();
            for (int part = random.nextInt(5); part >= 0; part--) {
                line.append(PARTS.get(random.nextInt(PARTS.size())));
            }
            String where = "seed " + seed + ": " + line + " "
                    + sets.stream().map(CommandSet::patterns).toList();
            compare(machines, common, line.toString(), where, exact, early);
        }
        assertThat(early[0]).as("lines that only the sets together refute").isGreaterThan(lines / 100);
        assertThat(early[1]).as("lines that may hold").isGreaterThan(lines / 50);
    }

    private static void compare(
            List<CommandMachine> machines,
            CommandMachine common,
            String line,
            String where,
            boolean exact,
            int[] early) {
        Set<Verdict> ends =
                new HashSet<>(machines.stream().map(each -> each.verdict(line)).toList());
        Verdict end = common.verdict(line);
        assertThat(end == Verdict.TRUE).as(where).isEqualTo(ends.equals(Set.of(Verdict.TRUE)));
        if (ends.contains(Verdict.FALSE)) {
            assertThat(end).as(where).isEqualTo(Verdict.FALSE);
        }
        List<int[]> states = machines.stream().map(CommandProductTest::start).toList();
        int[] state = start(common);
        for (int c : line.codePoints().toArray()) {
            IntStream.range(0, machines.size()).forEach(i -> machines.get(i).step(states.get(i), AT, c));
            common.step(state, AT, c);
        }
        Verdict now = common.verdict(state, AT);
        if (now == Verdict.UNKNOWN) {
            return;
        }
        boolean mayHold = mayHold(machines, states);
        boolean refutedAlone = IntStream.range(0, machines.size())
                .anyMatch(i -> !machines.get(i).mayBe(Verdict.TRUE, states.get(i), AT));
        boolean refuted = !common.mayBe(Verdict.TRUE, state, AT);
        early[0] += refuted && !refutedAlone ? 1 : 0;
        if (exact
                && mayHold(
                        machines,
                        machines.stream().map(CommandProductTest::start).toList())) {
            assertThat(refuted).as(where).isEqualTo(!mayHold);
        }
        if (refutedAlone) {
            assertThat(refuted).as(where).isTrue();
        }
        if (mayHold) {
            early[1]++;
            assertThat(refuted).as(where).isFalse();
            assertThat(common.least(state, AT)).as(where).isLessThan(PositionSet.FAR);
            assertThat(common.distance(state, AT)).as(where).isLessThan(PositionSet.FAR);
        }
    }

    private static int[] start(CommandMachine machine) {
        int[] state = new int[AT + machine.size()];
        machine.start(state, AT);
        return state;
    }

    /** Returns whether a continuation makes all conditions true, trying all of the alphabet. */
    private static boolean mayHold(List<CommandMachine> machines, List<int[]> from) {
        Deque<List<int[]>> open = new ArrayDeque<>(List.of(from));
        Set<List<String>> seen = new HashSet<>();
        while (!open.isEmpty()) {
            List<int[]> states = open.remove();
            boolean holds = true;
            boolean lost = false;
            for (int i = 0; i < machines.size(); i++) {
                lost |= machines.get(i).verdict(states.get(i), AT) != Verdict.OPEN;
                holds &= machines.get(i).end(states.get(i).clone(), AT) == Verdict.TRUE;
            }
            if (holds) {
                return true;
            } else if (!lost && seen.add(states.stream().map(Arrays::toString).toList())) {
                for (int c : ALPHABET) {
                    List<int[]> next = states.stream().map(int[]::clone).toList();
                    IntStream.range(0, machines.size())
                            .forEach(i -> machines.get(i).step(next.get(i), AT, c));
                    open.add(next);
                }
            }
        }
        return false;
    }

    private CommandSet set(String shared) {
        return CommandSet.of(List.of(random.nextInt(3) > 0 ? shared : pattern(), pattern(), pattern())
                .subList(0, 1 + random.nextInt(3)));
    }

    private String pattern() {
        return PATTERNS.get(random.nextInt(PATTERNS.size()));
    }
}
