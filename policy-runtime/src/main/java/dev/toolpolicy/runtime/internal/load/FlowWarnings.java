package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.ResultWords;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The search for results that a model can shape: echoes in sets, and text that loses its label in storage. For one use. */
record FlowWarnings(Iterable<ToolSpec<?>> tools, ToolResults results, RuleScope scope, List<PolicyProblem> problems) {
    void find() {
        Set<String> named = new HashSet<>();
        for (ToolSpec<?> tool : tools) {
            tool.run()
                    .ifPresent(list ->
                            list.all().forEach(rule -> rule.conditions().forEach(each -> named.addAll(each.sets()))));
        }
        for (ToolSpec<?> tool : tools) {
            Optional<LayerResults> source = results.source(tool.name());
            if (source.isPresent()) {
                results.of(tool.name()).stream()
                        .flatMap(entry -> filled(entry).stream())
                        .filter(named::contains)
                        .findFirst()
                        .ifPresent(set -> findEcho(tool, set, source.get()));
                findWriters(tool, source.get());
            }
        }
    }

    private static List<String> filled(ResultSpec entry) {
        boolean isClean = !entry.labels().contains(FlowFacts.UNTRUSTED);
        return entry.values().entrySet().stream()
                .filter(each -> isClean || each.getValue().isTrusted())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Finds a text that a model chooses while the tool needs no approval. */
    private void findEcho(ToolSpec<?> tool, String set, LayerResults source) {
        RuleList list = tool.run().orElse(RuleList.empty());
        for (int rule = 0; rule < list.rules().size(); rule++) {
            RuleSpec spec = list.rules().get(rule);
            for (Parameter parameter : tool.schema().parameters()) {
                if (spec.mode() == Mode.ALLOW
                        && isFree(parameter.type())
                        && !isListed(spec, parameter.name())
                        && isReachable(tool, list, rule)) {
                    problems.add(source.problem(ResultWords.echoes(
                            tool.name(),
                            set,
                            ArgumentPointer.of(parameter.name()).toString())));
                    return;
                }
            }
        }
    }

    private static boolean isFree(ParameterType type) {
        return switch (type.kind()) {
            case STRING, PATH -> type.allowed().isEmpty();
            case ARRAY -> isFree(type.items().orElseThrow());
            case INTEGER, NUMBER, BOOLEAN, OBJECT, ANY -> false;
        };
    }

    /** Returns whether a rule lists the values of a parameter. */
    private static boolean isListed(RuleSpec rule, String parameter) {
        return rule.conditions().stream()
                .filter(condition ->
                        !condition.isOnFact() && condition.pointer().parameter().equals(parameter))
                .flatMap(condition -> condition.matchers().stream())
                .anyMatch(matcher -> switch (matcher.kind()) {
                    case CONST, ENUM, FROM, IN_FACT -> true;
                    case PATTERN, PREFIX, BOUND, GLOB, HOST, COMMANDS -> false;
                });
    }

    private boolean isReachable(ToolSpec<?> tool, RuleList list, int rule) {
        return Reachability.of(scope.withParameters(tool.schema()), list)
                        .rules()
                        .get(rule)
                instanceof Reachability.Reach.Decides;
    }

    /** Finds tools that can write, under the label, what this one reads without it. */
    private void findWriters(ToolSpec<?> reader, LayerResults source) {
        for (ResultSpec entry : results.of(reader.name())) {
            if (entry.labels().contains(FlowFacts.UNTRUSTED)
                    || entry.conditions().size() != 1
                    || !isOnPath(reader, entry.conditions().get(0))) {
                continue;
            }
            Condition place = entry.conditions().get(0);
            for (ToolSpec<?> writer : tools) {
                if (!writer.name().equals(reader.name()) && canWrite(writer, place)) {
                    problems.add(source.problem(ResultWords.washed(reader.name(), writer.name())));
                    return;
                }
            }
        }
    }

    private boolean isOnPath(ToolSpec<?> tool, Condition place) {
        RuleScope own = scope.withParameters(tool.schema());
        return own.place(RuleSpec.when(place, Mode.ASK), place).type().kind() == ParameterType.Kind.PATH;
    }

    private boolean canWrite(ToolSpec<?> tool, Condition place) {
        List<Parameter> paths = new ArrayList<>();
        boolean hasText = false;
        for (Parameter parameter : tool.schema().parameters()) {
            if (parameter.type().kind() == ParameterType.Kind.PATH) {
                paths.add(parameter);
            } else {
                hasText |= parameter.type().kind() == ParameterType.Kind.STRING && isFree(parameter.type());
            }
        }
        return hasText && paths.stream().anyMatch(path -> mayWrite(tool, path, place));
    }

    /** Returns whether some call runs without approval that names such a place, in a session with the label. */
    private boolean mayWrite(ToolSpec<?> tool, Parameter path, Condition place) {
        Condition there = new Condition(
                false, ArgumentPointer.of(path.name()), place.matchers(), Optional.empty(), place.ignoresCase(), false);
        List<RuleSpec> rules = new ArrayList<>();
        for (RuleSpec rule : tool.run().orElse(RuleList.empty()).rules()) {
            if (rule.mode() != Mode.ALLOW) {
                rules.add(rule);
            } else if (rule.each().isEmpty() && !rule.isUnreadable()) {
                List<Condition> all = new ArrayList<>(rule.conditions());
                all.add(there);
                all.add(Condition.onLabel(FlowFacts.UNTRUSTED));
                rules.add(RuleSpec.whenAll(all, Mode.ALLOW));
            }
        }
        RuleList list = new RuleList(rules);
        return IntStream.range(0, rules.size())
                .anyMatch(rule -> rules.get(rule).mode() == Mode.ALLOW && isReachable(tool, list, rule));
    }
}
