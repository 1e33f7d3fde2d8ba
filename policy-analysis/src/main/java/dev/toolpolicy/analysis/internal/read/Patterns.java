package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The languages of patterns, with a cache of those used last, unless they are large. A rule's pattern is compiled when
 * the rule is read and needed again when the list is checked, and the tools of a module share many patterns.
 * Thread-safe.
 */
public final class Patterns {
    private static final int MOST = 64;
    private static final int MOST_STATES = 200;

    private static final Map<String, Language> KEPT = new LinkedHashMap<>(MOST, 0.75f, true);

    private Patterns() {}

    /**
     * Returns the language of the texts in which a pattern is found.
     *
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException if the pattern is not in the
     *     dialect
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException if the pattern would exceed
     *     a limit
     */
    public static Language language(String regex) {
        synchronized (KEPT) {
            Language kept = KEPT.get(regex);
            if (kept != null) {
                return kept;
            }
        }
        Language made = Language.of(TextLanguage.pattern(regex), AutomatonLimits.DEFAULT);
        if (made.states() <= MOST_STATES) {
            keep(regex, made);
        }
        return made;
    }

    private static void keep(String regex, Language made) {
        synchronized (KEPT) {
            KEPT.put(regex, made);
            if (KEPT.size() > MOST) {
                KEPT.remove(KEPT.keySet().iterator().next());
            }
        }
    }
}
