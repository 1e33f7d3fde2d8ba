package dev.toolpolicy.runtime.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A policy of tools that need other tools to have succeeded in the session: all of them, with any arguments. Immutable;
 * one policy serves any number of sessions.
 */
final class SequentialPolicy extends DependencyPolicy {
    /** The default name. */
    public static final String NAME = "sequential_dependency";

    private SequentialPolicy(String name, List<SequentialDependency> dependencies) {
        super(name, dependencies);
    }

    /**
     * Creates a policy named {@value #NAME}.
     *
     * @param dependencies the required tools, by tool
     * @return the policy
     * @throws IllegalArgumentException if there is no dependency, a tool needs nothing, a name is empty, or tools
     *     require each other, directly or in a cycle, which the message shows
     */
    public static SequentialPolicy of(Map<String, ? extends Collection<String>> dependencies) {
        return named(NAME, dependencies);
    }

    /**
     * Creates a policy with another name.
     *
     * @param name the policy's name
     * @param dependencies the required tools, by tool
     * @return the policy
     * @throws IllegalArgumentException if there is no dependency, a tool needs nothing, a name is empty, or tools
     *     require each other, directly or in a cycle, which the message shows
     */
    public static SequentialPolicy named(String name, Map<String, ? extends Collection<String>> dependencies) {
        List<SequentialDependency> all = new ArrayList<>();
        dependencies.forEach((tool, needed) -> all.add(new SequentialDependency(tool, Set.copyOf(needed))));
        return new SequentialPolicy(name, all);
    }

    @Override
    public String kind() {
        return "sequential";
    }
}
