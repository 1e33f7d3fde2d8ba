package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.glob.Globs;
import dev.toolpolicy.analysis.internal.automaton.glob.Literals;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.read.Patterns;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.Matcher;
import java.util.Optional;
import java.util.Set;

/** The warnings about strings that rules read by their text although they are more than text. Stateless. */
record TextWarnings(TextPlaces places, ValueSyntax syntax) {
    /** The URLs of a host that no rule means, also behind one that looks like a user's name. */
    private static final String OTHER_HOST = "^https?://([^/?#\\\\]*[.@])?evil\\.example(/[^ ]*)?$";

    private static final Set<String> PATHS = Set.of("path", "file", "dir", "folder", "cwd", "source", "destination");

    private static final String SEVERAL = "^eve@evil\\.example[,;] ?[^ ]+@[^ ]+$";

    /** Returns whether a matcher of a command line may hold for one with further commands. */
    boolean leavesOpen(Place place, Matcher matcher) {
        return places.isCommand(place) && CommandWarnings.leavesTextOpen(matcher);
    }

    /** Finds a matcher that allows a URL of a host by its text, and URLs of any other host as well. */
    Optional<Diagnostic> otherHosts(Place place, Matcher matcher) {
        String host = WarningWords.writtenHost(matcher.text());
        return isByText(matcher) && !host.isEmpty() && places.isUrl(place)
                ? among(place, matcher, OTHER_HOST)
                        .map(url -> WarningWords.urlByPrefix(place.index(), matcher, host, url, syntax)
                                .at(place.index(), matcher.keyword()))
                : Optional.empty();
    }

    /** Finds a matcher that allows an address by its end, and several addresses in one text as well. */
    Optional<Diagnostic> several(Place place, Matcher matcher) {
        boolean isEnd = matcher.kind() == Matcher.Kind.GLOB || matcher.kind() == Matcher.Kind.PATTERN;
        return isEnd && matcher.text().indexOf('@') > 0 && !place.target().throughArray()
                ? among(place, matcher, SEVERAL)
                        .map(text -> WarningWords.severalInOne(place.index(), place.pointer(), matcher, text, syntax)
                                .at(place.index(), matcher.keyword()))
                : Optional.empty();
    }

    /** Finds a host that a rule allows with every scheme. */
    Optional<Diagnostic> anyScheme(Place place, Matcher matcher) {
        return matcher.kind() == Matcher.Kind.HOST && matcher.schemes().isEmpty()
                ? Optional.of(WarningWords.hostAnyScheme(place.index(), matcher, syntax)
                        .at(place.index(), matcher.keyword()))
                : Optional.empty();
    }

    /** Finds a matcher that stops a command line by its text, and a line with the same meaning that it doesn't stop. */
    Optional<Diagnostic> otherSpelling(Place place, Matcher matcher) {
        return isByText(matcher) && places.isCommand(place)
                ? respelled(place, matcher)
                        .map(line -> WarningWords.commandByPattern(place.index(), matcher, line, syntax)
                                .at(place.index(), matcher.keyword()))
                : Optional.empty();
    }

    /** Finds a matcher that stops the URLs of a host by their text, and one of the same host that it doesn't stop. */
    Optional<Diagnostic> otherUrl(Place place, Matcher matcher) {
        String host = WarningWords.writtenHost(matcher.text());
        if (!isByText(matcher) || host.isEmpty() || !places.isUrl(place)) {
            return Optional.empty();
        }
        Language stopped = language(place, matcher);
        return stopped.shortest()
                .map(url -> url.replace("://", "://a@"))
                .filter(url -> !stopped.contains(url))
                .map(url -> WarningWords.otherUrl(place, matcher, host, url, syntax));
    }

    /** Finds a matcher that reads a string as plain text whose name is that of a path. */
    Optional<Diagnostic> path(Place place, Matcher matcher) {
        return place.isOpenText() && isByText(matcher) && TextPlaces.isNamed(place.pointer(), PATHS)
                ? Optional.of(WarningWords.pathAsString(place.index(), place.pointer(), syntax)
                        .at(place.index(), matcher.keyword()))
                : Optional.empty();
    }

    /** Returns the shortest stopped line with two quotes in a word, if that is not stopped. */
    private static Optional<String> respelled(Place place, Matcher matcher) {
        Language stopped = language(place, matcher);
        String line = stopped.shortest().orElse("");
        for (int at = 1; at < line.length(); at++) {
            String quoted = line.substring(0, at) + "\'\'" + line.substring(at);
            if (isInWord(line, at) && !stopped.contains(quoted)) {
                return Optional.of(quoted);
            }
        }
        return Optional.empty();
    }

    private static boolean isInWord(String line, int at) {
        return Character.isLetterOrDigit(line.charAt(at - 1)) && Character.isLetterOrDigit(line.charAt(at));
    }

    /** Returns whether a matcher reads a string as plain text. */
    static boolean isByText(Matcher matcher) {
        return switch (matcher.kind()) {
            case PREFIX, GLOB, PATTERN -> true;
            case CONST, ENUM, BOUND, HOST, COMMANDS, IN_FACT, FROM -> false;
        };
    }

    /** Returns the shortest of some texts that satisfies a matcher; empty if none does, or it takes too much. */
    private static Optional<String> among(Place place, Matcher matcher, String pattern) {
        try {
            return language(place, matcher).and(Patterns.language(pattern)).shortest();
        } catch (PatternTooComplexException given) {
            return Optional.empty();
        }
    }

    private static Language language(Place place, Matcher matcher) {
        boolean ignoresCase = place.condition().ignoresCase();
        return switch (matcher.kind()) {
            case PREFIX ->
                ignoresCase
                        ? Literals.startingWith(matcher.text())
                        : Language.of(TextLanguage.prefix(matcher.text()), AutomatonLimits.DEFAULT);
            case GLOB -> Globs.onStrings(matcher.text(), ignoresCase);
            default -> Patterns.language(matcher.text(), ignoresCase);
        };
    }
}
