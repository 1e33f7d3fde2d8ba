package dev.toolpolicy.analysis.internal.shell.pattern;

import dev.toolpolicy.analysis.internal.shell.line.Target;
import java.util.ArrayList;
import java.util.List;

/** Proofs that one pattern matches all that another matches, by their words. Stateless. */
public final class CommandCover {
    private CommandCover() {}

    /**
     * Returns whether a pattern matches each command that another matches.
     *
     * @return true if it does; false may also mean that no other single pattern's words show it
     */
    public static boolean covers(CommandPattern wide, CommandPattern narrow) {
        List<PatternWord> words = wide.words();
        List<PatternWord> others = narrow.words();
        boolean fits = wide.rest() ? words.size() <= others.size() : words.size() == others.size() && !narrow.rest();
        if (!fits || wide.target() != narrow.target() || wide.assignments() != narrow.assignments()) {
            return false;
        }
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equalsAt() != others.get(i).equalsAt()
                    || !words.get(i).covers(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether a search for a pattern in a text that can't be read finds it wherever a search for another finds
     * that: its text is the same, or the first word of it, or its start before a star.
     *
     * @return true if it does; false may also mean that this is not seen
     */
    public static boolean isFoundWith(CommandPattern wide, CommandPattern narrow) {
        if (wide.target() != narrow.target()) {
            return false;
        } else if (wide.target() != Target.COMMAND) {
            return wide.words().get(0).symbols().equals(narrow.words().get(0).symbols());
        }
        List<String> texts = searched(wide);
        List<String> others = searched(narrow);
        boolean star = endsInStar(wide);
        boolean same = texts.equals(others) && star == endsInStar(narrow);
        return same || !star && texts.size() == 1 && others.size() > 1 && isFirst(texts.get(0), others.get(0));
    }

    private static boolean isFirst(String text, String other) {
        return text.equals(other) && text.chars().noneMatch(c -> c == ' ' || c == '\t');
    }

    /** Returns the words up to the first star, with what stands before it. */
    private static List<String> searched(CommandPattern pattern) {
        List<String> texts = new ArrayList<>();
        for (PatternWord word : pattern.words()) {
            if (!word.start().isEmpty() || !word.has(PatternWord.STAR)) {
                texts.add(word.start());
            }
            if (word.has(PatternWord.STAR)) {
                break;
            }
        }
        return texts;
    }

    private static boolean endsInStar(CommandPattern pattern) {
        return pattern.words().stream()
                .filter(word -> word.has(PatternWord.STAR))
                .findFirst()
                .filter(word -> !word.start().isEmpty())
                .isPresent();
    }
}
