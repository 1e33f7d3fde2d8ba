package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The languages of patterns, with a cache of those used last, unless they are large. A rule's pattern is compiled when
 * the rule is read and needed again when the list is checked and compiled, and the tools of a module share many
 * patterns. The cache is given up when memory is short. Thread-safe.
 */
public final class Patterns {
    /** All patterns of a long list, since it is gone through several times. */
    private static final int MOST = 10_000;

    private static final int MOST_STATES = 200;
    /** Some ten megabytes. */
    private static final int MOST_STATES_TOGETHER = 200_000;

    private static SoftReference<Kept> kept = new SoftReference<>(new Kept());

    /** The languages that are kept, the pattern that wasn't used for longest first. */
    private static final class Kept {
        private final Map<TextLanguage.Pattern, Language> languages = new LinkedHashMap<>(64, 0.75f, true);
        private int states;

        void put(TextLanguage.Pattern pattern, Language made) {
            Language before = languages.put(pattern, made);
            states += made.states() - (before == null ? 0 : before.states());
            Iterator<Language> oldest = languages.values().iterator();
            while (languages.size() > MOST || states > MOST_STATES_TOGETHER) {
                states -= oldest.next().states();
                oldest.remove();
            }
        }
    }

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
        Language known = known(pattern);
        if (known != null) {
            return known;
        }
        Language made = Language.of(pattern, AutomatonLimits.DEFAULT);
        if (made.states() <= MOST_STATES) {
            keep(pattern, made);
        }
        return made;
    }

    private static synchronized @Nullable Language known(TextLanguage.Pattern pattern) {
        Kept all = kept.get();
        return all == null ? null : all.languages.get(pattern);
    }

    private static synchronized void keep(TextLanguage.Pattern pattern, Language made) {
        Kept all = kept.get();
        if (all == null) {
            all = new Kept();
            kept = new SoftReference<>(all);
        }
        all.put(pattern, made);
    }
}
