package dev.toolpolicy.test.policy.internal.coverage;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The search for calls that meet the requirements of another. Its result is a proposal: whether the calls run, and meet
 * the requirements, is seen when they do.
 *
 * @param parts the tools
 * @param witnesses the calls that are known to run
 * @param unmet the one requirement that stays unmet; empty if all are met
 */
record Prerequisites(PolicyParts parts, Witnesses witnesses, Optional<Requirement> unmet) {
    /** The length of a chain of requirements that is followed. */
    private static final int DEEPEST = 8;

    /** Returns calls that must succeed before a call, in order; empty if none are found. */
    Optional<List<FoundCall>> of(FoundCall call) {
        return before(call, DEEPEST);
    }

    private Optional<List<FoundCall>> before(FoundCall call, int depth) {
        List<FoundCall> calls = new ArrayList<>();
        ToolSpec<?> tool = parts.tool(call.tool());
        for (Requirement requirement : tool.requirements()) {
            if (unmet.equals(Optional.of(requirement))) {
                continue;
            }
            Optional<List<FoundCall>> needed = needed(requirement, call);
            if (needed.isEmpty() || depth == 0) {
                return Optional.empty();
            }
            for (FoundCall each : needed.get()) {
                Optional<List<FoundCall>> earlier = before(each, depth - 1);
                if (earlier.isEmpty()) {
                    return Optional.empty();
                }
                earlier.get().stream().filter(one -> !calls.contains(one)).forEach(calls::add);
                calls.add(each);
            }
        }
        return Optional.of(calls);
    }

    private Optional<List<FoundCall>> needed(Requirement requirement, FoundCall call) {
        boolean one = requirement.key().isPresent() && requirement.key().get().match() == Match.ANY;
        List<String> names = one ? requirement.tools().subList(0, 1) : requirement.tools();
        List<FoundCall> needed = new ArrayList<>();
        for (String name : names) {
            Optional<FoundCall> found = parts.tools().tools().stream()
                    .<String>map(ToolSpec::name)
                    .filter(tool -> ToolNames.fits(name, tool))
                    .flatMap(tool -> witnesses.running(tool).stream())
                    .findFirst();
            if (found.isEmpty()) {
                return Optional.empty();
            }
            List<FoundCall> keyed = requirement.key().isEmpty()
                    ? List.of(found.get())
                    : withKeys(requirement.key().get(), call, found.get());
            if (keyed.isEmpty()) {
                return Optional.empty();
            }
            needed.addAll(keyed);
        }
        return Optional.of(needed);
    }

    /** Returns the required call once for each key of a call. */
    private static List<FoundCall> withKeys(Requirement.Key key, FoundCall call, FoundCall required) {
        return call.values(key.argument()).stream()
                .flatMap(value -> required.with(key.requiredArgument(), value).stream())
                .toList();
    }
}
