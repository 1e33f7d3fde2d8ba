package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import java.util.List;

/**
 * One requirement, stated in code. An engine combines it with its tools and their declarations, so that keys that the
 * tools declare as paths are compared as paths. Alone, in a registry, it compares keys as they are written, which allows
 * no more.
 */
final class RequirementPolicy extends DependencyPolicy {
    private final String tool;
    private final Requirement requirement;

    RequirementPolicy(String tool, Requirement requirement) {
        super(
                RequirementDependencies.nameOf(tool),
                REQUIREMENT,
                RequirementDependencies.dependencies(
                        tool,
                        List.of(requirement),
                        (owner, pointer) -> CallKey.at(pointer.toString()),
                        file -> false,
                        List::of));
        this.tool = tool;
        this.requirement = requirement;
        withoutCycles();
    }

    String tool() {
        return tool;
    }

    Requirement requirement() {
        return requirement;
    }
}
