package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;

/**
 * The languages of patterns, with a cache of those used last, unless they are large. A rule's pattern is compiled when
 * the rule is read and needed again when the list is checked and compiled, and the tools of a module share many
 * patterns. Thread-safe.
 */
public final class Patterns {
    private static final int MOST_STATES = 200;
    /** The weight of each pattern, to which that of its states is added. */
    private static final int EACH = 20;
    /** Some ten megabytes: all patterns of a long list, since it is gone through several times. */
    private static final KeptSets<Language> KEPT = new KeptSets<>(
            200_000, language -> language.states() > MOST_STATES ? Integer.MAX_VALUE : EACH + language.states());

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
        return KEPT.of(pattern, () -> Language.of(pattern, AutomatonLimits.DEFAULT));
    }
}
