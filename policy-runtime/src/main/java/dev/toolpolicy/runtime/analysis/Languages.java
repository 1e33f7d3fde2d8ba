package dev.toolpolicy.runtime.analysis;

import dev.toolpolicy.runtime.automaton.AutomatonLimits;
import dev.toolpolicy.runtime.automaton.Language;
import dev.toolpolicy.runtime.automaton.TextLanguage;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sets of strings and paths as regular languages, so that what is in some and not in others is found or proved not to
 * be there. Paths are their normal forms, which are a regular language too. Not thread-safe.
 */
final class Languages {
    private static final AutomatonLimits LIMITS = AutomatonLimits.DEFAULT;
    /** A name of a path: not empty, neither {@code .} nor {@code ..}, without separator and NUL. */
    private static final String NAME = "(?:[^/.\\0]|\\.[^/.\\0]|\\.\\.[^/\\0])[^/\\0]*";

    private static final Language NORMAL_FORMS = Language.of(
            TextLanguage.pattern("^(?:\\.|" + NAME + "(?:/" + NAME + ")*|\\.\\.(?:/\\.\\.)*(?:/" + NAME + ")*|/(?:"
                    + NAME + "(?:/" + NAME + ")*)?)$"),
            LIMITS);

    private final Map<ValueSet, Language> made = new IdentityHashMap<>();
    private final Language paths;

    /** Of paths in a form. */
    Languages(NormalPath.Form form) {
        paths = form.workspace().map(root -> NORMAL_FORMS.minus(under(root))).orElse(NORMAL_FORMS);
    }

    /** All normal forms of paths, and maybe more texts; what is found must be one. */
    Language paths() {
        return paths;
    }

    /** Among normal forms, those in each set of paths; among strings, those in each set of strings. */
    List<Language> of(List<ValueSet> sets) {
        List<Language> languages = new ArrayList<>();
        for (ValueSet set : sets) {
            languages.add(made.computeIfAbsent(set, Languages::of));
        }
        return languages;
    }

    /** The union of some sets of single values as one language, and each other set as its own. */
    List<Language> apart(List<ValueSet> sets) {
        Set<String> words = new HashSet<>();
        List<ValueSet> others = new ArrayList<>();
        for (ValueSet set : sets) {
            if (set instanceof ValueSet.Points points) {
                points.values().keySet().forEach(value -> words.add(value.toString()));
            } else {
                others.add(set);
            }
        }
        List<Language> languages = of(others);
        if (!words.isEmpty()) {
            languages.add(words(words));
        }
        return languages;
    }

    private static Language of(ValueSet set) {
        if (set instanceof ValueSet.TextsFrom texts) {
            return prefix(texts.prefix());
        } else if (set instanceof ValueSet.PathsUnder paths) {
            return under(paths.prefix());
        } else if (set instanceof ValueSet.Matching matching) {
            return matching.language();
        }
        Set<String> words = new HashSet<>();
        ((ValueSet.Points) set).values().keySet().forEach(value -> words.add(value.toString()));
        return words(words);
    }

    static Language words(Set<String> texts) {
        return Language.of(new TextLanguage.Words(texts), LIMITS);
    }

    private static Language under(NormalPath path) {
        Language below = prefix(path.toString().endsWith("/") ? path.toString() : path + "/");
        if (path.staysBelow() && path.components().isEmpty()) {
            return Language.everything(LIMITS).minus(prefix("/")).minus(climbing(".."));
        }
        Language atOrBelow = below.or(words(Set.of(path.toString())));
        return path.components().isEmpty() && path.climbs() > 0
                ? atOrBelow.minus(climbing(path + "/.."))
                : atOrBelow;
    }

    private static Language climbing(String path) {
        return prefix(path + "/").or(words(Set.of(path)));
    }

    private static Language prefix(String text) {
        return Language.of(TextLanguage.prefix(text), LIMITS);
    }
}
