package dev.toolpolicy.runtime.internal.compound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.runtime.internal.line.LineTable;
import dev.toolpolicy.runtime.internal.line.LineTables;
import dev.toolpolicy.runtime.internal.place.PathJudge;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clauses that each value of one place leaves. A value removes the clauses that it makes false, all at once. The
 * place has at most one value. Immutable.
 */
final class PlaceSieve {
    private final int[][] clausesOf;
    private final PlaceLiterals place;
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
        BitSet strings = new BitSet();
        BitSet trues = new BitSet();
        BitSet falses = new BitSet();
        for (int i = 0; i < here.length; i++) {
            strings.set(i, here[i].parts() > 0);
            trues.set(i, here[i].test().bool(true));
            falses.set(i, here[i].test().bool(false));
        }
        none = left(clauses, new BitSet());
        text = left(clauses, strings);
        yes = left(clauses, trues);
        no = left(clauses, falses);
        numbers = new long[place.numbers().regions()][];
        for (int region = 0; region < numbers.length; region++) {
            numbers[region] = left(clauses, place.numbers().of(region));
        }
        TextAutomaton texts = place.texts();
        words = new Words[texts == null ? 0 : texts.automata()];
        for (int i = 0; texts != null && i < words.length; i++) {
            words[i] = words(texts, i, clauses);
        }
        List<LineCheck> checks = place.lines();
        List<LineTable> tables = new ArrayList<>();
        for (LineCheck check : checks) {
            tables.add(check.table());
        }
        lines = checks.isEmpty()
                ? null
                : new LineTables(tables, verdicts -> clauses.without(falsified(checks, verdicts)));
    }

    /** Returns the literals that the verdicts on the commands of a string make false. */
    private static BitSet falsified(List<LineCheck> checks, Verdict[] verdicts) {
        BitSet falsified = new BitSet();
        for (int i = 0; i < verdicts.length; i++) {
            if (verdicts[i] != Verdict.TRUE) {
                add(checks.get(i).holding(), falsified);
            }
            if (verdicts[i] == Verdict.FALSE) {
                add(checks.get(i).possible(), falsified);
            }
        }
        return falsified;
    }

    private static void add(List<Literal> literals, BitSet indexes) {
        for (Literal literal : literals) {
            indexes.set(literal.index());
        }
    }

    /** Returns the clauses that are left if only some literals here are true, by their index at the place. */
    private long[] left(Clauses clauses, BitSet isTrue) {
        BitSet falsified = new BitSet();
        Literal[] here = place.here();
        for (int i = 0; i < here.length; i++) {
            falsified.set(here[i].index(), !isTrue.get(i));
        }
        return clauses.without(falsified);
    }

    private Words words(TextAutomaton texts, int automaton, Clauses clauses) {
        BitSet literals = new BitSet();
        int[] needed = new int[clauses.all().size()];
        for (int rule : texts.rules(automaton)) {
            int literal = place.literalOf(rule);
            literals.set(literal);
            for (int clause : clausesOf[literal]) {
                needed[clause]++;
            }
        }
        int[][] outcomes = texts.outcomes(automaton);
        int[][] kept = new int[outcomes.length][];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = kept(outcomes[i], needed);
        }
        return new Words(clauses.without(literals), kept);
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
        return ClauseCompiler.ints(kept);
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
        if (!place.takesContainers()) {
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
