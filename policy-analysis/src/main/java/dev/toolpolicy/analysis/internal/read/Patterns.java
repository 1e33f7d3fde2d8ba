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

    private static final Map<TextLanguage.Pattern, Language> KEPT = new LinkedHashMap<>(MOST, 0.75f, true);

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
        return language(regex, false);
    }

    /** Returns the same language, if requested without regard to case. */
    public static Language language(String regex, boolean ignoresCase) {
        TextLanguage.Pattern pattern = new TextLanguage.Pattern(regex, ignoresCase);
        synchronized (KEPT) {
            Language kept = KEPT.get(pattern);
            if (kept != null) {
                return kept;
            }
        }
        Language made = Language.of(pattern, AutomatonLimits.DEFAULT);
        if (made.states() <= MOST_STATES) {
            keep(pattern, made);
        }
        return made;
    }

    private static void keep(TextLanguage.Pattern pattern, Language made) {
        synchronized (KEPT) {
            KEPT.put(pattern, made);
            if (KEPT.size() > MOST) {
                KEPT.remove(KEPT.keySet().iterator().next());
            }
        }
    }
}
