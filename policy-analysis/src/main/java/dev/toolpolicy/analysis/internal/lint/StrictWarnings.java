package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The warnings about rules that stop less than their author probably wants. Stateless. */
final class StrictWarnings {
    /** Names that are directories nearly everywhere, and often protected. */
    private static final Set<String> DIRECTORIES =
            Set.of((".aws .azure .cargo .config .docker .gcloud .git .github .gitlab .gnupg .gradle .idea .kube .m2"
                            + " .mozilla .npm .ssh .terraform .vscode backup backups build certs credentials dist keys"
                            + " node_modules private secrets target vendor")
                    .split(" "));

    private final List<RuleSpec> rules;
    private final List<Place> stricter;
    private final TextWarnings texts;
    private final ValueSyntax syntax;
    /** The first rule that stops commands in a list which allows all others; -1 if there is none. */
    private final int listing;

    StrictWarnings(List<RuleSpec> rules, List<List<Place>> places, TextWarnings texts, ValueSyntax syntax) {
        this.rules = rules;
        this.texts = texts;
        this.syntax = syntax;
        this.stricter = places.stream()
                .flatMap(List::stream)
                .filter(place -> place.rule().mode() != Mode.ALLOW)
                .toList();
        boolean allowsOthers = rules.stream()
                .anyMatch(rule -> rule.mode() == Mode.ALLOW && rule.conditions().isEmpty());
        this.listing = stricter.stream()
                .filter(place -> allowsOthers && place.hasMatcher(Matcher.Kind.COMMANDS))
                .findFirst()
                .map(Place::index)
                .orElse(-1);
    }

    /**
     * Finds the warnings about a condition of a rule that is stricter than allow.
     *
     * @param isEscaped whether a later rule allows calls
     */
    List<Diagnostic> find(Place place, boolean isEscaped) {
        int index = place.index();
        List<Diagnostic> found = new ArrayList<>();
        for (Matcher matcher : place.condition().matchers()) {
            RuleWarnings.plainText(place, matcher, syntax).ifPresent(found::add);
            if (place.is(ParameterType.Kind.PATH)) {
                nothingBelow(place, matcher).ifPresent(found::add);
            }
            if (place.isArgument() && place.is(ParameterType.Kind.STRING)) {
                texts.otherSpelling(place, matcher)
                        .or(() -> isEscaped ? texts.otherUrl(place, matcher) : Optional.empty())
                        .or(() -> isEscaped ? texts.path(place, matcher) : Optional.empty())
                        .ifPresent(found::add);
            }
            if (index == listing && matcher.kind() == Matcher.Kind.COMMANDS) {
                CommandWarnings.stopsOnlyListed(index, matcher, rules, syntax).ifPresent(found::add);
            }
            CommandWarnings.withoutArguments(index, matcher, syntax).ifPresent(found::add);
            found.addAll(UnusedPatterns.find(place, matcher));
        }
        return found;
    }

    private Optional<Diagnostic> nothingBelow(Place place, Matcher matcher) {
        String pattern = matcher.kind() == Matcher.Kind.GLOB ? matcher.text() : "";
        String name = pattern.substring(pattern.lastIndexOf('/') + 1);
        if (!DIRECTORIES.contains(name)) {
            return Optional.empty();
        }
        String below = (pattern.indexOf('/') < 0 ? "**/" : "") + pattern + "/**";
        List<String> instead = List.of(pattern + "/**", pattern + "/", "**/" + pattern + "/**", "**/" + pattern + "/");
        boolean beside = stricter.stream()
                .filter(each -> each.isSamePlace(place))
                .flatMap(each -> each.condition().matchers().stream())
                .anyMatch(each -> each.kind() == Matcher.Kind.GLOB && instead.contains(each.text()));
        return beside
                ? Optional.empty()
                : Optional.of(WarningWords.nothingBelow(place.index(), pattern, below, syntax)
                        .at(place.index(), matcher.keyword()));
    }
}
