package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.PathLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sets of strings and paths as regular languages, so that a value in some and not in others is found, or proved not to
 * exist. Paths are their normal forms, which are a regular language too. Not thread-safe.
 */
final class Languages {
    private static final AutomatonLimits LIMITS = AutomatonLimits.DEFAULT;

    private final Map<ValueSet, Language> made = new IdentityHashMap<>();
    private final NormalPath.Form form;
    private final Language paths;

    /** Creates the languages for paths of a form. */
    Languages(NormalPath.Form form) {
        this.form = form;
        Language all = NormalForms.of(form);
        paths = form.workspace().map(root -> all.minus(under(root))).orElse(all);
    }

    /** Returns all normal forms of paths, and maybe more texts; a found text must be checked. */
    Language paths() {
        return paths;
    }

    /** Returns each set as a language: normal forms for paths, strings for strings. */
    List<Language> of(List<ValueSet> sets) {
        List<Language> languages = new ArrayList<>();
        for (ValueSet set : sets) {
            languages.add(made.computeIfAbsent(set, Languages::of));
        }
        return languages;
    }

    /** Returns each set of paths as a language, with the language of all normal forms. */
    List<Language> pathsOf(List<ValueSet> sets) {
        List<Language> languages = of(sets);
        languages.add(paths);
        return languages;
    }

    /** Returns each group of sets as languages. Those of single values alone become one. */
    List<List<Language>> apart(List<List<ValueSet>> groups) {
        Set<String> words = new HashSet<>();
        List<List<Language>> languages = new ArrayList<>();
        for (List<ValueSet> group : groups) {
            if (group.size() == 1 && group.get(0) instanceof ValueSet.Points points) {
                points.values().keySet().forEach(value -> words.add(value.toString()));
            } else {
                languages.add(of(group));
            }
        }
        if (!words.isEmpty()) {
            languages.add(List.of(words(words)));
        }
        return languages;
    }

    private static Language of(ValueSet set) {
        return set instanceof ValueSet.Matching matching ? matching.language() : Language.of(set.texts(), LIMITS);
    }

    static Language words(Set<String> texts) {
        return Language.of(new TextLanguage.Words(texts), LIMITS);
    }

    private Language under(NormalPath path) {
        return PathLanguage.under(path.toString(), form.hasWindowsNames());
    }
}
