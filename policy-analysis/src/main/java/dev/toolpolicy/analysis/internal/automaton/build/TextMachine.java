package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.Optional;

/**
 * A deterministic automaton of texts whose states are computed when they are visited, for languages whose tables would
 * be too large. A state is an array of ints; equal arrays are equal states. Immutable and thread-safe.
 */
public interface TextMachine {

    /** The certainty about all continuations of a text. */
    enum Certainty {
        /** Some continuations are in the language, or may be, and others are not. */
        OPEN,
        /** Every continuation is in the language. */
        ALL,
        /** No continuation is in the language. */
        NONE
    }

    /** Returns the classes of characters that the machine does not distinguish. */
    Alphabet alphabet();

    /** Returns the state before any character. */
    int[] start();

    /** Returns the state after one more character. Leaves the given state as it is. */
    int[] next(int[] state, int codePoint);

    /** Returns whether the text that led to a state is in the language. */
    boolean accepts(int[] state);

    /** Returns what is certain in a state. It may be {@link Certainty#OPEN} where a longer look would tell more. */
    Certainty certainty(int[] state);

    /**
     * Estimates the number of characters from a state to a text that is in the language, or that is not.
     *
     * @param accepted true for texts in the language, false for others
     * @return the number for a text that is easy to write down, so that a search straight on soon ends
     */
    int distance(int[] state, boolean accepted);

    /**
     * Returns the least number of characters from a state to a text that is in the language, or that is not, or fewer.
     * One more character lessens it by one at most, and it is 0 if none must follow. A settled state has one too, since
     * a machine that contains this one may be open still.
     *
     * @param accepted true for texts in the language, false for others
     */
    int least(int[] state, boolean accepted);

    /** Returns a text in the language, if one is easy to write down. */
    default Optional<String> easy() {
        return Optional.empty();
    }

    /**
     * Returns whether another machine's language is known to contain this one's, without visiting states.
     *
     * @return true if it does; false may also mean that this is not known
     */
    default boolean isKnownWithin(TextMachine other) {
        return false;
    }

    /**
     * Returns whether it is known, without visiting states, that no text is also in another machine's language.
     *
     * @return true if there is none; false may also mean that this is not known
     */
    default boolean isKnownApart(TextMachine other) {
        return false;
    }

    /** Returns the texts that are not in another machine's language, if one machine of the same size tells them. */
    default Optional<TextMachine> without(TextMachine other) {
        return Optional.empty();
    }
}
