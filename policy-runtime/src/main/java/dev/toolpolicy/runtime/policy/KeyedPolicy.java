package dev.toolpolicy.runtime.policy;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tools that need others to have succeeded before in the session with the same key, such as the same file. What has
 * satisfied one tool's key satisfies no other tool's. Immutable; one policy serves any number of sessions.
 */
public final class KeyedPolicy extends DependencyPolicy {
    /** The name of a policy that is given none. */
    public static final String NAME = "keyed_dependency";

    private KeyedPolicy(String name, Map<String, KeyedDependency> dependencies) {
        super(name, dependencies);
    }

    /**
     * A policy named {@value #NAME}.
     *
     * @param dependencies the dependencies, one a tool
     * @return the policy
     * @throws IllegalArgumentException if there is no dependency, two are of one tool, one has no prerequisites, a name
     *     is empty, or tools require each other
     */
    public static KeyedPolicy of(KeyedDependency... dependencies) {
        return named(NAME, List.of(dependencies));
    }

    /**
     * A policy with a name of its own.
     *
     * @param name the policy's name
     * @param dependencies the dependencies, one a tool
     * @return the policy
     * @throws IllegalArgumentException if there is no dependency, two are of one tool, one has no prerequisites, a name
     *     is empty, or tools require each other
     */
    public static KeyedPolicy named(String name, Collection<KeyedDependency> dependencies) {
        Map<String, KeyedDependency> byTool = new LinkedHashMap<>();
        for (KeyedDependency dependency : dependencies) {
            if (byTool.put(dependency.dependent(), dependency) != null) {
                throw new IllegalArgumentException("two dependencies are of tool \"" + dependency.dependent() + "\"");
            }
        }
        return new KeyedPolicy(name, byTool);
    }

    @Override
    public String kind() {
        return "keyed";
    }
}
