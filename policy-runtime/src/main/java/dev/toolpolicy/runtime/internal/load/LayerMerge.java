package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.FactDeclarations;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.PathSchemas;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Shapes;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The merging of layers. Every list is checked, even if a later layer replaces it. For one use. */
final class LayerMerge {
    private final List<Layer> layers;
    private final ToolCatalog declared;
    private final boolean isAlone;
    private RuleScope scope;
    private final Set<String> later;
    private ToolResults results = ToolResults.NONE;
    private FloorMerge floors;
    private final Map<String, ToolSpec<?>> tools = new LinkedHashMap<>();
    /** Tools whose declaration is wrong: nothing that refers to them is judged. */
    private final Set<String> broken = new HashSet<>();

    private final Map<String, PatternLists.Own> lists = new HashMap<>();
    private final Map<String, List<Requirement>> requirements = new HashMap<>();
    private final LimitMerge limits = new LimitMerge();

    private final Map<String, PolicyProblem.Place> requirementPlaces = new HashMap<>();
    private final Map<String, ListOrigin> origins = new HashMap<>();
    private final List<PolicyProblem> problems = new ArrayList<>();

    /**
     * Begins a merging.
     *
     * @param isAlone whether the tools come to others, so that rules may name any label and any set
     */
    LayerMerge(
            ToolCatalog declared,
            List<? extends PolicyLayer> layers,
            PathReading paths,
            Set<String> later,
            boolean isAlone) {
        this.declared = declared;
        this.later = later;
        this.isAlone = isAlone;
        this.layers = layers.stream().map(Layer::of).toList();
        for (ToolSpec<?> tool : declared.tools()) {
            tools.put(tool.name(), tool);
            limits.add(tool);
        }
        scope = new RuleScope(ToolSchema.of(), facts(), paths);
        floors = new FloorMerge(scope, tools, problems);
    }

    /** Joins the facts that the tools and the layers declare. Declarations that differ are problems. */
    private ToolSchema facts() {
        List<LayerPart<ToolSchema>> declarations = new ArrayList<>();
        for (ToolSpec<?> tool : tools.values()) {
            LayerPlaces owner = LayerPlaces.named("tool " + Words.quoted(tool.name()));
            declarations.add(LayerPart.of(owner, "", tool.facts()));
        }
        layers.forEach(layer -> layer.facts().ifPresent(declarations::add));
        ToolSchema facts = ToolSchema.of();
        for (LayerPart<ToolSchema> each : declarations) {
            List<ToolSchema> both = List.of(facts, each.value().orElse(ToolSchema.of()));
            FactDeclarations.conflicts(both).forEach(conflict -> problems.add(each.problem(conflict)));
            facts = FactDeclarations.joined(both);
        }
        return facts;
    }

    ConfiguredCatalog catalog() {
        join();
        Map<String, RuleList> runs = current(ListKind.RUN);
        Map<String, RuleList> deliveries = current(ListKind.RESULT);
        Map<String, List<CallLimit>> shared = limits.all();
        List<ToolSpec<?>> configured = new ArrayList<>();
        for (ToolSpec<?> tool : tools.values()) {
            configured.add(configure(tool, runs, deliveries, shared));
        }
        shared.keySet().removeIf(name -> !ToolNames.isPattern(name));
        ToolCatalog merged = ToolCatalog.of(configured);
        limits.check(merged, scope.facts(), problems);
        if (!results.isEmpty()) {
            new FlowWarnings(configured, results, scope, problems).find();
        }
        problems.removeIf(problem -> Layer.accept(layers, problem));
        if (problems.size() > 1) {
            Layer.sort(layers, problems);
        }
        return new ConfiguredCatalog(
                merged, origins, floors, requirementPlaces, problems, files(), shared, scope.facts(), results);
    }

    /** Joins what the layers say of tools and results, and reads their rules. */
    private void join() {
        for (Layer layer : layers) {
            problems.addAll(layer.problems());
            layer.sections().forEach(this::declare);
        }
        sections(false).forEach(this::refine);
        Map<String, ToolSpec<?>> unscoped = new LinkedHashMap<>(tools);
        sections(true).forEach(this::refine);
        results = new ResultMerge(scope, tools, later, broken, problems).merge(layers);
        scope = isAlone ? scope : scope.with(results.scope());
        floors = new FloorMerge(scope, tools, problems);
        for (int number = 0; number < layers.size(); number++) {
            Layer layer = layers.get(number);
            for (LayerSection section : layer.sections()) {
                read(section, layer.unknownTools(), number);
            }
        }
        sections(true).forEach(section -> floors.checkPaths(section, unscoped, results.floors()));
    }

    /** Returns the sections of the layers that are for some tools only, or of the others. */
    private Stream<LayerSection> sections(boolean isScoped) {
        return layers.stream()
                .filter(layer -> layer.isScoped() == isScoped)
                .flatMap(layer -> layer.sections().stream());
    }

    private Set<Path> files() {
        Set<Path> files = new LinkedHashSet<>();
        layers.forEach(layer -> layer.file().ifPresent(files::add));
        return files;
    }

    private <T> ToolSpec<T> configure(
            ToolSpec<T> tool,
            Map<String, RuleList> runs,
            Map<String, RuleList> deliveries,
            Map<String, List<CallLimit>> merged) {
        List<Requirement> all = new ArrayList<>(tool.requirements());
        all.addAll(requirements.getOrDefault(tool.name(), List.of()));
        Optional<RuleList> run = Optional.ofNullable(runs.get(tool.name()));
        Optional<RuleList> result = Optional.ofNullable(deliveries.get(tool.name()));
        return new ConfiguredTool<>(
                tool,
                tool.schema(),
                floors.beside(tool.name(), ListKind.RUN, run),
                floors.beside(tool.name(), ListKind.RESULT, result),
                List.copyOf(all),
                List.copyOf(merged.getOrDefault(tool.name(), List.of())),
                scope.facts(),
                isAlone ? results.ofOwn(tool.name()) : tool.results());
    }

    // ---- tools

    private void declare(LayerSection section) {
        if (section.isPattern()) {
            return;
        }
        section.parameters().ifPresent(read -> {
            problems.addAll(read.problems());
            read.value().ifPresentOrElse(schema -> declare(section, schema), () -> broken.add(section.tool()));
        });
    }

    private void declare(LayerSection section, ToolSchema schema) {
        ToolSpec<?> known = tools.get(section.tool());
        if (known == null) {
            tools.put(section.tool(), DeclaredTool.of(section.tool(), schema).describedAs(section.description()));
        } else if (!isOfKnown(section) && !Shapes.same(known.schema(), schema)) {
            problems.add(section.parameters().orElseThrow().problem(LayerWords.duplicateTool(section.tool())));
        } else if (!isOfKnown(section)) {
            refine(section, schema); // each declaration may name sinks
        }
    }

    /** Returns whether a section is a catalog's, of a tool that is declared in code. */
    private boolean isOfKnown(LayerSection section) {
        return section.isOfCatalog() && declared.find(section.tool()).isPresent();
    }

    /** Makes paths of the strings that a section says are paths. */
    private void refine(LayerSection section) {
        if (isOfKnown(section)) {
            section.parameters().flatMap(LayerPart::value).ifPresent(schema -> refine(section, schema));
        }
        List<String> fitting = ToolNames.fitting(section.tool(), tools.keySet());
        for (LayerPart<ArgumentPointer> path : section.paths()) {
            ArgumentPointer pointer = path.value().orElseThrow();
            boolean found = false;
            for (String name : fitting) {
                ToolSpec<?> tool = Objects.requireNonNull(tools.get(name));
                Optional<ToolSchema> schema = PathSchemas.of(tool.schema(), pointer);
                schema.ifPresent(refined -> tools.put(name, ConfiguredTool.withSchema(tool, refined)));
                found |= schema.isPresent();
            }
            if (!found && !fitting.isEmpty() && !broken.contains(section.tool())) {
                problems.add(path.problem(Words.noString(pointer.toString())));
            }
        }
    }

    private void refine(LayerSection section, ToolSchema schema) {
        ToolSpec<?> known = Objects.requireNonNull(tools.get(section.tool()));
        List<String> lacking = new ArrayList<>();
        ParameterType refined = PathSchemas.refined(known.schema().root(), schema.root(), "", lacking);
        tools.put(section.tool(), ConfiguredTool.withSchema(known, new ToolSchema(refined)));
        lacking.forEach(path -> problems.add(section.problem(LayerWords.lackingPath(section.tool(), path))));
    }

    // ---- lists and requirements of one tool

    private void read(LayerSection section, Severity unknown, int layer) {
        ToolSpec<?> tool = tools.get(section.tool());
        if (broken.contains(section.tool()) || !section.hasPolicy()) {
            return;
        }
        boolean isFloor = layers.get(layer).isFloor();
        if (isFloor) {
            floors.add(section);
        }
        if (section.isPattern()) {
            readShared(section, unknown);
            return;
        } else if (tool == null) {
            if (!section.reach().external()) {
                List<String> known = List.copyOf(new TreeSet<>(tools.keySet()));
                report(section, LayerWords.unknownTool(section.tool(), known), unknown);
            }
            return;
        }
        if (!isFloor) {
            section.lists()
                    .forEach((list, written) ->
                            lists.put(ConfiguredCatalog.key(tool.name(), list), read(tool, section, written, layer)));
        }
        section.requirements().ifPresent(written -> require(List.of(tool.name()), written));
        section.limits().ifPresent(written -> limit(tool.name(), written));
    }

    /** Reads what stands under a pattern beside lists: requirements of each tool, limits of all together. */
    private void readShared(LayerSection section, Severity unknown) {
        List<String> fitting = ToolNames.fitting(section.tool(), tools.keySet());
        if (fitting.isEmpty() && !section.isForAll() && !section.reach().external()) {
            report(
                    section,
                    LayerWords.fitsNothing(section.tool(), List.copyOf(new TreeSet<>(tools.keySet()))),
                    unknown);
        }
        if (!section.isForAll()) {
            section.requirements().ifPresent(written -> require(fitting, written));
        }
        section.limits().ifPresent(written -> limit(section.tool(), written));
    }

    private void require(List<String> dependents, LayerPart<List<Requirement>> written) {
        List<Requirement> read = read(written);
        for (String tool : dependents) {
            List<Requirement> all = requirements.computeIfAbsent(tool, none -> new ArrayList<>());
            read.forEach(each -> addRequirement(each, tool, dependents, all));
            written.places().place(written.pointer()).ifPresent(place -> requirementPlaces.put(tool, place));
        }
    }

    /** Adds a requirement of some tools to one of them. One that names the tool itself requires only the named tools outside of the pattern. */
    private static void addRequirement(Requirement each, String tool, List<String> dependents, List<Requirement> all) {
        List<String> others = new ArrayList<>(each.tools());
        if (dependents.size() > 1 && others.contains(tool)) {
            others.removeAll(dependents);
        }
        if (!others.isEmpty()) {
            all.add(new Requirement(others, each.key(), each.isExternal(), each.reason()));
        }
    }

    private void limit(String name, LayerPart<List<CallLimit>> written) {
        problems.addAll(written.problems());
        limits.add(name, written);
    }

    /** Returns the requirements on existing tools; others are reported at their names. */
    private List<Requirement> read(LayerPart<List<Requirement>> written) {
        problems.addAll(written.problems());
        List<Requirement> all = written.value().orElse(List.of());
        List<Requirement> known = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).isExternal()) {
                known.add(all.get(i));
                continue;
            }
            List<String> names = all.get(i).tools();
            for (int j = 0; j < names.size(); j++) {
                if (!isKnown(names.get(j)) && !broken.contains(names.get(j))) {
                    Diagnostic unknown = LayerWords.unknownTool(names.get(j), List.copyOf(tools.keySet()));
                    problems.add(written.problem("/" + i + "/tools/" + j, unknown));
                }
            }
            known.addAll(names.stream().allMatch(this::isKnown) ? List.of(all.get(i)) : List.of());
        }
        return known;
    }

    /** Returns whether a tool has this name or fits this pattern. */
    private boolean isKnown(String name) {
        return !ToolNames.fitting(name, tools.keySet()).isEmpty();
    }

    private void report(LayerSection section, Diagnostic unknown, Severity severity) {
        Diagnostic problem = severity == Severity.ERROR ? unknown : LayerWords.asWarning(unknown);
        problems.add(section.problem(section.isWritten() ? problem.withNote(LayerWords.EXTERNAL) : problem));
    }

    static boolean acceptsAnything(ToolSchema schema) {
        return schema.parameters().isEmpty() && schema.root().additional() != null;
    }

    /** Reads a list. Rules on arguments of a tool that came without its parameters can't be read, as under a pattern. */
    private PatternLists.Own read(ToolSpec<?> tool, LayerSection section, LayerList written, int layer) {
        if (section.reach().external() && acceptsAnything(tool.schema())) {
            PatternRules rules = new PatternRules(written, scope);
            Optional<RuleList> fitting = rules.fit(tool.name(), tool.schema());
            problems.addAll(rules.problems());
            return new PatternLists.Own(tool, layer, fitting, written.origin());
        }
        CheckedRules read = written.bind(scope.withParameters(tool.schema()));
        read.diagnostics().stream()
                .map(written::problem)
                .filter(each -> !isKnown(each))
                .forEach(problems::add);
        return new PatternLists.Own(tool, layer, read.rules(), written.origin());
    }

    /** Returns whether a problem was already reported, so that one mistake has one message. */
    private boolean isKnown(PolicyProblem problem) {
        return problem.diagnostic().code() == DiagnosticCode.VALUE_TYPE
                && problem.place().filter(place -> place.line() > 0).isPresent()
                && problems.stream().anyMatch(each -> each.place().equals(problem.place()));
    }

    // ---- current lists

    /** Returns the current lists of this name, by tool. */
    private Map<String, RuleList> current(ListKind list) {
        PatternLists shared = new PatternLists(list, layers, scope);
        PatternLists.Target target = new PatternLists.Target(new HashMap<>(), new HashMap<>(), problems);
        List<ToolSpec<?>> others = new ArrayList<>();
        List<ToolSpec<?>> overridden = new ArrayList<>();
        List<PatternLists.Own> owned = new ArrayList<>();
        for (ToolSpec<?> tool : tools.values()) {
            Optional<PatternLists.Own> own = own(tool, list);
            if (own.isEmpty()) {
                others.add(tool);
            } else if (shared.override(own.get())) {
                overridden.add(tool);
            } else {
                owned.add(own.get());
                target.serve(tool, own.get().rules(), own.get().origin());
            }
        }
        shared.serve(others, overridden, target);
        shared.reportNotReached(owned, target);
        target.origins().forEach((tool, origin) -> origins.put(ConfiguredCatalog.key(tool, list), origin));
        return target.lists();
    }

    /** Returns a tool's own list: of the last layer that names the tool, or of its declaration. */
    private Optional<PatternLists.Own> own(ToolSpec<?> tool, ListKind list) {
        PatternLists.Own configured = lists.get(ConfiguredCatalog.key(tool.name(), list));
        Optional<RuleList> declared = tool.rules(list);
        if (configured != null || declared.isEmpty()) {
            return Optional.ofNullable(configured);
        }
        ListOrigin declaration = new ListOrigin(ListOrigin.Kind.DECLARATION, Optional.empty());
        return Optional.of(new PatternLists.Own(tool, -1, declared, declaration));
    }
}
