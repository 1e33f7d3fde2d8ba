package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;

/** An estimate of how much a pattern adds to the automaton of its set. */
final class PatternSize {
    private static final int FACTOR_OF_STAR = 16;

    private PatternSize() {}

    /** Returns the number of parts; those behind a star count several times, since other patterns go on beside it. */
    static int of(CommandPattern pattern) {
        int size = 0;
        int factor = 1;
        for (PatternWord word : pattern.words()) {
            for (int symbol : word.symbols()) {
                factor = symbol == PatternWord.STAR ? FACTOR_OF_STAR : factor;
                size += factor;
            }
            size += factor;
        }
        return size;
    }
}
