package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.read.PathSchemas;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The lists of floors, each for all tools that its name or pattern fits: none replaces another, in any layer. For
 * one use.
 */
final class FloorMerge {
    private final RuleScope scope;
    private final Map<String, ToolSpec<?>> tools;
    private final List<PolicyProblem> problems;
    /** By list and tool. */
    private final Map<String, Floors> all = new HashMap<>();

    private final List<String> absences = new ArrayList<>();
    /** The places of the keys of requirements, each with the name or pattern of its tools. */
    private final List<Map.Entry<String, ArgumentPointer>> keys = new ArrayList<>();

    /**
     * The floors of one list of a tool, in order.
     *
     * @param lists the floors
     * @param sources the origin of each
     * @param origins the origin of each of their rules
     */
    record Floors(List<RuleList> lists, List<ListOrigin> sources, List<ListOrigin> origins) {
        Floors() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    FloorMerge(RuleScope scope, Map<String, ToolSpec<?>> tools, List<PolicyProblem> problems) {
        this.scope = scope.inFloor();
        this.tools = tools;
        this.problems = problems;
    }

    /** Returns the floors of a tool's list. */
    Floors of(String tool, ListKind kind) {
        return all.getOrDefault(ConfiguredCatalog.key(tool, kind), new Floors());
    }

    /**
     * Checks that a section for some tools makes no path of a string that a floor reads: the floor's rule would mean
     * something else.
     *
     * @param unscoped the tools as they are without such sections
     * @param results what floors say about results
     */
    void checkPaths(LayerSection section, Map<String, ToolSpec<?>> unscoped, List<LayerResults> results) {
        for (String name : ToolNames.fitting(section.tool(), unscoped.keySet())) {
            ToolSchema before = Objects.requireNonNull(unscoped.get(name)).schema();
            ToolSchema now = Objects.requireNonNull(tools.get(name)).schema();
            arguments(name, before, results)
                    .filter(place -> PathSchemas.hasString(before, place) && !PathSchemas.hasString(now, place))
                    .map(place -> "a path at " + Words.quoted(place.toString()) + ", which a floor reads as a string")
                    .map(what -> section.problem(LayerWords.outsideScope(what, List.of(section.tool()))))
                    .findFirst()
                    .ifPresent(problems::add);
        }
    }

    /** Returns the places of arguments that a tool's floors read: in lists, in keys of requirements, and in results. */
    private Stream<ArgumentPointer> arguments(String tool, ToolSchema schema, List<LayerResults> results) {
        Stream<ArgumentPointer> rules = Stream.of(ListKind.values())
                .flatMap(kind -> of(tool, kind).lists().stream())
                .flatMap(list -> list.rules().stream())
                .flatMap(rule -> rule.conditions().stream()
                        .filter(condition -> !condition.isOnFact())
                        .map(condition ->
                                rule.each().map(each -> each.array().toString()).orElse("") + condition.pointer()))
                .map(ArgumentPointer::parse);
        Stream<ArgumentPointer> required =
                keys.stream().filter(key -> ToolNames.fits(key.getKey(), tool)).map(Map.Entry::getValue);
        Stream<ArgumentPointer> brought = results.stream()
                .filter(floor -> ToolNames.fits(floor.tool(), tool))
                .flatMap(floor -> floor.bind(scope.withParameters(schema), new ArrayList<>()).stream())
                .flatMap(entry -> entry.conditions().stream())
                .map(Condition::pointer);
        return Stream.of(rules, required, brought).flatMap(places -> places);
    }

    /** Returns a line for each rule that some tools lack the place for. */
    List<String> absences() {
        return absences;
    }

    /** Adds the lists of a section, and what its requirements read. */
    void add(LayerSection section) {
        for (Requirement each : section.requirements().flatMap(LayerPart::value).orElse(List.of())) {
            each.key().ifPresent(key -> {
                keys.add(Map.entry(section.tool(), key.argument()));
                each.tools().forEach(tool -> keys.add(Map.entry(tool, key.requiredArgument())));
            });
        }
        List<ToolSpec<?>> fitting = new ArrayList<>();
        ToolNames.fitting(section.tool(), tools.keySet())
                .forEach(name -> fitting.add(Objects.requireNonNull(tools.get(name), name)));
        section.lists().forEach((kind, written) -> {
            boolean isLoose = section.isPattern()
                    || section.reach().external()
                            && fitting.stream().anyMatch(tool -> LayerMerge.acceptsAnything(tool.schema()));
            if (isLoose) {
                share(fitting, kind, written);
            } else {
                fitting.forEach(tool -> own(tool, kind, written));
            }
        });
    }

    private void share(List<ToolSpec<?>> fitting, ListKind kind, LayerList written) {
        PatternRules rules = new PatternRules(written, scope);
        for (ToolSpec<?> tool : fitting) {
            Optional<RuleList> fit = rules.fit(tool.name(), tool.schema());
            fit.ifPresent(list -> serve(tool, kind, written, list, rules.numbers()));
        }
        problems.addAll(rules.problems());
        rules.absent().forEach((rule, names) -> addAbsence(written, rule, names));
    }

    private void own(ToolSpec<?> tool, ListKind kind, LayerList written) {
        RuleScope own = scope.withParameters(tool.schema());
        CheckedRules all = written.bind(own);
        List<Integer> absent = all.diagnostics().stream()
                .filter(written::isAbsent)
                .map(Diagnostic::rule)
                .toList();
        List<Integer> kept = IntStream.range(0, Math.max(written.size(), 0))
                .boxed()
                .filter(rule -> !absent.contains(rule))
                .toList();
        all.diagnostics().stream()
                .filter(problem -> !written.isAbsent(problem) || written.isMisspelled(problem))
                .map(written::problem)
                .forEach(problems::add);
        CheckedRules checked = absent.isEmpty() ? all : written.bind(own, kept);
        checked.rules().ifPresent(list -> serve(tool, kind, written, list, kept));
        absent.forEach(rule -> addAbsence(written, rule, List.of(tool.name())));
    }

    private void addAbsence(LayerList written, int rule, List<String> names) {
        String place = written.place(rule).map(at -> at + ": ").orElse("");
        absences.add(LayerWords.absent(place, rule, names));
    }

    private void serve(ToolSpec<?> tool, ListKind kind, LayerList written, RuleList list, List<Integer> numbers) {
        if (list.rules().isEmpty()) {
            return;
        }
        Floors floors = all.computeIfAbsent(ConfiguredCatalog.key(tool.name(), kind), none -> new Floors());
        floors.lists().add(list);
        floors.sources()
                .add(new ListOrigin(ListOrigin.Kind.FLOOR, written.origin().place()));
        for (int i = 0; i < list.rules().size(); i++) {
            int number = i < numbers.size() ? numbers.get(i) : i;
            floors.origins().add(new ListOrigin(ListOrigin.Kind.FLOOR, written.place(number)));
        }
    }

    /** Returns a tool's list with its floors. */
    Optional<RuleList> beside(String tool, ListKind kind, Optional<RuleList> own) {
        List<RuleList> floors = of(tool, kind).lists();
        RuleList none = kind == ListKind.RUN ? RuleList.empty() : RuleList.always(Mode.ALLOW);
        return floors.isEmpty() ? own : Optional.of(own.orElse(none).withFloors(floors));
    }
}
