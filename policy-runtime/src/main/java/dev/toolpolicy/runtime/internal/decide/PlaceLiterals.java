package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The literals at one place, and what is settled there. Immutable.
 *
 * @param here the literals about values here
 * @param parts for each of them, how many automata, machines and sets a string goes through
 * @param open how many of them a string may satisfy
 * @param listed those of them, by their index here, that a set of facts is part of
 * @param sought those of them, by their index here, whose value must stand in the session's sets
 * @param reached those for which it matters that there is a value
 * @param exhausted the literals that get no more values once the value here has ended
 * @param exhaustedClauses the clauses that get no more elements then
 * @param elements the clauses about elements, if the value here is one
 * @param demands the demands that elements have a value
 * @param texts what reads the strings here
 * @param lines what reads the commands of strings here
 * @param vectors what reads the words of arrays here
 * @param isWord whether strings here are words that the array around them reads
 * @param takesContainers whether some literal looks at whole objects or arrays
 */
record PlaceLiterals(
        Literal[] here,
        int[] parts,
        int open,
        int[] listed,
        int[] sought,
        Literal[] reached,
        long[] exhausted,
        int[] exhaustedClauses,
        int[] elements,
        Demands demands,
        Texts texts,
        List<LineCheck> lines,
        List<VectorCheck> vectors,
        boolean isWord,
        boolean takesContainers) {

    /**
     * The demands that elements have a value, by their numbers.
     *
     * @param met those that a value here meets
     * @param made those that must be met when a value here has ended or is missing
     * @param closed those that begin again with the next element
     */
    record Demands(int[] met, int[] made, int[] closed) {
        boolean isEmpty() {
            return met.length + made.length == 0;
        }
    }

    /**
     * The reading of strings by languages.
     *
     * @param automaton reads them for all literals; null if none asks for a language
     * @param literalOf the literal of each language, by its index here
     * @param clauses for each language the clause that says only that the only value here is in it; otherwise -1
     */
    record Texts(@Nullable TextAutomaton automaton, int[] literalOf, int[] clauses) {
        private static Texts of(List<Literal> here, IntUnaryOperator clauseOf) {
            List<TextLanguage> languages = new ArrayList<>();
            List<Integer> owners = new ArrayList<>();
            for (int i = 0; i < here.size(); i++) {
                for (TextLanguage language : here.get(i).test().texts()) {
                    languages.add(language);
                    owners.add(i);
                }
            }
            return new Texts(
                    languages.isEmpty() ? null : TextAutomaton.of(languages, AutomatonLimits.DEFAULT),
                    ClauseCompiler.ints(owners),
                    owners.stream()
                            .map(here::get)
                            .mapToInt(literal -> literal.parts() == 1 && literal.count() == Count.ONE
                                    ? clauseOf.applyAsInt(literal.index())
                                    : -1)
                            .toArray());
        }
    }

    /**
     * Prepares the literals at a place, which may be that of the elements of an array.
     *
     * @param clauseOf returns the clause that says only what a literal says; -1 if there is none
     */
    static PlaceLiterals of(
            List<Literal> here,
            IntUnaryOperator clauseOf,
            @Nullable PlaceLiterals array,
            long[] exhausted,
            int[] exhaustedClauses,
            int[] elements,
            Demands demands) {
        return new PlaceLiterals(
                here.toArray(new Literal[0]),
                here.stream().mapToInt(Literal::parts).toArray(),
                those(here, literal -> literal.parts() > 0).length,
                those(here, literal -> !literal.facts().sets().isEmpty()),
                those(here, Literal::isSought),
                here.stream()
                        .filter(literal -> literal.count() == Count.ALL || literal.isCertain())
                        .toArray(Literal[]::new),
                exhausted,
                exhaustedClauses,
                elements,
                demands,
                Texts.of(here, clauseOf),
                LineCheck.of(here),
                VectorCheck.of(here),
                array != null && !array.vectors().isEmpty(),
                here.stream().anyMatch(literal -> literal.test().takesContainers()));
    }

    /** Returns the literals that are of a kind, by their index. */
    private static int[] those(List<Literal> here, Predicate<Literal> kind) {
        return IntStream.range(0, here.size())
                .filter(i -> kind.test(here.get(i)))
                .toArray();
    }

    /** Returns whether nothing but the automaton reads the strings here before they end. */
    boolean isPlain() {
        return lines.isEmpty() && listed.length == 0 && !isWord;
    }
}
