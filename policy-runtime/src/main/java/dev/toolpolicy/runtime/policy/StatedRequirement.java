package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;

/**
 * A requirement of a tool as it was stated in code: a policy named {@code require:<tool>}. An engine reads it together
 * with its tools and what they declare themselves, so that a key that the tools call a path is compared as one; alone,
 * in a registry, it compares keys as they are written, which allows no more. Immutable.
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
     * This requirement, where one of the required tools must have succeeded with the same argument. A call without the
     * argument is allowed.
     *
     * @param pointer where all the tools name it, as a JSON Pointer
     * @return the changed requirement
     * @throws IllegalArgumentException if it is no pointer
     */
    public StatedRequirement sameArgument(String pointer) {
        return sameArgument(pointer, pointer);
    }

    /**
     * This requirement, where one of the required tools must have succeeded with the same argument. A call without the
     * argument is allowed.
     *
     * @param pointer where the tool that requires names it, as a JSON Pointer
     * @param requiredPointer where the required tools name it
     * @return the changed requirement
     * @throws IllegalArgumentException if one is no pointer
     */
    public StatedRequirement sameArgument(String pointer, String requiredPointer) {
        return keyed(new Requirement.Key(
                ArgumentPointer.parse(pointer), ArgumentPointer.parse(requiredPointer), Match.ANY, false));
    }

    /**
     * This requirement, where all the required tools must have succeeded with the same argument, and not only one.
     *
     * @return the changed requirement
     * @throws IllegalStateException if no argument was said before
     */
    public StatedRequirement all() {
        Requirement.Key key = key();
        return keyed(new Requirement.Key(key.argument(), key.requiredArgument(), Match.ALL, key.denyWhenMissing()));
    }

    /**
     * This requirement, where a call without the argument is denied.
     *
     * @return the changed requirement
     * @throws IllegalStateException if no argument was said before
     */
    public StatedRequirement denyWhenMissing() {
        Requirement.Key key = key();
        return keyed(new Requirement.Key(key.argument(), key.requiredArgument(), key.match(), true));
    }

    private Requirement.Key key() {
        return requirement.key().orElseThrow(() -> new IllegalStateException(
                "the requirement of tool \"" + tool + "\" has no argument yet: say sameArgument first"));
    }

    private StatedRequirement keyed(Requirement.Key key) {
        return new StatedRequirement(tool, Requirement.sameKey(requirement.tools(), key));
    }

    /**
     * The tool that requires.
     *
     * @return its name
     */
    public String tool() {
        return tool;
    }

    /**
     * What it requires.
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
