package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;

/**
 * A requirement of a tool, created in code: a policy named {@code require:<tool>}. An engine combines it with its tools
 * and their declarations, so that keys that the tools declare as paths are compared as paths. Alone, in a registry, it
 * compares keys as they are written, which allows no more. Immutable.
 */
public final class StatedRequirement extends DependencyPolicy {
    private final String tool;
    private final Requirement requirement;

    StatedRequirement(String tool, Requirement requirement) {
        super(
                RequirementPolicy.nameOf(tool),
                RequirementPolicy.dependencies(
                        tool, List.of(requirement), (owner, pointer) -> CallKey.at(pointer.toString())));
        this.tool = tool;
        this.requirement = requirement;
    }

    /**
     * Returns this requirement, where one of the required tools must have succeeded with the same argument. A call
     * without the argument is allowed.
     *
     * @param pointer the argument of all the tools, as a JSON Pointer
     * @return the changed requirement
     * @throws IllegalArgumentException if the text is not a JSON Pointer
     */
    public StatedRequirement sameArgument(String pointer) {
        return sameArgument(pointer, pointer);
    }

    /**
     * Returns this requirement, where one of the required tools must have succeeded with the same argument. A call
     * without the argument is allowed.
     *
     * @param pointer the argument of the tool with the requirement, as a JSON Pointer
     * @param requiredPointer the argument of the required tools
     * @return the changed requirement
     * @throws IllegalArgumentException if a text is not a JSON Pointer
     */
    public StatedRequirement sameArgument(String pointer, String requiredPointer) {
        return keyed(new Requirement.Key(
                ArgumentPointer.parse(pointer), ArgumentPointer.parse(requiredPointer), Match.ANY, false));
    }

    /**
     * Returns this requirement, where all the required tools must have succeeded with the same argument, not only one.
     *
     * @return the changed requirement
     * @throws IllegalStateException if no argument was set before
     */
    public StatedRequirement all() {
        Requirement.Key key = key();
        return keyed(new Requirement.Key(key.argument(), key.requiredArgument(), Match.ALL, key.denyWhenMissing()));
    }

    /**
     * Returns this requirement, which then denies a call without the argument.
     *
     * @return the changed requirement
     * @throws IllegalStateException if no argument was set before
     */
    public StatedRequirement denyWhenMissing() {
        Requirement.Key key = key();
        return keyed(new Requirement.Key(key.argument(), key.requiredArgument(), key.match(), true));
    }

    private Requirement.Key key() {
        return requirement
                .key()
                .orElseThrow(() -> new IllegalStateException(
                        "the requirement of tool \"" + tool + "\" has no argument yet: say sameArgument first"));
    }

    private StatedRequirement keyed(Requirement.Key key) {
        return new StatedRequirement(tool, Requirement.sameKey(requirement.tools(), key));
    }

    /**
     * Returns the tool that has the requirement.
     *
     * @return the tool's name
     */
    public String tool() {
        return tool;
    }

    /**
     * Returns the requirement.
     *
     * @return the requirement, as a tool would declare it
     */
    public Requirement requirement() {
        return requirement;
    }

    @Override
    public String kind() {
        return RequirementPolicy.KIND;
    }
}
