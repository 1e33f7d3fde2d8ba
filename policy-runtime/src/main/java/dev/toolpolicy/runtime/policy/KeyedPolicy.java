package dev.toolpolicy.runtime.policy;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A policy of tools that need earlier successful calls in the session with the same key, such as the same file. A call
 * that meets one tool's requirement meets no other's. Immutable; one policy serves any number of sessions.
 */
final class KeyedPolicy extends DependencyPolicy {
    /** The default name. */
    public static final String NAME = "keyed_dependency";

    private KeyedPolicy(String name, Map<String, KeyedDependency> dependencies) {
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
        Map<String, KeyedDependency> byTool = new LinkedHashMap<>();
        for (KeyedDependency dependency : dependencies) {
            if (byTool.put(dependency.dependent(), dependency) != null) {
                throw new IllegalArgumentException("tool \"" + dependency.dependent() + "\" has two dependencies");
            }
        }
        return new KeyedPolicy(name, byTool);
    }

    @Override
    public String kind() {
        return "keyed";
    }
}
