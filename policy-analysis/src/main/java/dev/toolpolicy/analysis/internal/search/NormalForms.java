package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.schema.NormalPath;

/**
 * The normal forms of paths as texts, which are a regular language: all of them, and maybe more texts, so that where no
 * text is found there is none; a text that is found must be looked at once more. Without a workspace. Stateless.
 *
 * <p>A path is a root, then as many {@code ..} as it climbs, then names, with {@code /} between all but the root and what
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

    /** Those of Windows; made when they are first needed. */
    private static final class Windows {
        /** The roots: none, a drive with or without its folder, the folder of a drive that isn't said, a share. */
        static final Language ALL =
                language("^(?:\\.|(?:[a-z]:)?(?:" + RELATIVE + ")|[a-z]:|(?:(?:[a-z]:)?/|//)(?:" + NAMES + ")?)$")
                        .minus(language("\\\\"));

        private Windows() {}
    }

    /** Those where case is ignored; made when they are first needed. */
    private static final class Folded {
        private static final Language CHANGING = language(changing());
        static final Language PLAIN = NormalForms.PLAIN.minus(CHANGING);
        static final Language WINDOWS = Windows.ALL.minus(CHANGING);

        private Folded() {}

        /** A character that no such form has, since it becomes another one. */
        private static String changing() {
            StringBuilder characters = new StringBuilder("[");
            for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
                boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
                if (!surrogate && Character.toLowerCase(Character.toUpperCase(c)) != c) {
                    characters.append("\\u{").append(Integer.toHexString(c)).append('}');
                }
            }
            return characters.append(']').toString();
        }
    }
}
