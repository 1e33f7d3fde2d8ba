package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.pattern.CommandCover;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The patterns of a set by their words, so that those which may cover another are soon found. */
final class Covers {
    private final List<CommandPattern> patterns;
    private final Start root = new Start();

    /** The patterns that begin with some words, of which only the text before a star counts. */
    private static final class Start {
        private final List<Integer> here = new ArrayList<>();
        private final Map<String, Start> byText = new HashMap<>();
        /** By the text before the star of the next word. */
        private final Map<String, Start> byStart = new HashMap<>();
    }

    Covers(List<CommandPattern> patterns) {
        this.patterns = patterns;
        for (int i = 0; i < patterns.size(); i++) {
            Start at = root;
            for (PatternWord word : patterns.get(i).words()) {
                at = (word.has(PatternWord.STAR) ? at.byStart : at.byText)
                        .computeIfAbsent(word.start(), text -> new Start());
            }
            at.here.add(i);
        }
    }

    /** Returns the indices of the patterns that cover another, ascending. */
    IntStream of(CommandPattern narrow) {
        List<Integer> found = new ArrayList<>();
        find(root, narrow.words(), found);
        return found.stream()
                .filter(i -> CommandCover.covers(patterns.get(i), narrow))
                .mapToInt(Integer::intValue)
                .sorted();
    }

    private static void find(Start at, List<PatternWord> words, List<Integer> found) {
        found.addAll(at.here);
        if (words.isEmpty()) {
            return;
        }
        PatternWord word = words.get(0);
        List<PatternWord> rest = words.subList(1, words.size());
        String text = word.start();
        Start same = word.has(PatternWord.STAR) ? null : at.byText.get(text);
        if (same != null) {
            find(same, rest, found);
        }
        for (int length = 0; length <= text.length() && !at.byStart.isEmpty(); length++) {
            Start start = at.byStart.get(text.substring(0, length));
            if (start != null) {
                find(start, rest, found);
            }
        }
    }
}
