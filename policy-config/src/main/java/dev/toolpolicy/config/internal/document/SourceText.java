package dev.toolpolicy.config.internal.document;

import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A configuration's text, which knows the lines of its characters. Immutable. */
public final class SourceText {
    /** The number of characters of a long line that are shown before the place, and in all. */
    private static final int BEFORE = 60;

    private static final int WIDTH = 110;

    private final String source;
    private final String text;
    /** The offset at which each line starts. */
    private final int[] lines;

    /** Creates the text of a source. */
    public SourceText(String source, String text) {
        this.source = source;
        this.text = text;
        this.lines = IntStream.concat(
                        IntStream.of(0),
                        IntStream.range(0, text.length())
                                .filter(i -> text.charAt(i) == '\n')
                                .map(i -> i + 1))
                .toArray();
    }

    /** Returns the text. */
    public String text() {
        return text;
    }

    /** Returns the place of a character, or of the text's end if the index is behind it. */
    public PolicyProblem.Place at(long index) {
        int offset = (int) Math.max(0, Math.min(index, text.length()));
        int found = Arrays.binarySearch(lines, offset);
        int line = found >= 0 ? found + 1 : -found - 1;
        int start = lines[line - 1];
        int column = text.codePointCount(start, offset) + 1;
        return new PolicyProblem.Place(source, line, column, excerpt(start, offset));
    }

    /** Returns the place at the end of the part that could be read. */
    public static PolicyProblem.Place atEnd(String source, String readable) {
        return new SourceText(source, readable).at(readable.length());
    }

    private String excerpt(int start, int offset) {
        int end = text.indexOf('\n', offset);
        int last = end < 0 ? text.length() : end;
        int from = Math.max(start, offset - BEFORE);
        String before = shown(text.substring(from, offset));
        String after = shown(text.substring(offset, Math.min(last, from + WIDTH)));
        String indent = from > start ? before : before.stripLeading();
        return (indent + after).stripTrailing() + "\n" + " ".repeat(indent.length()) + "^";
    }

    private static String shown(String piece) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < piece.length(); i++) {
            char c = piece.charAt(i);
            line.append(c == '\t' ? " " : c == '\r' ? "" : Words.ascii(String.valueOf(c)));
        }
        return line.toString();
    }
}
