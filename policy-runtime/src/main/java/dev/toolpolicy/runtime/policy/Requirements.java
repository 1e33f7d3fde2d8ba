package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;

/**
 * A requirement of earlier successful calls, in code that reads like a rule: {@code requires("deploy", "test",
 * "build")}, {@code requires("write_file", "read_file").sameArgument("/path")}. It is a policy named {@code
 * require:<tool>}. The same requirement in annotations gives the same decisions.
 *
 * <p>An engine combines it with its tools and their declarations, so that keys that the tools declare as paths are
 * compared as paths. Alone, in a registry, it compares keys as they are written, which allows no more. Immutable.
 */
public final class Requirements extends DependencyPolicy {
    private final String tool;
    private final Requirement requirement;

    private Requirements(String tool, Requirement requirement) {
        super(
                RequirementDependencies.nameOf(tool),
                RequirementDependencies.KIND,
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

    /**
     * Returns the requirement that all of some tools have succeeded, with any arguments. If an argument is added next,
     * one of them is enough.
     *
     * @param tool the tool that has the requirement
     * @param required the names of the tools that it requires, at least one
     * @return the requirement
     * @throws IllegalArgumentException if there is no required tool, a name is empty, or the tool requires itself
     */
    public static Requirements requires(String tool, String... required) {
        return new Requirements(Require.name("tool name", tool), Requirement.allOf(List.of(required)));
    }

    /**
     * Creates the policies of a session from the tools' declarations and from code. Each tool with requirements gets
     * one policy named {@code require:<tool>}, in the order of the catalog. It contains the declared requirements and
     * those from code. All other policies follow unchanged.
     *
     * @param catalog the tools, whose schemas define the keys
     * @param policies the policies in order, including requirements from code
     * @param paths how keys that are paths are compared, and the view of files
     * @return an immutable list of policies
     * @throws InvalidPolicyException if a tool is not in the catalog, a key's pointer doesn't exist, its two
     *     sides differ in type, tools require each other, or a requirement about files has no view of them
     */
    public static List<ToolPolicy> resolve(
            ToolCatalog catalog, List<? extends ToolPolicy> policies, PathSettings paths) {
        return new RequirementResolution(catalog, policies, paths).policies();
    }

    /**
     * Returns this requirement, where one of the required tools must have succeeded with the same argument. A call
     * without the argument is denied.
     *
     * @param pointer the argument of all the tools, as a JSON Pointer
     * @return the changed requirement
     * @throws IllegalArgumentException if the text is not a JSON Pointer
     */
    public Requirements sameArgument(String pointer) {
        return sameArgument(pointer, pointer);
    }

    /**
     * Returns this requirement, where one of the required tools must have succeeded with the same argument. A call
     * without the argument is denied.
     *
     * @param pointer the argument of the tool with the requirement, as a JSON Pointer
     * @param requiredPointer the argument of the required tools
     * @return the changed requirement
     * @throws IllegalArgumentException if a text is not a JSON Pointer
     */
    public Requirements sameArgument(String pointer, String requiredPointer) {
        return keyed(new Requirement.Key(
                ArgumentPointer.parse(pointer), ArgumentPointer.parse(requiredPointer), Match.ANY, true));
    }

    /**
     * Returns this requirement, where all the required tools must have succeeded with the same argument, not only
     * one.
     *
     * @return the changed requirement
     * @throws IllegalStateException if no argument was set before
     */
    public Requirements all() {
        Requirement.Key key = key();
        return keyed(new Requirement.Key(key.argument(), key.requiredArgument(), Match.ALL, key.denyWhenMissing()));
    }

    /**
     * Returns this requirement, which then allows a call without the argument.
     *
     * @return the changed requirement
     * @throws IllegalStateException if no argument was set before
     */
    public Requirements allowWhenMissing() {
        Requirement.Key key = key();
        return keyed(new Requirement.Key(key.argument(), key.requiredArgument(), key.match(), false));
    }

    private Requirement.Key key() {
        return requirement
                .key()
                .orElseThrow(() -> new IllegalStateException(
                        "the requirement of tool \"" + tool + "\" has no argument yet: say sameArgument first"));
    }

    private Requirements keyed(Requirement.Key key) {
        return new Requirements(tool, Requirement.sameKey(requirement.tools(), key));
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
}
