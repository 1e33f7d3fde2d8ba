package dev.toolpolicy.runtime.analysis;

import dev.toolpolicy.runtime.automaton.AutomatonLimits;
import dev.toolpolicy.runtime.automaton.Language;
import dev.toolpolicy.runtime.automaton.PatternTooComplexException;
import dev.toolpolicy.runtime.automaton.TextLanguage;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sets of strings and paths as regular languages, so that whether some cover another is decided and not guessed: what is
 * in the one and in none of the others is empty or not. Paths are their normal forms, which are a regular language too.
 */
final class Languages {
    private static final AutomatonLimits LIMITS = AutomatonLimits.DEFAULT;
    /** A name of a path: not empty, neither {@code .} nor {@code ..}, without separator and NUL. */
    private static final String NAME = "(?:[^/.\\0]|\\.[^/.\\0]|\\.\\.[^/\\0])[^/\\0]*";

    private static final Language NORMAL_FORMS = Language.of(
            TextLanguage.pattern("^(?:\\.|" + NAME + "(?:/" + NAME + ")*|\\.\\.(?:/\\.\\.)*(?:/" + NAME + ")*|/(?:" + NAME
                    + "(?:/" + NAME + ")*)?)$"),
            LIMITS);
    private static final Language EVERYTHING = Language.everything(LIMITS);

    private Languages() {}

    /** Everything that a value of the type can be; empty if the type is neither string nor path. */
    static Optional<Language> of(ParameterType type) {
        if (type instanceof ParameterType.PathType) {
            return Optional.of(NORMAL_FORMS);
        }
        return type instanceof ParameterType.StringType ? Optional.of(EVERYTHING) : Optional.empty();
    }

    /** Whether what is in the whole and in a set is in one of the sets too; false if that is too much to find out. */
    static boolean isCovered(Language whole, ValueSet set, List<ValueSet> sets) {
        try {
            return uncovered(whole.and(of(set)), sets).isEmpty();
        } catch (PatternTooComplexException e) {
            return false;
        }
    }

    /** Whether the whole is in the sets; false if that is too much to find out. */
    static boolean isExhausted(Language whole, List<ValueSet> sets) {
        try {
            return uncovered(whole, sets).isEmpty();
        } catch (PatternTooComplexException e) {
            return false;
        }
    }

    private static Language uncovered(Language whole, List<ValueSet> sets) {
        Language rest = whole;
        for (ValueSet set : sets) {
            rest = rest.minus(of(set));
        }
        return rest;
    }

    /** Among normal forms, those in a set of paths; among strings, those in a set of strings. */
    private static Language of(ValueSet set) {
        if (set instanceof ValueSet.Points points) {
            return words(points.values().stream().map(Object::toString).collect(Collectors.toSet()));
        } else if (set instanceof ValueSet.TextsFrom texts) {
            return Language.of(TextLanguage.prefix(texts.prefix()), LIMITS);
        } else if (set instanceof ValueSet.PathsUnder paths) {
            return under(paths.prefix());
        } else if (set instanceof ValueSet.Matching matching) {
            return matching.language();
        }
        return Language.nothing(LIMITS);
    }

    private static Language words(Set<String> texts) {
        return Language.of(new TextLanguage.Words(texts), LIMITS);
    }

    private static Language under(NormalPath path) {
        Language below = prefix(path.toString().endsWith("/") ? path.toString() : path + "/");
        if (path.staysBelow() && path.components().isEmpty()) {
            return EVERYTHING.minus(prefix("/")).minus(climbing(".."));
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
