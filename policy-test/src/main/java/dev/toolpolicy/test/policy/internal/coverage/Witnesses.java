package dev.toolpolicy.test.policy.internal.coverage;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls that each rule of a policy decides. Each list is analyzed once, when it is needed. Not thread-safe. */
public final class Witnesses {
    private final PolicyParts parts;
    private final Map<String, Reachability> known = new HashMap<>();

    /** Creates the witnesses of a policy. */
    public Witnesses(PolicyParts parts) {
        this.parts = parts;
    }

    /** Returns what the analysis knows of a tool's list. */
    Reachability of(String tool) {
        return known.computeIfAbsent(tool, name -> {
            ToolSpec<?> spec = parts.tool(name);
            return Reachability.of(parts.scope(spec), spec.run().orElse(RuleList.empty()));
        });
    }

    /** Returns a call that a rule decides, by its number from 1. */
    Optional<FoundCall> of(String tool, int rule) {
        return call(tool, of(tool).rules().get(rule - 1));
    }

    private static Optional<FoundCall> call(String tool, Reach reach) {
        return reach.decides().map(decides -> new FoundCall(tool, decides.arguments(), decides.facts()));
    }

    /** Returns a call for each rule that has one, in the order of the rules. */
    public List<FoundCall> all(String tool) {
        List<FoundCall> calls = new ArrayList<>();
        of(tool).rules().forEach(reach -> call(tool, reach).ifPresent(calls::add));
        call(tool, of(tool).implicit()).ifPresent(calls::add);
        return calls;
    }

    /** Returns calls that rules don't deny: first those that they allow. */
    List<FoundCall> running(String tool) {
        record Running(Mode mode, FoundCall call) {}
        List<Running> found = new ArrayList<>();
        Reachability list = of(tool);
        List<Mode> modes = parts.tools().find(tool).flatMap(ToolSpec::run).stream()
                .flatMap(rules -> rules.rules().stream())
                .map(rule -> rule.mode())
                .toList();
        for (int rule = 0; rule < modes.size(); rule++) {
            Mode mode = modes.get(rule);
            if (mode != Mode.DENY) {
                call(tool, list.rules().get(rule)).ifPresent(call -> found.add(new Running(mode, call)));
            }
        }
        call(tool, list.implicit()).ifPresent(call -> found.add(new Running(Mode.ASK, call)));
        return found.stream()
                .sorted(Comparator.comparing(each -> each.mode() != Mode.ALLOW))
                .map(Running::call)
                .toList();
    }
}
