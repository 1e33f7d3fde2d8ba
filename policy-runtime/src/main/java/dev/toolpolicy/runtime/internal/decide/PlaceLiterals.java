package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The literals at one place, and what is settled there. Immutable. */
final class PlaceLiterals {
    /** The literals about values here. */
    private final Literal[] here;
    /** For each of them, how many automata, machines and sets a string goes through. */
    private final int[] parts;
    /** How many of them a string may satisfy. */
    private final int open;
    /** Those of them, by their index here, that a set of facts is part of. */
    private final int[] listed;
    /** Those of them, by their index here, whose value must stand in the session's sets. */
    private final int[] sought;
    /** Those for which it matters that there is a value. */
    private final Literal[] reached;
    /** The literals that get no more values once the value here has ended. */
    private final long[] exhausted;
    /** The clauses that get no more elements then. */
    private final int[] exhaustedClauses;
    /** The clauses about elements, if the value here is one. */
    private final int[] elements;

    private final @Nullable TextAutomaton texts;
    /** The literal of each language of the automaton, by its index here. */
    private final int[] literalOf;
    /** For each language the index of its literal, if it is all that the only value here goes through; otherwise -1. */
    private final int[] alone;

    private final List<LineCheck> lines;
    private final List<VectorCheck> vectors;
    private final boolean isWord;
    private final boolean takesContainers;
    private final Demands demands;

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

    PlaceLiterals(
            List<Literal> here,
            @Nullable PlaceLiterals array,
            long[] exhausted,
            int[] exhaustedClauses,
            int[] elements,
            Demands demands) {
        this.here = here.toArray(new Literal[0]);
        parts = new int[here.size()];
        this.exhausted = exhausted;
        this.exhaustedClauses = exhaustedClauses;
        this.elements = elements;
        this.demands = demands;
        List<TextLanguage> languages = new ArrayList<>();
        List<Integer> owners = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            Literal literal = here.get(i);
            parts[i] = literal.parts();
            for (TextLanguage language : literal.test().texts()) {
                languages.add(language);
                owners.add(i);
            }
        }
        open = (int) Arrays.stream(parts).filter(n -> n > 0).count();
        listed = those(literal -> !literal.facts().sets().isEmpty());
        sought = those(Literal::isSought);
        reached = here.stream()
                .filter(literal -> literal.count() == Count.ALL || literal.isCertain())
                .toArray(Literal[]::new);
        lines = LineCheck.of(here);
        vectors = VectorCheck.of(here);
        isWord = array != null && !array.vectors.isEmpty();
        texts = languages.isEmpty() ? null : TextAutomaton.of(languages, AutomatonLimits.DEFAULT);
        literalOf = ClauseCompiler.ints(owners);
        alone = owners.stream().mapToInt(this::alone).toArray();
        takesContainers = here.stream().anyMatch(literal -> literal.test().takesContainers());
    }

    /** Returns the literals here that are of a kind, by their index. */
    private int[] those(Predicate<Literal> kind) {
        return IntStream.range(0, here.length).filter(i -> kind.test(here[i])).toArray();
    }

    private int alone(Integer literal) {
        return parts[literal] == 1 && here[literal].count() == Count.ONE ? here[literal].index() : -1;
    }

    Literal[] here() {
        return here;
    }

    /** Returns how many automata, machines and sets a string goes through, for each literal. */
    int[] parts() {
        return parts;
    }

    /** Returns how many literals a string may satisfy. */
    int open() {
        return open;
    }

    /** Returns the literals, by their index here, that a set of facts is part of. */
    int[] listed() {
        return listed;
    }

    /** Returns the literals, by their index here, whose value must stand in the session's sets. */
    int[] sought() {
        return sought;
    }

    /** Returns the demands that elements have a value. */
    Demands demands() {
        return demands;
    }

    /** Returns the literals for which it matters that there is a value. */
    Literal[] reached() {
        return reached;
    }

    long[] exhausted() {
        return exhausted;
    }

    int[] exhaustedClauses() {
        return exhaustedClauses;
    }

    int[] elements() {
        return elements;
    }

    @Nullable
    TextAutomaton texts() {
        return texts;
    }

    /** Returns the literal of a language of the automaton, by its index here. */
    int literalOf(int language) {
        return literalOf[language];
    }

    /** Returns the index of a language's literal, if it is all that the only value here goes through; otherwise -1. */
    int aloneAt(int language) {
        return alone[language];
    }

    /** Returns what reads the commands of strings here. */
    List<LineCheck> lines() {
        return lines;
    }

    /** Returns what reads the words of arrays here. */
    List<VectorCheck> vectors() {
        return vectors;
    }

    /** Returns whether strings here are words that the array around them reads. */
    boolean isWord() {
        return isWord;
    }

    /** Returns whether nothing but the automaton reads the strings here before they end. */
    boolean isPlain() {
        return lines.isEmpty() && listed.length == 0 && !isWord;
    }

    boolean takesContainers() {
        return takesContainers;
    }
}
