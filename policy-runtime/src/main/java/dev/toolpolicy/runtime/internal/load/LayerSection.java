package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The policies of one tool, or of all tools without their own, in one layer. Immutable. */
public interface LayerSection {
    /** The name of the section that serves all tools without a list of their own. */
    String ALL = "*";

    /**
     * A value that was read, and the problems found in it.
     *
     * @param value the value; empty if a problem prevents its use
     * @param problems the problems with their places
     * @param <T> the type of the value
     */
    record Read<T>(Optional<T> value, List<PolicyProblem> problems) {}

    /**
     * The reach of a section.
     *
     * @param overrides whether its lists, under a pattern, replace those that tools have of their own
     * @param external whether its tools may come later
     */
    record Reach(boolean overrides, boolean external) {
        /** Lists for tools that exist and have none of their own. */
        public static final Reach PLAIN = new Reach(false, false);
    }

    /**
     * A string parameter that the section declares to be a path.
     *
     * @param pointer the place of the parameter, or of the array whose elements are paths
     * @param at places a problem at the declaration
     */
    record PathParameter(ArgumentPointer pointer, Function<Diagnostic, PolicyProblem> at) {}

    /** Requirements as written, with their places. */
    interface Requirements {
        /**
         * Reads the requirements.
         *
         * @return the requirements, or the problems
         */
        Read<List<Requirement>> read();

        /**
         * Places a problem at the name of a tool.
         *
         * @param requirement the index of the requirement
         * @param tool the index of the name in it
         * @param problem the problem
         * @return the problem with its place
         */
        PolicyProblem problem(int requirement, int tool, Diagnostic problem);

        /**
         * Returns the place of the requirements.
         *
         * @return the place of all of them
         */
        PolicyProblem.Place place();
    }

    /**
     * Returns the tool's name.
     *
     * @return the name, or {@link #ALL}
     */
    String tool();

    /**
     * Returns the tool's lists.
     *
     * @return the lists by their kinds
     */
    Map<ListKind, ? extends LayerRules> lists();

    /**
     * Returns what the tool requires.
     *
     * @return the requirements; empty if the section has none
     */
    Optional<Requirements> requirements();

    /**
     * Reads the limits of the tool's calls, or of the calls of all tools that fit the pattern together.
     *
     * @return the limits, or the problems; empty if the section has none
     */
    Optional<Read<List<CallLimit>>> limits();

    /**
     * Returns how the section applies, if it stands under a pattern.
     *
     * @return the reach
     */
    Reach reach();

    /**
     * Reads the parameters that the section declares.
     *
     * @return the schema, or the problems; empty if the section declares no parameters
     */
    Optional<Read<ToolSchema>> parameters();

    /**
     * Returns the strings that the section declares to be paths, of a tool that is declared elsewhere.
     *
     * @return the parameters, in the order of the section
     */
    List<PathParameter> paths();

    /**
     * Returns the tool's description for models.
     *
     * @return the description, or an empty string
     */
    String description();

    /**
     * Places a problem at the section.
     *
     * @param problem the problem
     * @return the problem with its place
     */
    PolicyProblem problem(Diagnostic problem);

    /**
     * Places a problem at the declared parameters.
     *
     * @param problem the problem
     * @return the problem with its place
     */
    PolicyProblem parametersProblem(Diagnostic problem);

    /**
     * Returns whether the section serves all tools without a list of their own.
     *
     * @return true for {@link #ALL}
     */
    default boolean isForAll() {
        return tool().equals(ALL);
    }

    /**
     * Returns whether the section serves several tools: all, or those whose names fit a pattern.
     *
     * @return true if its name has a {@code *}
     */
    default boolean isPattern() {
        return ToolNames.isPattern(tool());
    }
}
