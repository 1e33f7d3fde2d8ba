package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The warnings about which arguments the rules of a list look at, and how many values of each. It sees the rules in
 * order. Not thread-safe.
 */
final class ArgumentWarnings {
    private final ValueSyntax syntax;
    private final List<String> paths;
    private final Set<String> lookedAt = new HashSet<>();
    private final Set<String> late = new HashSet<>();
    /** The first large parameter, and the parameters up to it. */
    private Optional<String> large = Optional.empty();

    private final Set<String> early = new HashSet<>();

    ArgumentWarnings(RuleScope scope, ValueSyntax syntax) {
        this.syntax = syntax;
        paths = paths("", scope.parameters().root()).toList();
        for (Parameter parameter : scope.parameters().parameters()) {
            early.add(parameter.name());
            if (parameter.isLarge()) {
                large = Optional.of(parameter.name());
                break;
            }
        }
    }

    private static Stream<String> paths(String place, ParameterType type) {
        return type.byStructure(
                array -> paths(place, array.items().orElseThrow()),
                object -> object.properties().stream()
                        .flatMap(each -> paths(place + "/" + ArgumentPointer.escape(each.name()), each.type())),
                leaf -> leaf.kind() == ParameterType.Kind.PATH ? Stream.of(place) : Stream.empty());
    }

    /**
     * Finds the warnings about the next rule, which looks at some places.
     *
     * @param isEscaped whether a later rule allows calls
     */
    List<Diagnostic> find(int index, RuleSpec rule, List<Place> all, boolean isEscaped) {
        List<Diagnostic> found = new ArrayList<>();
        List<Place> places = all.stream().filter(Place::isArgument).toList();
        if (rule.mode() == Mode.ALLOW || isEscaped) {
            Match loose = rule.mode() == Mode.ALLOW ? Match.ANY : Match.ALL;
            rule.each()
                    .filter(each -> each.match() == Match.ALL == (loose == Match.ALL))
                    .map(each -> WarningWords.oneElement(index, each.array(), loose, syntax)
                            .at(index, Keyword.EACH.word()))
                    .ifPresent(found::add);
            places.forEach(place -> oneElement(place, loose).ifPresent(found::add));
        }
        if (rule.mode() == Mode.ALLOW) {
            unguardedPath(index, places).ifPresent(found::add);
        }
        for (Place place : places) {
            if (late.add(place.pointer().parameter())) {
                lateArgument(place).ifPresent(found::add);
            }
            lookedAt.add(place.pointer().toString());
        }
        return found;
    }

    private Optional<Diagnostic> oneElement(Place place, Match loose) {
        return place.target().throughArray()
                        && RuleScope.quantifier(place.condition(), place.rule().mode()) == loose
                ? Optional.of(WarningWords.oneElement(place.index(), place.pointer(), loose, syntax)
                        .at(place.index())
                        .inCondition(place.inRule()))
                : Optional.empty();
    }

    private Optional<Diagnostic> unguardedPath(int index, List<Place> places) {
        Set<String> own = new HashSet<>();
        places.forEach(place -> own.add(place.pointer().toString()));
        List<String> unguarded = paths.stream()
                .filter(path -> !own.contains(path) && !lookedAt.contains(path))
                .toList();
        return places.stream()
                .filter(place -> place.is(ParameterType.Kind.PATH) && !unguarded.isEmpty())
                .findFirst()
                .map(place -> WarningWords.unguardedPath(index, place.pointer(), unguarded)
                        .at(index));
    }

    private Optional<Diagnostic> lateArgument(Place place) {
        int index = place.index();
        return large.filter(name -> !early.contains(place.pointer().parameter()))
                .map(name -> WarningWords.lateArgument(index, place.pointer(), name))
                .map(problem -> place.rule().each().isPresent()
                        ? problem.at(index, Keyword.EACH.word())
                        : problem.at(index, Keyword.ARG.word()).inCondition(place.inRule()));
    }
}
