package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.schema.NormalPath;
import java.util.List;

/**
 * What tools need to have succeeded before them, in words that read like the rules:
 * {@code require("deploy").after("test", "build")},
 * {@code require("write_file").after("read_file").sameArgument("/path")}. Declared by annotations, the same words give
 * the same verdicts.
 */
public final class Requirements {
    private Requirements() {}

    /**
     * Begins a requirement.
     *
     * @param tool the tool that requires others
     * @return the words that follow
     * @throws IllegalArgumentException if the name is empty
     */
    public static Dependent require(String tool) {
        if (tool.isBlank()) {
            throw new IllegalArgumentException("a tool's name is never empty");
        }
        return new Dependent(tool);
    }

    /** A tool of which is not yet said what it requires. */
    public static final class Dependent {
        private final String tool;

        private Dependent(String tool) {
            this.tool = tool;
        }

        /**
         * All of these tools must have succeeded, with whatever arguments; one of them if an argument is said next.
         *
         * @param tools their names, at least one
         * @return the requirement
         * @throws IllegalArgumentException if there is no name, one is empty, or the tool requires itself
         */
        public StatedRequirement after(String... tools) {
            return new StatedRequirement(tool, Requirement.allOf(List.of(tools)));
        }
    }

    /**
     * Makes the policies of a session, with paths in their plain normal form as keys.
     *
     * @param catalog the tools, whose schemas say what keys are
     * @param policies policies in order, stated requirements among them
     * @return an immutable list of policies
     * @throws InvalidRequirementsException as {@link #resolve(ToolCatalog, List, NormalPath.Form)} does
     */
    public static List<ToolPolicy> resolve(ToolCatalog catalog, List<? extends ToolPolicy> policies) {
        return resolve(catalog, policies, NormalPath.Form.PLAIN);
    }

    /**
     * Makes the policies of a session out of what tools declare and what was stated in code: for each tool that
     * requires something one policy named {@code require:<tool>}, in the order of the catalog, with what was stated for
     * it in code added to what it declares; then all other policies as they are.
     *
     * @param catalog the tools, whose schemas say what keys are
     * @param policies policies in order, stated requirements among them
     * @param form how the normal forms of keys that are paths are made
     * @return an immutable list of policies
     * @throws InvalidRequirementsException if a tool is not in the catalog, a key leads nowhere or differs in type from
     *     one side to the other, or tools require each other
     */
    public static List<ToolPolicy> resolve(
            ToolCatalog catalog, List<? extends ToolPolicy> policies, NormalPath.Form form) {
        return new RequirementResolution(catalog, policies, form).policies();
    }
}
