package dev.toolpolicy.analysis.internal.automaton.glob;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.WordDfa;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.CaseFolding;
import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import dev.toolpolicy.analysis.internal.automaton.pattern.Regex;
import java.util.Collection;
import java.util.List;

/** Texts as regular expressions and languages, with or without regard to case. Stateless. */
public final class Literals {
    private static final AutomatonLimits LIMITS = AutomatonLimits.DEFAULT;
    private static final Regex ANYTHING = Regex.repeated(new Regex.Characters(CodePointSet.ALL));

    private Literals() {}

    static Regex of(String text, boolean ignoresCase) {
        List<Regex> characters = WordDfa.characters(text)
                .mapToObj(CodePointSet::of)
                .<Regex>map(set -> new Regex.Characters(ignoresCase ? CaseFolding.closed(set) : set))
                .toList();
        return Regex.sequence(characters);
    }

    /** Returns the texts that are equal to one of some texts without regard to case. */
    public static Language equalTo(Collection<String> texts) {
        return Language.matching(
                Regex.choice(texts.stream().map(text -> of(text, true)).toList()), LIMITS);
    }

    /** Returns the texts that start with a text without regard to case. */
    public static Language startingWith(String text) {
        return Language.matching(Regex.sequence(List.of(of(text, true), ANYTHING)), LIMITS);
    }

    /** Returns a path and all below it, without regard to case. The path ends with a name. */
    public static Language atOrBelow(String path) {
        Regex below =
                new Regex.Repeat(Regex.sequence(List.of(new Regex.Characters(CodePointSet.of('/')), ANYTHING)), 0, 1);
        return Language.matching(Regex.sequence(List.of(of(path, true), below)), LIMITS);
    }
}
