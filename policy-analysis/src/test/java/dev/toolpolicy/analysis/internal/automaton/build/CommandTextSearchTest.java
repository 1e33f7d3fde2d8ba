package dev.toolpolicy.analysis.internal.automaton.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.analysis.internal.automaton.build.TextMachine.Certainty;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The search for command lines looks ahead, and finds what a search breadth first finds. */
class CommandTextSearchTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 1);
    private static final Set<Verdict> HOLDS = Set.of(Verdict.TRUE);
    private static final Set<Verdict> POSSIBLE = Set.of(Verdict.TRUE, Verdict.UNKNOWN);
    private static final List<String> PATTERNS = List.of(
            "q *",
            "q",
            "q* *",
            "q x",
            "q * x",
            "X=1 q *",
            "X=*",
            "A=* X=1 q",
            "> f",
            "> *",
            "< q*",
            "q 'a b'",
            "./q *",
            "q * * x *",
            "q ''",
            "q {} *",
            "' x' y *",
            "';x' *",
            "x '|' y",
            "a a a a a a a a *",
            "su q *",
            "test *",
            "echo '$('");

    private static final int ROUNDS = Integer.getInteger("toolpolicy.rounds", 60);
    private static final AutomatonLimits LIMITS = AutomatonLimits.DEFAULT;

    private static CommandSet set(Random random, int most) {
        return CommandSet.of(random.ints(1 + random.nextInt(most), 0, PATTERNS.size())
                .mapToObj(PATTERNS::get)
                .toList());
    }

    @Test
    void anyLineIsInItsLanguageAndNeedsNoSearch() {
        for (String pattern : PATTERNS) {
            CommandSet set = CommandSet.of(List.of(pattern));
            for (Language lines : List.of(
                    set.every().lines(HOLDS),
                    set.some().lines(HOLDS),
                    set.some().lines(POSSIBLE))) {
                Optional<String> any = lines.any();
                assertThat(any.map(lines::contains))
                        .as(pattern)
                        .isEqualTo(lines.shortest().map(line -> true));
                if (!pattern.startsWith(">") && !pattern.startsWith("<")) {
                    assertThat(lines.machine().easy()).as(pattern).isEqualTo(any);
                }
            }
        }
    }

    /** Breadth first, with all letters in the order of readability; empty if it takes too long. */
    private static Optional<Optional<String>> breadthFirst(List<Language> all, List<List<Language>> none) {
        List<TextMachine> machines = Stream.concat(all.stream(), none.stream().flatMap(List::stream))
                .map(Language::machine)
                .toList();
        int[] letters = Arrays.stream(Alphabet.join(
                                machines.stream().map(TextMachine::alphabet).toList(), Budget.unlimited())
                        .alphabet()
                        .samples())
                .boxed()
                .sorted(Readability::compare)
                .mapToInt(c -> c)
                .toArray();
        record Node(String text, List<int[]> states) {}
        Deque<Node> waiting = new ArrayDeque<>();
        Set<List<IntKey>> known = new HashSet<>();
        waiting.add(new Node("", machines.stream().map(TextMachine::start).toList()));
        while (!waiting.isEmpty()) {
            Node node = waiting.remove();
            if (accepts(machines, node.states, all.size(), none)) {
                return Optional.of(Optional.of(node.text));
            } else if (known.size() > 600) {
                return Optional.empty();
            }
            for (int c : letters) {
                List<int[]> next = IntStream.range(0, machines.size())
                        .mapToObj(i -> machines.get(i).next(node.states.get(i), c))
                        .toList();
                boolean lost = IntStream.range(0, all.size())
                        .anyMatch(i -> machines.get(i).certainty(next.get(i)) == Certainty.NONE);
                if (!lost && known.add(next.stream().map(IntKey::new).toList())) {
                    waiting.add(new Node(node.text + Character.toString(c), next));
                }
            }
        }
        return Optional.of(Optional.empty());
    }

    private static boolean accepts(
            List<TextMachine> machines, List<int[]> states, int required, List<List<Language>> none) {
        Function<Integer, Boolean> in = i -> machines.get(i).accepts(states.get(i));
        boolean accepts = IntStream.range(0, required).allMatch(in::apply);
        int at = required;
        for (List<Language> group : none) {
            accepts &= !IntStream.range(at, at + group.size()).allMatch(in::apply);
            at += group.size();
        }
        return accepts;
    }

    private static Language language(Random random) {
        CommandSet set = set(random, 2);
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> set.some().lines(HOLDS);
            case 3 -> set.some().lines(POSSIBLE);
            case 4, 5 -> set.every().lines(HOLDS);
            case 6 -> set.all().lines(HOLDS);
            default ->
                Language.of(
                        TextLanguage.pattern(List.of("q", "^q", "x$", "^.{4,}$").get(random.nextInt(4))), LIMITS);
        };
    }

    @Test
    void theSameLinesAsBreadthFirst() {
        int found = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(SEED + round);
            List<Language> all = Stream.generate(() -> language(random))
                    .limit(1 + random.nextInt(2))
                    .toList();
            List<List<Language>> none = Stream.generate(() -> List.of(language(random)))
                    .limit(random.nextInt(3))
                    .toList();
            Optional<Optional<String>> expected = breadthFirst(all, none);
            if (expected.isPresent()) {
                assertThat(new TextSearch(10_000_000, 10_000_000).shortest(all, none))
                        .as("seed %d", SEED + round)
                        .isEqualTo(expected.get());
                found += expected.get().isPresent() ? 1 : 0;
            }
        }
        assertThat(found).isGreaterThan(ROUNDS / 12);
    }

    /** The bounds that the search for the shortest relies on. */
    @Test
    void noTextIsNearerThanItsBound() {
        int checked = 0;
        int rounds = (ROUNDS + 4) / 5;
        for (int round = 0; round < rounds; round++) {
            Random random = new Random(SEED + round);
            CommandSet set = set(random, 3);
            Language some = set.some().lines(HOLDS);
            Language another = set(random, 3).some().lines(HOLDS);
            for (Language language : List.of(
                    some,
                    Language.of(Machines.Both.of(some.machine(), another.machine()), LIMITS),
                    set.every().lines(HOLDS),
                    set.all().lines(HOLDS),
                    set.someOfVector().vectors(HOLDS),
                    set.everyOfVector().vectors(HOLDS),
                    set.allOfVector().vectors(HOLDS))) {
                checked += checkBounds(language.machine(), random, "seed " + (SEED + round) + ": " + set.patterns());
            }
        }
        assertThat(checked).isGreaterThan(rounds * 400);
    }

    private static int checkBounds(TextMachine machine, Random random, String where) {
        int[] letters = machine.alphabet().samples();
        List<int[]> waiting = new ArrayList<>(List.of(machine.start()));
        Set<IntKey> known = new HashSet<>();
        int checked = 0;
        while (!waiting.isEmpty() && checked < 100) {
            int[] state = waiting.remove(random.nextInt(waiting.size()));
            int least = machine.least(state, true);
            if (machine.accepts(state)) {
                assertThat(least).as(where).isZero();
            }
            for (int c : letters) {
                int[] next = machine.next(state, c);
                Certainty certainty = machine.certainty(next);
                int then = certainty == Certainty.ALL ? 0 : machine.least(next, true);
                if (certainty != Certainty.NONE && least > then + 1) {
                    assertThat(least)
                            .as("%s, %s by U+%X", where, Arrays.toString(state), c)
                            .isEqualTo(then + 1);
                }
                if (certainty == Certainty.OPEN && known.add(new IntKey(next))) {
                    waiting.add(next);
                }
            }
            checked++;
        }
        return checked;
    }

    /** Breadth first, the first of these took 16 million steps. */
    @Test
    void linesOfLongPatternsTakeFewSteps() {
        Language delete = CommandSet.of(List.of("kubectl delete *")).some().lines(HOLDS);
        Language force = CommandSet.of(List.of("kubectl * --force")).some().lines(HOLDS);
        Language get = CommandSet.of(List.of("kubectl get *")).every().lines(HOLDS);
        TextSearch search = new TextSearch(20_000, 100_000);
        assertThat(search.shortest(List.of(delete), List.of())).contains("kubectl *");
        assertThat(search.shortest(List.of(force), List.of())).contains("kubectl\"");
        assertThat(search.shortest(List.of(get), List.of(List.of(delete), List.of(force))))
                .contains("kubectl get");
        assertThat(search.shortest(List.of(force), List.of(List.of(delete)))).contains("kubectl\"");
    }

    /** What two excluded lines have in common with the required one can't be seen from one alone. */
    @Test
    void straightOnIsCheapWhereTheShortestIsDear() {
        List<Language> all = List.of(CommandSet.of(List.of("git * -f *")).some().lines(HOLDS));
        List<List<Language>> none = Stream.of("git push --force *", "git * --force")
                .map(pattern -> List.of(CommandSet.of(List.of(pattern)).some().lines(HOLDS)))
                .toList();
        assertThatThrownBy(() -> new TextSearch(1_000_000, 1_000_000).shortest(all, none))
                .isInstanceOf(PatternTooComplexException.class);
        assertThat(new TextSearch(10_000, 10_000).any(all, none)).get().matches(all.get(0)::contains);
    }

    /** What is left of the required lines isn't known to be among others, so that must be asked of all of them. */
    @Test
    void linesKnownToBeExcludedTakeNoSteps() {
        CommandMachine some = CommandSet.of(List.of("git log *")).some();
        Language wider = CommandSet.of(List.of("git *")).some().lines(POSSIBLE);
        List<List<Language>> none = List.of(List.of(some.lines(HOLDS)), List.of(wider));
        assertThat(new TextSearch(0, 0).shortest(List.of(some.lines(POSSIBLE)), none))
                .isEmpty();
    }

    @Test
    void noPlainLineIsUnread() {
        CommandMachine some = CommandSet.of(List.of("git log *", "rm *")).some();
        Language possible = some.lines(POSSIBLE);
        Language every = CommandSet.of(List.of("git log *", "ls *")).every().lines(HOLDS);
        List<List<Language>> none = List.of(List.of(some.lines(HOLDS)));
        assertThat(new TextSearch(0, 0).shortest(List.of(every, possible), none))
                .isEmpty();
        assertThat(new TextSearch(20_000, 20_000).shortest(List.of(possible), none))
                .isEqualTo(some.lines(Set.of(Verdict.UNKNOWN)).shortest())
                .hasValueSatisfying(line -> assertThat(some.verdict(line)).isEqualTo(Verdict.UNKNOWN));
    }
}
