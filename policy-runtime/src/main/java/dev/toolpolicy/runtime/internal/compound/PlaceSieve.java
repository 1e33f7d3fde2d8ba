package dev.toolpolicy.runtime.internal.compound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.runtime.internal.line.LineTables;
import dev.toolpolicy.runtime.internal.place.PathJudge;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The clauses that each value of one place leaves. A value removes the clauses that it makes false, all at once. The
 * place has at most one value. Immutable.
 */
final class PlaceSieve {
    private final int[][] clausesOf;
    private final PlaceLiterals place;
    private final Literal[] containers;
    /** What is left if there is no value, or one of another kind. */
    private final long[] none;
    /** The clauses that every string leaves. */
    private final long[] text;

    private final long[] yes;
    private final long[] no;
    /** By region, what its numbers leave. */
    private final long[][] numbers;

    private final Words[] words;
    /** What reads the commands of strings here; null if nothing does. */
    private final @Nullable LineTables lines;

    /**
     * The clauses that the texts of one automaton leave.
     *
     * @param rest what is left if no language matches
     * @param kept by outcome, the clauses that are left too
     */
    private record Words(long[] rest, int[][] kept) {}

    PlaceSieve(PlaceLiterals place, Clauses clauses) {
        this.place = place;
        clausesOf = clauses.clausesOf();
        Literal[] here = place.here();
        containers = Arrays.stream(here)
                .filter(each -> each.test().takesContainers())
                .toArray(Literal[]::new);
        none = left(clauses, i -> false);
        text = left(clauses, i -> here[i].parts() > 0);
        yes = left(clauses, i -> here[i].test().bool(true));
        no = left(clauses, i -> here[i].test().bool(false));
        numbers = new long[place.numbers().regions()][];
        Arrays.setAll(numbers, region -> left(clauses, place.numbers().of(region)::get));
        TextAutomaton texts = place.texts();
        words = new Words[texts == null ? 0 : texts.automata()];
        for (int i = 0; texts != null && i < words.length; i++) {
            words[i] = words(texts, i, clauses);
        }
        List<LineCheck> checks = place.lines();
        lines = checks.isEmpty()
                ? null
                : new LineTables(
                        checks.stream().map(LineCheck::table).toList(),
                        verdicts -> clauses.without(IntStream.range(0, verdicts.length)
                                .boxed()
                                .flatMap(i -> falsified(checks.get(i), verdicts[i]))
                                .mapToInt(Literal::index)));
    }

    /** Returns the literals that a verdict on the commands of a string makes false. */
    private static Stream<Literal> falsified(LineCheck check, Verdict verdict) {
        Stream<Literal> holding = verdict == Verdict.TRUE ? Stream.empty() : check.holding().stream();
        Stream<Literal> possible = verdict == Verdict.FALSE ? check.possible().stream() : Stream.empty();
        return Stream.concat(holding, possible);
    }

    /** Returns the clauses that are left if only some literals here are true, by their index at the place. */
    private long[] left(Clauses clauses, IntPredicate isTrue) {
        Literal[] here = place.here();
        return clauses.without(
                IntStream.range(0, here.length).filter(isTrue.negate()).map(i -> here[i].index()));
    }

    private Words words(TextAutomaton texts, int automaton, Clauses clauses) {
        int[] literals =
                Arrays.stream(texts.rules(automaton)).map(place::literalOf).toArray();
        int[] needed = new int[clauses.all().size()];
        for (int literal : literals) {
            for (int clause : clausesOf[literal]) {
                needed[clause]++;
            }
        }
        int[][] outcomes = texts.outcomes(automaton);
        int[][] kept = new int[outcomes.length][];
        Arrays.setAll(kept, i -> kept(outcomes[i], needed));
        return new Words(clauses.without(Arrays.stream(literals)), kept);
    }

    /** Returns the clauses all of whose languages in an automaton match. */
    private int[] kept(int[] matching, int[] needed) {
        List<Integer> kept = new ArrayList<>();
        int[] found = new int[needed.length];
        for (int language : matching) {
            for (int clause : clausesOf[place.literalOf(language)]) {
                found[clause]++;
                if (found[clause] == needed[clause]) {
                    kept.add(clause);
                }
            }
        }
        return kept.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Removes what has a condition here. */
    void none(Remaining left) {
        left.retain(none);
    }

    /** Removes what a string makes false, or the normal form of a path. */
    void text(Remaining left, CharSequence value, FactBinding facts) {
        left.retain(text);
        if (lines != null) {
            left.retain(lines.read(value.toString()));
        }
        TextAutomaton texts = place.texts();
        for (int i = 0; texts != null && i < words.length; i++) {
            left.retain(words[i].rest, words[i].kept[texts.outcome(i, value)]);
        }
        for (Literal literal : place.listed()) {
            FactSet set = facts.set(literal.index());
            if (set != null && !set.contains(value)) {
                left.remove(clausesOf[literal.index()]);
            }
        }
    }

    void number(Remaining left, JsonNode value, FactBinding facts) {
        left.retain(numbers[place.numbers().region(value)]);
        for (Literal literal : place.listed()) {
            FactSet set = facts.set(literal.index());
            if (set != null && !set.contains(ExactNumber.of(value))) {
                left.remove(clausesOf[literal.index()]);
            }
        }
    }

    void bool(Remaining left, boolean value) {
        left.retain(value ? yes : no);
    }

    /** Removes what an object or array makes false. */
    void container(Remaining left, JsonNode value, PathJudge judge) {
        if (containers.length == 0) {
            left.retain(none);
            return;
        }
        for (Literal literal : place.here()) {
            if (!literal.test().takesContainers() || !literal.test().container(value, judge)) {
                left.remove(clausesOf[literal.index()]);
            }
        }
    }
}
