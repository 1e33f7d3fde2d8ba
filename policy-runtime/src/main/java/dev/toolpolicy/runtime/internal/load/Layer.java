package dev.toolpolicy.runtime.internal.load;

import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A layer with all that it says, before it is compared with the tools. A file is read into one, and lists that were set
 * in code are put into one. Immutable.
 *
 * @param source the name of the layer in messages
 * @param file the file that it was read from; empty for layers without one
 * @param problems the problems of the layer by itself
 * @param unknownTools the severity of a policy for a tool that doesn't exist
 * @param facts the facts that the layer declares, as an object's properties; empty if it declares none
 * @param sections the policies, tool by tool, in written order
 * @param results what the tools' results bring, in written order
 * @param accepted the codes of the warnings that the layer accepts
 * @param isScoped whether it is for some tools only
 * @param isFloor whether its lists apply in addition to those of all layers
 */
public record Layer(
        String source,
        Optional<Path> file,
        List<PolicyProblem> problems,
        Severity unknownTools,
        Optional<LayerPart<ToolSchema>> facts,
        List<LayerSection> sections,
        List<LayerResults> results,
        Set<String> accepted,
        boolean isScoped,
        boolean isFloor)
        implements PolicyLayer {

    /** Copies the components. */
    public Layer {
        problems = List.copyOf(problems);
        sections = List.copyOf(sections);
        results = List.copyOf(results);
        accepted = Set.copyOf(accepted);
    }

    /** A layer that was read from a text. */
    public interface Text extends PolicyLayer {
        /** Returns what was read. */
        Layer read();

        /** Reads the layer again, as its file is now; a layer without a file stays as it is. */
        PolicyLayer reread();
    }

    /**
     * Returns what a layer says.
     *
     * @throws IllegalArgumentException if the layer is of another project
     */
    public static Layer of(PolicyLayer layer) {
        if (layer instanceof Layer itself) {
            return itself;
        } else if (layer instanceof Text text) {
            return text.read();
        }
        throw new IllegalArgumentException(
                "a policy layer must come from PolicyConfiguration or PolicyEngine.layer, was a "
                        + layer.getClass().getName());
    }

    /**
     * Returns whether layers accept a problem, which is never an error: a warning at a place in a file that accepts it, or
     * one without a place that a file for all tools accepts.
     */
    public static boolean accept(List<? extends PolicyLayer> layers, PolicyProblem problem) {
        Diagnostic found = problem.diagnostic();
        return !found.isError()
                && layers.stream()
                        .map(Layer::of)
                        .filter(layer -> problem.place()
                                .map(place -> place.source().equals(layer.source))
                                .orElse(!layer.isScoped))
                        .anyMatch(layer -> layer.accepted.contains(found.code().id()));
    }

    /** Returns layers as their files are now. */
    public static List<PolicyLayer> reread(List<PolicyLayer> layers) {
        return layers.stream()
                .map(layer -> layer instanceof Text text ? text.reread() : of(layer))
                .toList();
    }

    /** Sorts the problems by layer and text; those of code come last, since code is above all layers. */
    static void sort(List<Layer> layers, List<PolicyProblem> problems) {
        List<String> sources = layers.stream().map(Layer::source).toList();
        Comparator<PolicyProblem.Place> order = Comparator.comparing(
                        (PolicyProblem.Place at) -> at.line() == 0 && !sources.contains(at.source())
                                ? sources.size()
                                : sources.indexOf(at.source()))
                .thenComparing(PolicyProblem.Place::line)
                .thenComparing(PolicyProblem.Place::column);
        problems.sort(Comparator.comparing(
                problem -> problem.place().orElseGet(() -> PolicyProblem.Place.whole(problem.subject())), order));
    }

    /**
     * Returns the layer of rule lists that were set in code. Their only place is their tool.
     *
     * @param run the run rules, by tool or pattern
     * @param result the result rules, by tool or pattern
     * @param facts the declared facts; empty if code declares none
     * @param results what results bring, by tool or pattern
     */
    public static Layer ofCode(
            Map<String, RuleList> run,
            Map<String, RuleList> result,
            Optional<ToolSchema> facts,
            Map<String, List<ResultSpec>> results) {
        List<LayerSection> sections = new ArrayList<>();
        run.forEach((tool, list) -> sections.add(section(tool, ListKind.RUN, list)));
        result.forEach((tool, list) -> sections.add(section(tool, ListKind.RESULT, list)));
        List<LayerResults> brought = new ArrayList<>();
        results.forEach((tool, entries) -> brought.add(LayerResults.ofCode(tool, entries)));
        return ofCode("code", Severity.ERROR, facts, sections).with(brought);
    }

    /** Returns the layer with what results bring. */
    public Layer with(List<LayerResults> others) {
        return new Layer(source, file, problems, unknownTools, facts, sections, others, accepted, isScoped, isFloor);
    }

    @Override
    public Layer asFloor() {
        return new Layer(source, file, problems, unknownTools, facts, sections, results, accepted, isScoped, true);
    }

    /**
     * Returns the layer as one for some tools only: what it says of others is a problem, and so are facts, which all tools
     * share.
     *
     * @param scope the names or patterns of the tools; empty for all tools
     */
    public Layer only(List<String> scope) {
        if (scope.isEmpty()) {
            return this;
        }
        List<PolicyProblem> more = new ArrayList<>(problems);
        facts.ifPresent(part -> more.add(part.problem(LayerWords.outsideScope("facts", scope))));
        sections.stream()
                .filter(section -> !isWithin(section.tool(), scope))
                .forEach(section -> more.add(section.problem(LayerWords.outsideScope(quoted(section.tool()), scope))));
        results.stream()
                .filter(entry -> !entry.isOfCatalog() && !isWithin(entry.tool(), scope))
                .forEach(entry ->
                        more.add(entry.problem(LayerWords.outsideScope("results of " + quoted(entry.tool()), scope))));
        return new Layer(source, file, more, unknownTools, facts, sections, results, accepted, true, isFloor);
    }

    /** Returns whether each tool that fits a name or pattern fits one of others: a {@code *} needs one to fit. */
    private static boolean isWithin(String name, List<String> scope) {
        return scope.stream().anyMatch(each -> ToolNames.fits(each, name));
    }

    /** Returns a layer that no file says. */
    public static Layer ofCode(
            String source, Severity unknown, Optional<ToolSchema> facts, List<LayerSection> sections) {
        Optional<LayerPart<ToolSchema>> part = facts.map(said -> LayerPart.of(LayerPlaces.named(source), "", said));
        return new Layer(
                source, Optional.empty(), List.of(), unknown, part, sections, List.of(), Set.of(), false, false);
    }

    private static LayerSection section(String tool, ListKind kind, RuleList rules) {
        LayerSection section = LayerSection.of(tool, LayerPlaces.none(), "");
        String owner = section.isForAll() ? "all tools" : (section.isPattern() ? "tools " : "tool ") + quoted(tool);
        LayerPlaces places = LayerPlaces.named(owner + ", " + kind.word() + " by code");
        ListOrigin.Kind origin = section.isForAll() ? ListOrigin.Kind.CODE_OF_ALL_TOOLS : ListOrigin.Kind.CODE;
        LayerList list = LayerList.ofCode(places, new ListOrigin(origin, Optional.empty()), rules);
        return LayerSection.of(tool, places, "").withLists(Map.of(kind, list));
    }

    @Override
    public String toString() {
        return source;
    }
}
