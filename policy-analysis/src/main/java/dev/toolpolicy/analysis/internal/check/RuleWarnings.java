package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ArgumentPointer.Resolution;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A check for rules that are valid, but probably don't do what their author wants. */
final class RuleWarnings {
    private final ToolSchema schema;
    private final ValueSyntax syntax;
    private final List<String> paths;
    /** The first large parameter, and the parameters up to it. */
    private Optional<String> large = Optional.empty();

    private final Set<String> early = new HashSet<>();

    RuleWarnings(ToolSchema schema, ValueSyntax syntax) {
        this.schema = schema;
        this.syntax = syntax;
        paths = paths("", schema.root()).toList();
        for (Parameter parameter : schema.parameters()) {
            early.add(parameter.name());
            if (parameter.isLarge()) {
                large = Optional.of(parameter.name());
                break;
            }
        }
    }

    private static Stream<String> paths(String place, ParameterType type) {
        return type.byStructure(
                array -> paths(place, array.items()),
                object -> object.properties().stream()
                        .flatMap(each -> paths(place + "/" + ArgumentPointer.escape(each.name()), each.type())),
                leaf -> leaf.kind() == ParameterType.Kind.PATH ? Stream.of(place) : Stream.empty());
    }

    List<Diagnostic> find(List<RuleSpec> rules) {
        List<Diagnostic> found = new ArrayList<>();
        Set<String> lookedAt = new HashSet<>();
        Set<String> late = new HashSet<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            Optional<Condition> condition = rules.get(rule).condition();
            if (condition.isEmpty()) {
                continue;
            }
            if (rules.get(rule).mode() == Mode.ALLOW) {
                anyElement(rule, condition.get()).ifPresent(found::add);
                unguardedPath(rule, condition.get(), lookedAt).ifPresent(found::add);
            }
            ArgumentPointer pointer = condition.get().pointer();
            if (late.add(pointer.parameter())) {
                lateArgument(rule, pointer).ifPresent(found::add);
            }
            lookedAt.add(pointer.toString());
        }
        return found;
    }

    private Optional<Diagnostic> anyElement(int rule, Condition condition) {
        boolean throughArray = target(condition.pointer()).throughArray();
        return throughArray && condition.match().orElse(Match.ANY) == Match.ANY
                ? Optional.of(
                        RuleWords.anyElement(rule, condition.pointer(), syntax).at(rule))
                : Optional.empty();
    }

    private Optional<Diagnostic> unguardedPath(int rule, Condition condition, Set<String> lookedAt) {
        ArgumentPointer pointer = condition.pointer();
        List<String> unguarded = paths.stream()
                .filter(path -> !path.equals(pointer.toString()) && !lookedAt.contains(path))
                .toList();
        return target(pointer).type().kind() == ParameterType.Kind.PATH && !unguarded.isEmpty()
                ? Optional.of(RuleWords.unguardedPath(rule, pointer, unguarded).at(rule))
                : Optional.empty();
    }

    private Optional<Diagnostic> lateArgument(int rule, ArgumentPointer pointer) {
        return large.filter(name -> !early.contains(pointer.parameter()))
                .map(name -> RuleWords.lateArgument(rule, pointer, name).at(rule, Keyword.ARG.word()));
    }

    private Resolution.Resolved target(ArgumentPointer pointer) {
        return (Resolution.Resolved) pointer.resolve(schema);
    }
}
