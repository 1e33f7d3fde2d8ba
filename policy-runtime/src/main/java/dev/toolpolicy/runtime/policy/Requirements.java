package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;

/**
 * Requirements of earlier successful calls, in code that reads like rules: {@code require("deploy").after("test",
 * "build")}, {@code require("write_file").after("read_file").sameArgument("/path")}. The same requirements in
 * annotations give the same decisions.
 */
public final class Requirements {
    private Requirements() {}

    /**
     * Starts a requirement.
     *
     * @param tool the tool that has the requirement
     * @return the start of the requirement
     * @throws IllegalArgumentException if the name is empty
     */
    public static Dependent require(String tool) {
        if (tool.isBlank()) {
            throw new IllegalArgumentException("tool name must not be empty");
        }
        return new Dependent(tool);
    }

    /** The start of a requirement, with its tool. */
    public static final class Dependent {
        private final String tool;

        private Dependent(String tool) {
            this.tool = tool;
        }

        /**
         * Returns the requirement that all of these tools have succeeded, with any arguments. If an argument is added
         * next, one of them is enough.
         *
         * @param tools the tools' names, at least one
         * @return the requirement
         * @throws IllegalArgumentException if there is no name, one is empty, or the tool requires itself
         */
        public Stated after(String... tools) {
            return new Stated(tool, Requirement.allOf(List.of(tools)));
        }
    }

    /**
     * Creates the policies of a session. Paths are compared in their plain normal form.
     *
     * @param catalog the tools, whose schemas define the keys
     * @param policies the policies in order, including requirements from code
     * @return an immutable list of policies
     * @throws InvalidPolicyException as {@link #resolve(ToolCatalog, List, PathSettings)} does
     */
    public static List<ToolPolicy> resolve(ToolCatalog catalog, List<? extends ToolPolicy> policies) {
        return resolve(catalog, policies, PathSettings.plain());
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
     * A requirement of a tool, created in code: a policy named {@code require:<tool>}. An engine combines it with its
     * tools and their declarations, so that keys that the tools declare as paths are compared as paths. Alone, in a
     * registry, it compares keys as they are written, which allows no more. Immutable.
     */
    public static final class Stated extends DependencyPolicy {
        private final String tool;
        private final Requirement requirement;

        Stated(String tool, Requirement requirement) {
            super(
                    RequirementPolicy.nameOf(tool),
                    RequirementPolicy.dependencies(
                            tool,
                            List.of(requirement),
                            (owner, pointer) -> CallKey.at(pointer.toString()),
                            file -> false,
                            List::of));
            this.tool = tool;
            this.requirement = requirement;
        }

        /**
         * Returns this requirement, where one of the required tools must have succeeded with the same argument. A call
         * without the argument is denied.
         *
         * @param pointer the argument of all the tools, as a JSON Pointer
         * @return the changed requirement
         * @throws IllegalArgumentException if the text is not a JSON Pointer
         */
        public Stated sameArgument(String pointer) {
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
        public Stated sameArgument(String pointer, String requiredPointer) {
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
        public Stated all() {
            Requirement.Key key = key();
            return keyed(new Requirement.Key(key.argument(), key.requiredArgument(), Match.ALL, key.denyWhenMissing()));
        }

        /**
         * Returns this requirement, which then allows a call without the argument.
         *
         * @return the changed requirement
         * @throws IllegalStateException if no argument was set before
         */
        public Stated allowWhenMissing() {
            Requirement.Key key = key();
            return keyed(new Requirement.Key(key.argument(), key.requiredArgument(), key.match(), false));
        }

        private Requirement.Key key() {
            return requirement
                    .key()
                    .orElseThrow(() -> new IllegalStateException(
                            "the requirement of tool \"" + tool + "\" has no argument yet: say sameArgument first"));
        }

        private Stated keyed(Requirement.Key key) {
            return new Stated(tool, Requirement.sameKey(requirement.tools(), key));
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
}
