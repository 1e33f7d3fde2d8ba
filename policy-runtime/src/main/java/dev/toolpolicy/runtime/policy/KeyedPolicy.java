package dev.toolpolicy.runtime.policy;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A policy of tools that need earlier successful calls in the session with the same key, such as the same file.
 * Immutable; one policy serves any number of sessions.
 */
final class KeyedPolicy extends DependencyPolicy {
    /** The default name. */
    public static final String NAME = "keyed_dependency";

    private KeyedPolicy(String name, Collection<KeyedDependency> dependencies) {
        super(name, dependencies);
    }

    /**
     * Creates a policy named {@value #NAME}.
     *
     * @param dependencies the dependencies, one for each tool
     * @return the policy
     * @throws IllegalArgumentException if there is no dependency, a tool has two, one has no prerequisites, a name is
     *     empty, or tools require each other
     */
    public static KeyedPolicy of(KeyedDependency... dependencies) {
        return named(NAME, List.of(dependencies));
    }

    /**
     * Creates a policy with another name.
     *
     * @param name the policy's name
     * @param dependencies the dependencies, one for each tool
     * @return the policy
     * @throws IllegalArgumentException if there is no dependency, a tool has two, one has no prerequisites, a name is
     *     empty, or tools require each other
     */
    public static KeyedPolicy named(String name, Collection<KeyedDependency> dependencies) {
        Set<String> tools = new HashSet<>();
        for (KeyedDependency dependency : dependencies) {
            if (!tools.add(dependency.dependent())) {
                throw new IllegalArgumentException("tool \"" + dependency.dependent() + "\" has two dependencies");
            }
        }
        return new KeyedPolicy(name, dependencies);
    }

    @Override
    public String kind() {
        return "keyed";
    }
}
