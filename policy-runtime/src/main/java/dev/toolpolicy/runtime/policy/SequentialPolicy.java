package dev.toolpolicy.runtime.policy;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Tools that need others to have succeeded before in the session: all of them, with whatever arguments. Immutable; one
 * policy serves any number of sessions.
 */
public final class SequentialPolicy extends DependencyPolicy {
    /** The name of a policy that is given none. */
    public static final String NAME = "sequential_dependency";

    private SequentialPolicy(String name, Map<String, SequentialDependency> dependencies) {
        super(name, dependencies);
    }

    /**
     * A policy named {@value #NAME}.
     *
     * @param dependencies by tool, the tools that it needs
     * @return the policy
     * @throws IllegalArgumentException if there is no dependency, a tool needs nothing, a name is empty, or tools
     *     require each other, directly or around a cycle, which the message prints
     */
    public static SequentialPolicy of(Map<String, ? extends Collection<String>> dependencies) {
        return named(NAME, dependencies);
    }

    /**
     * A policy with a name of its own.
     *
     * @param name the policy's name
     * @param dependencies by tool, the tools that it needs
     * @return the policy
     * @throws IllegalArgumentException if there is no dependency, a tool needs nothing, a name is empty, or tools
     *     require each other, directly or around a cycle, which the message prints
     */
    public static SequentialPolicy named(String name, Map<String, ? extends Collection<String>> dependencies) {
        Map<String, SequentialDependency> byTool = new LinkedHashMap<>();
        dependencies.forEach((tool, needed) -> byTool.put(tool, new SequentialDependency(tool, Set.copyOf(needed))));
        return new SequentialPolicy(name, byTool);
    }

    @Override
    public String kind() {
        return "sequential";
    }
}
