package dev.toolpolicy.analysis.internal.shell.pattern;

import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import dev.toolpolicy.analysis.internal.shell.line.Target;
import java.util.List;

/**
 * A pattern of one command of a shell, such as {@code git diff *}: words that a command must have, in order.
 *
 * <ul>
 *   <li>A word without quotes stands for itself; other characters are quoted as in a shell, {@code 'a b'}.
 *   <li>{@code *} in a word stands for any characters of that word. Behind a folder, as in {@code build/*}, it stands
 *       for no {@code ..} component in rules that allow.
 *   <li>A last word {@code *} stands for any further words, or none; {@code git diff *} matches {@code git diff}.
 *   <li>Assignments before the name match the same assignments: {@code CI=1 npm test}.
 *   <li>{@code > file} and {@code < file} match redirects to and from a file, {@code << EOF} a here-document.
 * </ul>
 *
 * <p>Immutable. Patterns that are written alike are equal.
 *
 * @param written the pattern as people write it
 * @param target what the pattern matches
 * @param words the words, without a last {@code *} for further words; of a redirect, the file alone
 * @param rest whether the pattern ends in {@code *} for further words
 */
public record CommandPattern(String written, Target target, List<PatternWord> words, boolean rest) {

    /** Copies the words. */
    public CommandPattern {
        words = List.copyOf(words);
    }

    /**
     * Reads a pattern.
     *
     * @param written the pattern as people write it
     * @throws TextSyntaxException if it is not a pattern
     */
    public static CommandPattern of(String written) {
        return new CommandPatternReader(written).read();
    }

    /** Returns the number of leading assignments. */
    public int assignments() {
        int count = 0;
        while (count < words.size() && words.get(count).isAssignment()) {
            count++;
        }
        return count;
    }

    /** Returns whether the pattern has a name, which follows its assignments. */
    public boolean hasName() {
        return target == Target.COMMAND && assignments() < words.size();
    }

    /** Returns the name of a pattern that {@linkplain #hasName has one}. */
    public PatternWord name() {
        return words.get(assignments());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CommandPattern pattern && written.equals(pattern.written);
    }

    @Override
    public int hashCode() {
        return written.hashCode();
    }

    /** Returns the pattern as written. */
    @Override
    public String toString() {
        return written;
    }
}
