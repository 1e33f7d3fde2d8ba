package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
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

    private final RuleScope scope;
    private final List<RuleSpec> rules;
    private final TextPlaces places;
    private final ValueSyntax syntax;
    /** The first rule that stops commands in a list which allows all others; -1 if there is none. */
    private final int listing;

    StrictWarnings(RuleScope scope, List<RuleSpec> rules, TextPlaces places, ValueSyntax syntax) {
        this.scope = scope;
        this.places = places;
        this.rules = rules;
        this.syntax = syntax;
        this.listing = listing(rules);
    }

    private static int listing(List<RuleSpec> rules) {
        boolean allowsOthers = rules.stream()
                .anyMatch(rule -> rule.mode() == Mode.ALLOW && rule.conditions().isEmpty());
        for (int index = 0; allowsOthers && index < rules.size(); index++) {
            RuleSpec rule = rules.get(index);
            if (rule.mode() != Mode.ALLOW
                    && rule.conditions().stream()
                            .flatMap(condition -> condition.matchers().stream())
                            .anyMatch(matcher -> matcher.kind() == Matcher.Kind.COMMANDS)) {
                return index;
            }
        }
        return -1;
    }

    /** Finds the warnings about a rule that is stricter than allow. */
    List<Diagnostic> find(int index) {
        RuleSpec rule = rules.get(index);
        List<Diagnostic> found = new ArrayList<>();
        for (Condition condition : rule.conditions()) {
            ParameterType type = scope.place(rule, condition).type();
            for (Matcher matcher : condition.matchers()) {
                List<Diagnostic> warnings = new ArrayList<>(RuleWarnings.globInPrefix(index, matcher, type, syntax));
                if (type.kind() == ParameterType.Kind.PATH) {
                    nothingBelow(index, rule, condition, matcher).ifPresent(warnings::add);
                }
                if (!condition.isOnFact() && type.kind() == ParameterType.Kind.STRING) {
                    new TextWarnings(places, condition.ignoresCase(), syntax)
                            .otherSpelling(index, Conditions.pointer(rule, condition), matcher)
                            .ifPresent(warnings::add);
                }
                if (index == listing && matcher.kind() == Matcher.Kind.COMMANDS) {
                    CommandWarnings.stopsOnlyListed(index, matcher, rules, syntax)
                            .ifPresent(warnings::add);
                }
                CommandWarnings.withoutArguments(index, matcher, syntax).ifPresent(warnings::add);
                warnings.addAll(UnusedPatterns.find(index, matcher, condition, rule.mode(), type));
                int at = Conditions.index(rule, condition);
                warnings.forEach(each -> found.add(each.inCondition(at)));
            }
        }
        return found;
    }

    private Optional<Diagnostic> nothingBelow(int index, RuleSpec rule, Condition condition, Matcher matcher) {
        String pattern = matcher.kind() == Matcher.Kind.GLOB ? matcher.text() : "";
        String name = pattern.substring(pattern.lastIndexOf('/') + 1);
        if (!DIRECTORIES.contains(name)) {
            return Optional.empty();
        }
        String below = (pattern.indexOf('/') < 0 ? "**/" : "") + pattern + "/**";
        List<String> instead = List.of(pattern + "/**", pattern + "/", "**/" + pattern + "/**", "**/" + pattern + "/");
        ArgumentPointer pointer = Conditions.pointer(rule, condition);
        boolean beside = rules.stream().anyMatch(each -> each.mode() != Mode.ALLOW && stops(each, pointer, instead));
        return beside
                ? Optional.empty()
                : Optional.of(
                        WarningWords.nothingBelow(index, pattern, below, syntax).at(index, Keyword.GLOB.word()));
    }

    private static boolean stops(RuleSpec rule, ArgumentPointer pointer, List<String> globs) {
        return rule.conditions().stream()
                .filter(each -> Conditions.pointer(rule, each).equals(pointer))
                .flatMap(each -> each.matchers().stream())
                .anyMatch(each -> each.kind() == Matcher.Kind.GLOB && globs.contains(each.text()));
    }
}
