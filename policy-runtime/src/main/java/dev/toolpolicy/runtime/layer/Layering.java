package dev.toolpolicy.runtime.layer;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.PathReading;
import dev.toolpolicy.config.ParametersReader;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.RequirementsReader;
import dev.toolpolicy.config.ToolSection;
import dev.toolpolicy.config.ToolSection.Written;
import dev.toolpolicy.rule.RuleList;
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

/** Puts layers together. Every list is checked, also one that a later layer replaces. Used once. */
final class Layering {
    private final List<PolicyConfiguration> layers;
    private final PathReading paths;
    private final Map<String, ToolSpec<?>> tools = new LinkedHashMap<>();
    /** Tools whose declaration is wrong: nothing that refers to them is judged. */
    private final Set<String> broken = new HashSet<>();
    private final Map<String, Configured> lists = new HashMap<>();
    private final Map<String, List<Requirement>> requirements = new HashMap<>();
    private final Map<String, ConfigurationPlace> requirementPlaces = new HashMap<>();
    private final Map<String, ListOrigin> origins = new HashMap<>();
    private final List<ConfigurationProblem> problems = new ArrayList<>();

    /** A list of a configuration; empty if it is wrong. */
    private record Configured(Optional<RuleList> rules, ListOrigin origin) {}

    Layering(ToolCatalog declared, List<PolicyConfiguration> layers, PathReading paths) {
        this.layers = layers;
        this.paths = paths;
        declared.tools().forEach(tool -> tools.put(tool.name(), tool));
    }

    ConfiguredCatalog catalog() {
        layers.forEach(layer -> problems.addAll(layer.problems()));
        layers.forEach(layer -> layer.sections().forEach(this::declare));
        layers.forEach(layer -> layer.sections().forEach(section -> read(section, layer.unknownTools())));
        Map<String, Map<String, RuleList>> byList = new HashMap<>();
        for (String list : ToolSection.LISTS) {
            byList.put(list, inForce(list));
        }
        List<ToolSpec<?>> configured = new ArrayList<>();
        tools.values().forEach(tool -> configured.add(configure(tool, byList)));
        sort();
        Set<Path> files = new LinkedHashSet<>();
        layers.forEach(layer -> layer.file().ifPresent(files::add));
        return new ConfiguredCatalog(ToolCatalog.of(configured), origins, requirementPlaces, problems, files);
    }

    /** Problems in the order of layers and text, however they were found; those of code last, since it is above all. */
    private void sort() {
        List<String> sources = layers.stream().map(PolicyConfiguration::source).toList();
        Comparator<ConfigurationPlace> order = Comparator
                .comparing((ConfigurationPlace at) -> at.line() == 0 && !sources.contains(at.source())
                        ? sources.size()
                        : sources.indexOf(at.source()))
                .thenComparing(ConfigurationPlace::line)
                .thenComparing(ConfigurationPlace::column);
        problems.sort(Comparator.comparing(problem -> problem.place().orElseThrow(), order));
    }

    private <T> ToolSpec<T> configure(ToolSpec<T> tool, Map<String, Map<String, RuleList>> byList) {
        List<Requirement> all = new ArrayList<>(tool.requirements());
        all.addAll(requirements.getOrDefault(tool.name(), List.of()));
        Optional<RuleList> run = Optional.ofNullable(byList.getOrDefault("run", Map.of()).get(tool.name()));
        Optional<RuleList> result = Optional.ofNullable(byList.getOrDefault("result", Map.of()).get(tool.name()));
        return new ConfiguredTool<>(tool, run, result, List.copyOf(all));
    }

    // ---- tools

    private void declare(ToolSection section) {
        if (section.parameters() == null || section.isForAll()) {
            return;
        }
        Optional<ToolSchema> schema = ParametersReader.read(section, section.parameters(), problems);
        ToolSpec<?> known = tools.get(section.tool());
        if (schema.isEmpty()) {
            broken.add(section.tool());
        } else if (known == null) {
            tools.put(section.tool(), DeclaredTool.of(section.tool(), schema.get()).describedAs(section.description()));
        } else if (!shape(known.schema().root()).equals(shape(schema.get().root()))) {
            problems.add(section.document().problem(
                    section.parameters().pointer(), ConfigurationWords.duplicateTool(section.tool())));
        }
    }

    /** A type without what is only said to models. */
    private static ParameterType shape(ParameterType type) {
        if (type instanceof ParameterType.ArrayType array) {
            return ParameterType.arrayOf(shape(array.items()));
        } else if (type instanceof ParameterType.ObjectType object) {
            ParameterType additional = object.additional() == null ? null : shape(object.additional());
            return new ParameterType.ObjectType(
                    object.properties().stream().map(Layering::shape).toList(), additional);
        }
        return type;
    }

    private static Parameter shape(Parameter parameter) {
        ParameterType type = shape(parameter.type());
        Parameter bare = parameter.isRequired()
                ? Parameter.required(parameter.name(), type)
                : Parameter.optional(parameter.name(), type);
        return parameter.defaultValue().map(bare::withDefault).orElse(bare);
    }

    // ---- lists and requirements of one tool

    private void read(ToolSection section, Severity unknown) {
        ToolSpec<?> tool = tools.get(section.tool());
        if (section.isForAll() || broken.contains(section.tool()) || !section.saysPolicy()) {
            return;
        } else if (tool == null) {
            addUnknown(section, unknown);
            return;
        }
        section.lists().forEach((list, written) ->
                lists.put(ConfiguredCatalog.key(tool.name(), list), read(section, tool, written)));
        Written requires = section.requires();
        if (requires != null) {
            requirements.computeIfAbsent(tool.name(), none -> new ArrayList<>()).addAll(read(section, requires));
            requirementPlaces.put(tool.name(), section.document().valueAt(requires.pointer()));
        }
    }

    /** What a tool requires, of tools that exist: others are said where they are named. */
    private List<Requirement> read(ToolSection section, Written requires) {
        List<Requirement> read;
        try {
            read = RequirementsReader.read(requires.value(), requires.pointer());
        } catch (InvalidConfigurationException e) {
            e.problems().forEach(each -> problems.add(section.document().problem(each.pointer(), each.diagnostic())));
            return List.of();
        }
        List<Requirement> known = new ArrayList<>();
        for (int i = 0; i < read.size(); i++) {
            List<String> names = read.get(i).tools();
            boolean all = true;
            for (int j = 0; j < names.size(); j++) {
                if (!tools.containsKey(names.get(j))) {
                    all = false;
                    addUnknown(section, requires.pointer() + "/" + i + "/tools/" + j, names.get(j));
                }
            }
            known.addAll(all ? List.of(read.get(i)) : List.of());
        }
        return known;
    }

    private void addUnknown(ToolSection section, String pointer, String tool) {
        if (!broken.contains(tool)) {
            problems.add(section.document().problem(
                    pointer, ConfigurationWords.unknownTool(tool, List.copyOf(tools.keySet()))));
        }
    }

    private void addUnknown(ToolSection section, Severity severity) {
        Diagnostic problem = ConfigurationWords.unknownTool(section.tool(), List.copyOf(new TreeSet<>(tools.keySet())));
        problems.add(section.document().problem(
                section.pointer(), severity == Severity.ERROR ? problem : ConfigurationWords.asWarning(problem)));
    }

    private Configured read(ToolSection section, ToolSpec<?> tool, Written written) {
        RulesReader.PlacedRules read = RulesReader.read(tool.schema(), written.value(), written.pointer(), paths);
        for (ConfigurationProblem problem : read.problems()) {
            if (isKnown(section, problem)) {
                continue;
            }
            List<String> related = problem.diagnostic().related().stream()
                    .map(place -> written.pointer() + "/" + place.rule())
                    .toList();
            problems.add(section.document().problem(problem.pointer(), problem.diagnostic(), related));
        }
        return new Configured(read.rules(), section.origin(written));
    }

    /** One fault, one message: what is no value of a configuration is none of a parameter either. */
    private boolean isKnown(ToolSection section, ConfigurationProblem problem) {
        Optional<ConfigurationPlace> place = Optional.of(section.document().valueAt(problem.pointer()));
        return section.document().isText()
                && problem.diagnostic().code() == DiagnosticCode.VALUE_TYPE
                && problems.stream().anyMatch(each -> each.place().equals(place));
    }

    // ---- what is in force

    /** The list of this name for each tool that has one. */
    private Map<String, RuleList> inForce(String list) {
        Map<String, RuleList> inForce = new HashMap<>();
        List<ToolSpec<?>> others = new ArrayList<>();
        for (ToolSpec<?> tool : tools.values()) {
            Configured configured = lists.get(ConfiguredCatalog.key(tool.name(), list));
            Optional<RuleList> own = list.equals("run") ? tool.run() : tool.result();
            if (configured != null) {
                configured.rules().ifPresent(rules -> inForce.put(tool.name(), rules));
                remember(tool, list, configured.origin());
            } else if (own.isPresent()) {
                inForce.put(tool.name(), own.get());
                remember(tool, list, new ListOrigin(ListOrigin.Kind.DECLARATION, Optional.empty()));
            } else {
                others.add(tool);
            }
        }
        serve(others, list, inForce);
        return inForce;
    }

    private void remember(ToolSpec<?> tool, String list, ListOrigin origin) {
        origins.put(ConfiguredCatalog.key(tool.name(), list), origin);
    }

    /** The last list for all tools serves the others; earlier ones are checked too. */
    private void serve(List<ToolSpec<?>> others, String list, Map<String, RuleList> inForce) {
        for (PolicyConfiguration layer : layers) {
            for (ToolSection section : layer.sections()) {
                Written written = section.isForAll() ? section.lists().get(list) : null;
                if (written != null) {
                    serve(others, list, inForce, section, written);
                }
            }
        }
    }

    private void serve(
            List<ToolSpec<?>> others,
            String list,
            Map<String, RuleList> inForce,
            ToolSection section,
            Written written) {
        DefaultRules rules = new DefaultRules(section, written, paths);
        for (ToolSpec<?> tool : others) {
            rules.fit(tool.name(), tool.schema()).ifPresent(kept -> inForce.put(tool.name(), kept));
            remember(tool, list, section.origin(written));
        }
        problems.addAll(rules.problems());
    }
}
