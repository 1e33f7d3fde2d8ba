package dev.toolpolicy.lab.early;

import dev.toolpolicy.annotation.Mode;

/**
 * The place where one call was decided, in characters of its text.
 *
 * @param kind what its tool does, in words
 * @param length the whole text
 * @param decided after how many characters there was a decision
 * @param parameterEnd after how many there would have been one, had it waited for parameters to be complete
 * @param answer the decision
 */
record Timing(String kind, int length, int decided, int parameterEnd, Mode answer) {

    /** Returns the number of characters that were missing at the decision. */
    int toCome() {
        return length - decided;
    }

    /** Returns the number of characters that were missing at the end of the parameter. */
    int toComeAtParameterEnd() {
        return length - parameterEnd;
    }
}
