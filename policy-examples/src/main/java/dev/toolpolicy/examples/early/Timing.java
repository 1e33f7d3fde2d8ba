package dev.toolpolicy.examples.early;

/**
 * When one call was decided, in characters of its text.
 *
 * @param kind what its tool does, in words
 * @param length the whole text
 * @param decided after how many characters there was a decision
 * @param parameterEnd after how many there would have been one, had it waited for parameters to be complete
 */
record Timing(String kind, int length, int decided, int parameterEnd) {

    /** Returns the characters that were still to come at the decision. */
    int toCome() {
        return length - decided;
    }

    /** Returns the characters that would still have been to come at the parameter's end. */
    int toComeAtParameterEnd() {
        return length - parameterEnd;
    }
}
