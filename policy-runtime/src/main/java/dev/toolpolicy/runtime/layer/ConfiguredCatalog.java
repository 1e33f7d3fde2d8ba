package dev.toolpolicy.runtime.layer;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.PathReading;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tools with what configurations say of them (R4). Layers are, from the first to the last: what a tool declares itself,
 * then configurations in their order, lists that code gives among them. The last layer that has a list for a tool gives the whole list; the last one
 * with a list for all tools serves those that no layer has one for. Requirements add up. Immutable.
 */
public final class ConfiguredCatalog {
    private final ToolCatalog tools;
    private final Map<String, ListOrigin> origins;
    private final Map<String, ConfigurationPlace> requirements;
    private final List<ConfigurationProblem> problems;
    private final Set<Path> files;

    ConfiguredCatalog(
            ToolCatalog tools,
            Map<String, ListOrigin> origins,
            Map<String, ConfigurationPlace> requirements,
            List<ConfigurationProblem> problems,
            Set<Path> files) {
        this.tools = tools;
        this.origins = Map.copyOf(origins);
        this.requirements = Map.copyOf(requirements);
        this.problems = List.copyOf(problems);
        this.files = Set.copyOf(files);
    }

    /**
     * Compares tools with configurations, checks every list, and puts the layers together.
     *
     * @param declared the tools
     * @param layers the configurations, from the first to the last
     * @return the tools as configured; to be used only if no problem is an error
     */
    public static ConfiguredCatalog of(ToolCatalog declared, List<PolicyLayer> layers) {
        return of(declared, layers, PathReading.PLAIN);
    }

    /**
     * Compares tools with configurations, checks every list for an engine that reads paths in its own way, and puts the
     * layers together.
     *
     * @param declared the tools
     * @param layers the configurations, from the first to the last
     * @param paths how paths are read: which rules can decide depends on it
     * @return the tools as configured; to be used only if no problem is an error
     */
    public static ConfiguredCatalog of(ToolCatalog declared, List<PolicyLayer> layers, PathReading paths) {
        return new Layering(declared, layers, paths).catalog();
    }

    /**
     * The tools with the lists in force and all requirements. Those that configurations declare come last.
     *
     * @return the catalog
     * @throws InvalidConfigurationException if one of the problems is an error
     */
    public ToolCatalog orThrow() {
        if (problems.stream().anyMatch(problem -> problem.diagnostic().isError())) {
            throw new InvalidConfigurationException(problems);
        }
        return tools;
    }

    /**
     * The tools as far as they could be configured, to look for more problems.
     *
     * @return the catalog; those lists that have problems are missing in it
     */
    public ToolCatalog tools() {
        return tools;
    }

    /**
     * Every problem of the configurations, warnings among them, in the order of layers and text.
     *
     * @return an immutable list
     */
    public List<ConfigurationProblem> problems() {
        return problems;
    }

    /**
     * What a list in force came from.
     *
     * @param tool the tool's name
     * @param list {@code run} or {@code result}
     * @return its origin
     */
    public ListOrigin origin(String tool, String list) {
        return origins.getOrDefault(key(tool, list), new ListOrigin(ListOrigin.Kind.NONE, Optional.empty()));
    }

    static String key(String tool, String list) {
        return list + " " + tool;
    }

    /**
     * Whether a list came from a layer above the tools' own declarations, and so has been checked.
     *
     * @param tool the tool's name
     * @param list {@code run} or {@code result}
     * @return false for what the tool declares itself
     */
    public boolean isConfigured(String tool, String list) {
        ListOrigin.Kind kind = origin(tool, list).kind();
        return kind != ListOrigin.Kind.NONE && kind != ListOrigin.Kind.DECLARATION;
    }

    /**
     * Where configurations say what a tool requires.
     *
     * @param tool the tool's name
     * @return the place in the last of them; empty if none does
     */
    public Optional<ConfigurationPlace> requirementsOf(String tool) {
        return Optional.ofNullable(requirements.get(tool));
    }

    /**
     * The files in force, which no call may change unattended (R5).
     *
     * @return the files, as they were given
     */
    public Set<Path> files() {
        return files;
    }
}
