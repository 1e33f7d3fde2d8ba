package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.schema.NormalPath;
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
        public StatedRequirement after(String... tools) {
            return new StatedRequirement(tool, Requirement.allOf(List.of(tools)));
        }
    }

    /**
     * Creates the policies of a session. Paths are compared in their plain normal form.
     *
     * @param catalog the tools, whose schemas define the keys
     * @param policies the policies in order, including requirements from code
     * @return an immutable list of policies
     * @throws InvalidRequirementsException as {@link #resolve(ToolCatalog, List, NormalPath.Form)} does
     */
    public static List<ToolPolicy> resolve(ToolCatalog catalog, List<? extends ToolPolicy> policies) {
        return resolve(catalog, policies, NormalPath.Form.PLAIN);
    }

    /**
     * Creates the policies of a session from the tools' declarations and from code. Each tool with requirements gets
     * one policy named {@code require:<tool>}, in the order of the catalog. It contains the declared requirements and
     * those from code. All other policies follow unchanged.
     *
     * @param catalog the tools, whose schemas define the keys
     * @param policies the policies in order, including requirements from code
     * @param form creates the normal forms of keys that are paths
     * @return an immutable list of policies
     * @throws InvalidRequirementsException if a tool is not in the catalog, a key's pointer doesn't exist, its two
     *     sides differ in type, or tools require each other
     */
    public static List<ToolPolicy> resolve(
            ToolCatalog catalog, List<? extends ToolPolicy> policies, NormalPath.Form form) {
        return new RequirementResolution(catalog, policies, form).policies();
    }
}
