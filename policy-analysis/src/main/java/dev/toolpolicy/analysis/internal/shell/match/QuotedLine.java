package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.line.Target;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.List;

/** Simple lines with one command that a pattern matches, if there is one. Stateless. */
final class QuotedLine {
    /** A command that redirects, for patterns of files. */
    static final String ANY_COMMAND = "x";

    private QuotedLine() {}

    /** Returns lines with the words in single quotes: one with nothing in place of the stars, and one with a letter. */
    static List<String> of(CommandPattern pattern) {
        return List.of(of(pattern, ""), of(pattern, "x"));
    }

    private static String of(CommandPattern pattern, String star) {
        StringBuilder line = new StringBuilder(
                pattern.target() == Target.COMMAND
                        ? ""
                        : ANY_COMMAND + " " + pattern.target().sign());
        for (PatternWord word : pattern.words()) {
            line.append(line.isEmpty() ? "" : " ");
            append(line, word, star);
        }
        return line.toString();
    }

    private static void append(StringBuilder line, PatternWord word, String star) {
        StringBuilder text = new StringBuilder();
        for (int symbol : word.symbols()) {
            text.append(symbol == PatternWord.STAR ? star : Character.toString(symbol));
        }
        int value = word.isAssignment() ? text.indexOf("=") + 1 : 0;
        line.append(text, 0, value).append('\'');
        line.append(text.substring(value).replace("'", "'\\''")).append('\'');
    }
}
