package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.CaseFolding;
import dev.toolpolicy.schema.NormalPath;

/**
 * The normal forms of paths as a regular language: all of them, and maybe more texts. So if no text is found there is
 * none, and a found text must be checked. Without a workspace. Stateless.
 *
 * <p>A path is a root, then any number of {@code ..}, then names, with {@code /} between all but the root and what
 * follows it.
 */
final class NormalForms {
    /** A name: not empty, neither {@code .} nor {@code ..}, without separator and NUL. */
    private static final String NAME = "(?:[^/.\\0]|\\.[^/.\\0]|\\.\\.[^/\\0])[^/\\0]*";

    private static final String NAMES = NAME + "(?:/" + NAME + ")*";
    private static final String RELATIVE = "\\.\\.(?:/\\.\\.)*(?:/" + NAMES + ")?|" + NAMES;

    private static final Language PLAIN = language("^(?:\\.|" + RELATIVE + "|/(?:" + NAMES + ")?)$");

    private NormalForms() {}

    static Language of(NormalPath.Form form) {
        if (form.ignoresCase()) {
            return form.hasWindowsNames() ? Folded.WINDOWS : Folded.PLAIN;
        }
        return form.hasWindowsNames() ? Windows.ALL : PLAIN;
    }

    private static Language language(String pattern) {
        return Language.of(TextLanguage.pattern(pattern), AutomatonLimits.DEFAULT);
    }

    /** The forms with Windows names; compiled on first use. */
    private static final class Windows {
        /** The roots: none, a drive with or without its folder, the folder of an unnamed drive, a share. */
        static final Language ALL = language(
                        "^(?:\\.|(?:[a-z]:)?(?:" + RELATIVE + ")|[a-z]:|(?:(?:[a-z]:)?/|//)(?:" + NAMES + ")?)$")
                .minus(language("\\\\"));

        private Windows() {}
    }

    /** The forms that ignore case; compiled on first use. */
    private static final class Folded {
        private static final Language CHANGING = language(changing());
        static final Language PLAIN = NormalForms.PLAIN.minus(CHANGING);
        static final Language WINDOWS = Windows.ALL.minus(CHANGING);

        private Folded() {}

        /** Returns a pattern of the characters that such a form never has, since they become others. */
        private static String changing() {
            StringBuilder characters = new StringBuilder("[");
            for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
                boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
                if (!surrogate && CaseFolding.lowered(c) != c) {
                    characters.append("\\u{").append(Integer.toHexString(c)).append('}');
                }
            }
            return characters.append(']').toString();
        }
    }
}
