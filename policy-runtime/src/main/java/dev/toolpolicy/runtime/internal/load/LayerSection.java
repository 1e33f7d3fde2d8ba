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

/**
 * The part of a layer about one tool, or about all tools that fit a pattern. Immutable.
 *
 * @param tool the tool's name, a pattern, or {@link #ALL}
 * @param places the places of the layer's parts
 * @param pointer the section, as a JSON Pointer; empty for a section that no file has
 * @param lists the lists by their kinds
 * @param requirements what the tool requires; empty if the section doesn't say
 * @param limits the limits of the tool's calls, or of all tools that fit the pattern together; empty if the section
 *     doesn't say
 * @param reach how a section under a pattern applies
 * @param parameters the declared parameters; empty if the section doesn't declare the tool
 * @param paths the strings that the section says are paths, of a tool that is declared elsewhere: places of
 *     parameters, or of arrays whose elements are paths
 * @param description the tool's description for models; empty if there is none
 */
public record LayerSection(
        String tool,
        LayerPlaces places,
        String pointer,
        Map<ListKind, LayerList> lists,
        Optional<LayerPart<List<Requirement>>> requirements,
        Optional<LayerPart<List<CallLimit>>> limits,
        Reach reach,
        Optional<LayerPart<ToolSchema>> parameters,
        List<LayerPart<ArgumentPointer>> paths,
        String description) {
    /** The name of the section that serves all tools without a list of their own. */
    public static final String ALL = "*";

    /**
     * The reach of a section.
     *
     * @param overrides whether its lists, under a pattern, replace those that tools have of their own
     * @param external whether its tools may come later
     */
    public record Reach(boolean overrides, boolean external) {
        /** Lists for tools that exist and have none of their own. */
        public static final Reach PLAIN = new Reach(false, false);
    }

    /** Returns a section that says nothing yet. */
    public static LayerSection of(String tool, LayerPlaces places, String pointer) {
        return new LayerSection(
                tool,
                places,
                pointer,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Reach.PLAIN,
                Optional.empty(),
                List.of(),
                "");
    }

    /** Returns the section with these lists. */
    public LayerSection withLists(Map<ListKind, LayerList> others) {
        return new LayerSection(
                tool, places, pointer, others, requirements, limits, reach, parameters, paths, description);
    }

    /** Returns the section with these limits, and this reach. */
    public LayerSection withLimits(Optional<LayerPart<List<CallLimit>>> others, Reach reached) {
        return new LayerSection(
                tool, places, pointer, lists, requirements, others, reached, parameters, paths, description);
    }

    /** Returns the section as one that declares its tool. */
    public LayerSection declaring(LayerPart<ToolSchema> schema, String words) {
        return new LayerSection(
                tool, places, pointer, lists, requirements, limits, reach, Optional.of(schema), paths, words);
    }

    /** Returns a problem of the section. */
    PolicyProblem problem(Diagnostic problem) {
        return places.problem(pointer, problem);
    }

    /** Returns whether a catalog declares the tool: then the parameters have no place of their own. */
    boolean isOfCatalog() {
        return parameters.filter(each -> each.pointer().equals(pointer)).isPresent();
    }

    /** Returns whether the section stands in a file. */
    boolean isWritten() {
        return !pointer.isEmpty();
    }

    /** Returns whether the section says anything beside the declaration of its tool. */
    boolean hasPolicy() {
        return !lists.isEmpty() || requirements.isPresent() || limits.isPresent() || !paths.isEmpty();
    }

    /** Returns whether the section serves all tools without a list of their own. */
    public boolean isForAll() {
        return tool.equals(ALL);
    }

    /** Returns whether the section serves several tools: all, or those whose names fit a pattern. */
    public boolean isPattern() {
        return ToolNames.isPattern(tool);
    }
}
