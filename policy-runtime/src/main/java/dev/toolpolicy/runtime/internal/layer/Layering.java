package dev.toolpolicy.runtime.internal.layer;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.layer.ConfigurationProblem;
import dev.toolpolicy.runtime.layer.ListOrigin;
import dev.toolpolicy.runtime.layer.PolicyLayer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The merging of layers. Every list is checked, even if a later layer replaces it. For one use. */
final class Layering {
    private final List<LayerSource> layers;
    private final PathReading paths;
    private final Map<String, ToolSpec<?>> tools = new LinkedHashMap<>();
    /** Tools whose declaration is wrong: nothing that refers to them is judged. */
    private final Set<String> broken = new HashSet<>();

    private final Map<String, Configured> lists = new HashMap<>();
    private final Map<String, List<Requirement>> requirements = new HashMap<>();
    private final Map<String, ConfigurationProblem.Place> requirementPlaces = new HashMap<>();
    private final Map<String, ListOrigin> origins = new HashMap<>();
    private final List<ConfigurationProblem> problems = new ArrayList<>();

    /** A list of a configuration; empty if it is wrong. */
    private record Configured(Optional<RuleList> rules, ListOrigin origin) {}

    Layering(ToolCatalog declared, List<? extends PolicyLayer> layers, PathReading paths) {
        this.layers = layers.stream().map(LayerSource::of).toList();
        this.paths = paths;
        declared.tools().forEach(tool -> tools.put(tool.name(), tool));
    }

    ConfiguredCatalog catalog() {
        layers.forEach(layer -> problems.addAll(layer.problems()));
        layers.forEach(layer -> layer.sections().forEach(this::declare));
        layers.forEach(layer -> layer.sections().forEach(section -> read(section, layer.unknownTools())));
        Map<String, Map<String, RuleList>> byList = new HashMap<>();
        for (String list : LayerSection.LISTS) {
            byList.put(list, current(list));
        }
        List<ToolSpec<?>> configured = new ArrayList<>();
        tools.values().forEach(tool -> configured.add(configure(tool, byList)));
        sort();
        Set<Path> files = new LinkedHashSet<>();
        layers.forEach(layer -> layer.file().ifPresent(files::add));
        return new ConfiguredCatalog(ToolCatalog.of(configured), origins, requirementPlaces, problems, files);
    }

    /** Sorts the problems by layer and text; those of code come last, since code is above all layers. */
    private void sort() {
        List<String> sources = layers.stream().map(LayerSource::source).toList();
        Comparator<ConfigurationProblem.Place> order = Comparator.comparing(
                        (ConfigurationProblem.Place at) -> at.line() == 0 && !sources.contains(at.source())
                                ? sources.size()
                                : sources.indexOf(at.source()))
                .thenComparing(ConfigurationProblem.Place::line)
                .thenComparing(ConfigurationProblem.Place::column);
        problems.sort(Comparator.comparing(problem -> problem.place().orElseThrow(), order));
    }

    private <T> ToolSpec<T> configure(ToolSpec<T> tool, Map<String, Map<String, RuleList>> byList) {
        List<Requirement> all = new ArrayList<>(tool.requirements());
        all.addAll(requirements.getOrDefault(tool.name(), List.of()));
        Optional<RuleList> run =
                Optional.ofNullable(byList.getOrDefault("run", Map.of()).get(tool.name()));
        Optional<RuleList> result =
                Optional.ofNullable(byList.getOrDefault("result", Map.of()).get(tool.name()));
        return new ConfiguredTool<>(tool, run, result, List.copyOf(all), tool.limits());
    }

    // ---- tools

    private void declare(LayerSection section) {
        if (section.isForAll()) {
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
        } else if (!shape(known.schema().root()).equals(shape(schema.root()))) {
            problems.add(section.parametersProblem(LayerWords.duplicateTool(section.tool())));
        }
    }

    /** Returns a type without its descriptions for models. */
    private static ParameterType shape(ParameterType type) {
        return type.byStructure(
                array -> ParameterType.arrayOf(shape(array.items())),
                object -> new ParameterType.ObjectType(
                        object.properties().stream().map(Layering::shape).toList(),
                        object.additional() == null ? null : shape(object.additional())),
                leaf -> leaf);
    }

    private static Parameter shape(Parameter parameter) {
        ParameterType type = shape(parameter.type());
        Parameter bare = parameter.isRequired()
                ? Parameter.required(parameter.name(), type)
                : Parameter.optional(parameter.name(), type);
        return parameter.defaultValue().map(bare::withDefault).orElse(bare);
    }

    // ---- lists and requirements of one tool

    private void read(LayerSection section, Severity unknown) {
        ToolSpec<?> tool = tools.get(section.tool());
        boolean saysPolicy =
                !section.lists().isEmpty() || section.requirements().isPresent();
        if (section.isForAll() || broken.contains(section.tool()) || !saysPolicy) {
            return;
        } else if (tool == null) {
            addUnknown(section, unknown);
            return;
        }
        section.lists()
                .forEach((list, written) -> lists.put(ConfiguredCatalog.key(tool.name(), list), read(tool, written)));
        section.requirements().ifPresent(written -> {
            requirements.computeIfAbsent(tool.name(), none -> new ArrayList<>()).addAll(read(written));
            requirementPlaces.put(tool.name(), written.place());
        });
    }

    /** Returns the requirements on existing tools; others are reported at their names. */
    private List<Requirement> read(LayerSection.Requirements written) {
        LayerSection.Read<List<Requirement>> read = written.read();
        problems.addAll(read.problems());
        List<Requirement> all = read.value().orElse(List.of());
        List<Requirement> known = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            List<String> names = all.get(i).tools();
            for (int j = 0; j < names.size(); j++) {
                if (!tools.containsKey(names.get(j)) && !broken.contains(names.get(j))) {
                    Diagnostic unknown = LayerWords.unknownTool(names.get(j), List.copyOf(tools.keySet()));
                    problems.add(written.problem(i, j, unknown));
                }
            }
            known.addAll(tools.keySet().containsAll(names) ? List.of(all.get(i)) : List.of());
        }
        return known;
    }

    private void addUnknown(LayerSection section, Severity severity) {
        Diagnostic problem = LayerWords.unknownTool(section.tool(), List.copyOf(new TreeSet<>(tools.keySet())));
        problems.add(section.problem(severity == Severity.ERROR ? problem : LayerWords.asWarning(problem)));
    }

    private Configured read(ToolSpec<?> tool, LayerRules written) {
        CheckedRules read = written.check(tool.schema(), paths);
        read.diagnostics().stream()
                .map(written::problem)
                .filter(each -> !isKnown(each))
                .forEach(problems::add);
        return new Configured(read.rules(), written.origin());
    }

    /** Returns whether a problem was already reported, so that one mistake has one message. */
    private boolean isKnown(ConfigurationProblem problem) {
        return problem.diagnostic().code() == DiagnosticCode.VALUE_TYPE
                && problem.place().filter(place -> place.line() > 0).isPresent()
                && problems.stream().anyMatch(each -> each.place().equals(problem.place()));
    }

    // ---- current lists

    /** Returns the current lists of this name, by tool. */
    private Map<String, RuleList> current(String list) {
        Map<String, RuleList> current = new HashMap<>();
        List<ToolSpec<?>> others = new ArrayList<>();
        for (ToolSpec<?> tool : tools.values()) {
            Configured configured = lists.get(ConfiguredCatalog.key(tool.name(), list));
            Optional<RuleList> own = list.equals("run") ? tool.run() : tool.result();
            if (configured != null) {
                configured.rules().ifPresent(rules -> current.put(tool.name(), rules));
                remember(tool, list, configured.origin());
            } else if (own.isPresent()) {
                current.put(tool.name(), own.get());
                remember(tool, list, new ListOrigin(ListOrigin.Kind.DECLARATION, Optional.empty()));
            } else {
                others.add(tool);
            }
        }
        serve(others, list, current);
        return current;
    }

    private void remember(ToolSpec<?> tool, String list, ListOrigin origin) {
        origins.put(ConfiguredCatalog.key(tool.name(), list), origin);
    }

    /** Applies the last list for all tools to the other tools; earlier ones are only checked. */
    private void serve(List<ToolSpec<?>> others, String list, Map<String, RuleList> current) {
        for (LayerSource layer : layers) {
            for (LayerSection section : layer.sections()) {
                LayerRules written = section.isForAll() ? section.lists().get(list) : null;
                if (written != null) {
                    serve(others, list, current, written);
                }
            }
        }
    }

    private void serve(List<ToolSpec<?>> others, String list, Map<String, RuleList> current, LayerRules written) {
        DefaultRules rules = new DefaultRules(written, paths);
        for (ToolSpec<?> tool : others) {
            rules.fit(tool.name(), tool.schema()).ifPresent(kept -> current.put(tool.name(), kept));
            remember(tool, list, written.origin());
        }
        problems.addAll(rules.problems());
    }
}
