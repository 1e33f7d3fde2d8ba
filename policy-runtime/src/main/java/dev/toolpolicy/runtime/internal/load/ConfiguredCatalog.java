package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The tools with their configured policies. The layers are, in order: the tool's declaration, then the configurations,
 * then lists that were set in code. The last layer with a list for a tool provides the whole list. The last list for
 * all tools applies to the tools without a list. Requirements add up. Immutable.
 *
 * @param tools the tools as far as they could be configured, to find more problems: without lists that have problems
 * @param origins the sources of the current lists, by list and tool
 * @param floors the floors
 * @param requirements the place of a tool's requirements in the last configuration that has some, by tool
 * @param problems every problem of the configurations, including warnings, in the order of layers and text
 * @param files the current policy files as they were given, which no call may change without approval
 * @param limits the limits of all tools together that fit a pattern, by pattern, in written order
 * @param facts the facts that tools and configurations declare
 * @param results what the tools' results bring
 */
public record ConfiguredCatalog(
        ToolCatalog tools,
        Map<String, ListOrigin> origins,
        FloorMerge floors,
        Map<String, PolicyProblem.Place> requirements,
        List<PolicyProblem> problems,
        Set<Path> files,
        Map<String, List<CallLimit>> limits,
        ToolSchema facts,
        ToolResults results) {

    /** Copies the components. */
    public ConfiguredCatalog {
        origins = Map.copyOf(origins);
        requirements = Map.copyOf(requirements);
        problems = List.copyOf(problems);
        files = Set.copyOf(files);
        limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
    }

    /**
     * Checks the layers against the tools, checks every list for an engine with its own reading of paths, and merges
     * the layers.
     *
     * @param declared the tools
     * @param layers the configurations, from the first to the last
     * @param paths how paths are read, which affects which rules can apply
     * @return the tools as configured; usable only if no problem is an error
     */
    public static ConfiguredCatalog of(ToolCatalog declared, List<? extends PolicyLayer> layers, PathReading paths) {
        return of(declared, layers, paths, Set.of());
    }

    /**
     * Checks and merges as {@link #of(ToolCatalog, List, PathReading)} does, for an engine that exists.
     *
     * @param later the names of the tools that came after the engine was built
     * @return the tools as configured; usable only if no problem is an error
     */
    public static ConfiguredCatalog of(
            ToolCatalog declared, List<? extends PolicyLayer> layers, PathReading paths, Set<String> later) {
        return new LayerMerge(declared, layers, paths, later, false).catalog();
    }

    /**
     * Returns the tools that a layer declares, with what it says of them, as if annotations said it. Which labels and sets
     * there are, and whether each rule can apply, is for the engine to say that gets them.
     *
     * @throws InvalidPolicyException if anything is wrong with the layer
     */
    public static ToolCatalog declaredBy(PolicyLayer layer) {
        ConfiguredCatalog read =
                new LayerMerge(ToolCatalog.empty(), List.of(layer), PathReading.PLAIN, Set.of(), true).catalog();
        List<PolicyProblem> errors = read.problems.stream()
                .filter(problem -> problem.diagnostic().isError())
                .filter(problem -> problem.diagnostic().code() != DiagnosticCode.UNREACHABLE_RULE)
                .toList();
        if (!errors.isEmpty()) {
            throw new InvalidPolicyException(errors);
        }
        return read.tools;
    }

    /**
     * Returns the source of a current list.
     *
     * @param tool the tool's name
     * @param list which of its lists
     * @return its origin
     */
    public ListOrigin origin(String tool, ListKind list) {
        return origins.getOrDefault(key(tool, list), new ListOrigin(ListOrigin.Kind.NONE, Optional.empty()));
    }

    /**
     * Returns the source of the list that a rule is in.
     *
     * @param rule the index of the rule in all rules of the tool's list and its floors; empty for the tool's own list
     * @return its origin, with the place of the rule if that is in a floor
     */
    public ListOrigin origin(String tool, ListKind list, OptionalInt rule) {
        int own = tools.find(tool)
                .flatMap(each -> each.rules(list))
                .map(each -> each.rules().size())
                .orElse(0);
        List<ListOrigin> above = floors.of(tool, list).origins();
        int index = rule.orElse(-1) - own;
        return index >= 0 && index < above.size() ? above.get(index) : origin(tool, list);
    }

    /** Returns the sources of the floors that apply to a tool in addition to its list, in words. */
    public List<String> floors(String tool, ListKind list) {
        return floors.of(tool, list).sources().stream()
                .map(ListOrigin::toString)
                .toList();
    }

    /**
     * Returns the rules of floors that are only for tools with the places they look at, with the tools that lack them.
     *
     * @return one line for each such rule
     */
    public List<String> absences() {
        return List.copyOf(floors.absences());
    }

    static String key(String tool, ListKind list) {
        return list + " " + tool;
    }

    /**
     * Returns whether a list came from a layer above the tools' declarations, and so was checked.
     *
     * @param tool the tool's name
     * @param list which of its lists
     * @return false for the tool's own declaration
     */
    public boolean isConfigured(String tool, ListKind list) {
        ListOrigin.Kind kind = origin(tool, list).kind();
        return kind != ListOrigin.Kind.NONE && kind != ListOrigin.Kind.DECLARATION;
    }

    /**
     * Returns the place of a tool's requirements in the configurations.
     *
     * @param tool the tool's name
     * @return the place in the last of them; empty if there is none
     */
    public Optional<PolicyProblem.Place> requirementsOf(String tool) {
        return Optional.ofNullable(requirements.get(tool));
    }
}
