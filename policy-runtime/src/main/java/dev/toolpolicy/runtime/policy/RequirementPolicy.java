package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * All requirements of one tool, from annotations, files and code, as one policy named {@code require:<tool>}.
 * Requirements without a key come first, then those with a key, in the order of declaration. Immutable.
 */
final class RequirementPolicy extends DependencyPolicy {
    /** The kind of such a policy, also of one requirement that was created alone. */
    static final String KIND = "requirement";

    /**
     * Creates a policy of these requirements.
     *
     * @param keys returns the key of a tool at a pointer
     * @throws IllegalArgumentException as {@link DependencyPolicy} does
     */
    RequirementPolicy(
            String tool, Collection<Requirement> requirements, BiFunction<String, ArgumentPointer, CallKey> keys) {
        super(nameOf(tool), dependencies(tool, requirements, keys));
    }

    static String nameOf(String tool) {
        return "require:" + tool;
    }

    static List<Dependency> dependencies(
            String tool, Collection<Requirement> requirements, BiFunction<String, ArgumentPointer, CallKey> keys) {
        List<Dependency> dependencies = new ArrayList<>();
        Set<String> unkeyed = new LinkedHashSet<>();
        requirements.stream().filter(each -> each.key().isEmpty()).forEach(each -> unkeyed.addAll(each.tools()));
        if (!unkeyed.isEmpty()) {
            dependencies.add(new SequentialDependency(tool, unkeyed));
        }
        for (Requirement requirement : requirements) {
            if (requirement.key().isPresent()) {
                dependencies.add(
                        keyed(tool, requirement.tools(), requirement.key().get(), keys));
            }
        }
        return dependencies;
    }

    private static KeyedDependency keyed(
            String tool,
            List<String> required,
            Requirement.Key key,
            BiFunction<String, ArgumentPointer, CallKey> keys) {
        KeyedDependency dependency = KeyedDependency.of(tool, keys.apply(tool, key.argument()));
        for (String prerequisite : required) {
            dependency = dependency.after(prerequisite, keys.apply(prerequisite, key.requiredArgument()));
        }
        dependency = key.match() == Match.ALL ? dependency.all() : dependency;
        return key.denyWhenMissing() ? dependency.denyWhenMissing() : dependency;
    }

    @Override
    public String kind() {
        return KIND;
    }
}
