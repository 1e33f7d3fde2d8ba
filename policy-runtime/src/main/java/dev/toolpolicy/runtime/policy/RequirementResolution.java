package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.FileKeys;
import dev.toolpolicy.analysis.internal.graph.RequirementGraph;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.runtime.internal.remember.LimitsPolicy;
import dev.toolpolicy.runtime.internal.remember.RecordingPolicy;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The check of all requirements of a catalog and of code, and the creation of their policies. */
final class RequirementResolution {
    private final ToolCatalog catalog;
    private final List<? extends ToolPolicy> given;
    private final PathSettings paths;
    private final Map<String, Set<Requirement>> requirements = new LinkedHashMap<>();
    private final List<PolicyProblem> problems = new ArrayList<>();

    RequirementResolution(ToolCatalog catalog, List<? extends ToolPolicy> given, PathSettings paths) {
        this.catalog = catalog;
        this.given = given;
        this.paths = paths;
        catalog.tools().forEach(tool -> tool.requirements().forEach(each -> add(tool.name(), each)));
        for (ToolPolicy policy : given) {
            if (policy instanceof RequirementPolicy stated) {
                add(stated.tool(), stated.requirement());
            }
        }
    }

    private void add(String tool, Requirement requirement) {
        requirements.computeIfAbsent(tool, name -> new LinkedHashSet<>()).add(requirement);
    }

    List<ToolPolicy> policies() {
        requirements.forEach((tool, all) -> all.forEach(each -> check(tool, each)));
        checkCycles();
        if (!problems.isEmpty()) {
            throw new InvalidPolicyException(problems);
        }
        List<ToolPolicy> policies = new ArrayList<>();
        for (ToolSpec<?> tool : catalog.tools()) {
            Set<Requirement> all = requirements.get(tool.name());
            if (all != null) {
                List<DependencyPolicy.Stated> needs = RequirementDependencies.dependencies(
                        tool.name(), all, this::key, this::isNew, name -> fitting(name, tool.name()));
                String name = RequirementDependencies.nameOf(tool.name());
                policies.add(new DependencyPolicy(name, RecordingPolicy.REQUIREMENT, needs));
                addFresh(tool.name(), all, policies);
            }
            if (!tool.limits().isEmpty()) {
                policies.addAll(LimitsPolicy.of(tool.name(), ToolSelector.named(List.of(tool.name())), tool.limits()));
            }
        }
        for (ToolPolicy policy : given) {
            if (!(policy instanceof RequirementPolicy)) {
                policies.add(policy);
            }
        }
        return List.copyOf(policies);
    }

    /** Returns whether a path names no file. The path is in normal form, so a tilde that it starts with is a name. */
    private boolean isNew(String normal) {
        NormalPath path = paths.form().expandingHome(false).of(normal);
        return !paths.existing().orElseThrow().test(path);
    }

    /** Adds the policies of requirements of an unchanged file: one for all readers, or for each if all are required. */
    private void addFresh(String tool, Set<Requirement> all, List<ToolPolicy> policies) {
        for (Requirement requirement : all) {
            requirement
                    .key()
                    .filter(Requirement.Key::requiresFresh)
                    .ifPresent(key -> (key.match() == Match.ALL
                                    ? requirement.tools().stream().map(List::of)
                                    : Stream.of(requirement.tools()))
                            .forEach(readers -> addFresh(tool, key, readers, policies)));
        }
    }

    private void addFresh(String tool, Requirement.Key key, List<String> required, List<ToolPolicy> policies) {
        Set<String> readers = new TreeSet<>();
        required.forEach(name -> readers.addAll(fitting(name, tool)));
        readers.remove(tool);
        if (readers.isEmpty()) {
            return;
        }
        String name = "fresh:" + tool + ":" + key.argument();
        while (policies.stream().map(ToolPolicy::name).toList().contains(name)) {
            name += "+";
        }
        ReadBeforeWritePolicy fresh = ReadBeforeWritePolicy.of(readers, List.of(tool))
                .named(name)
                .inFields(key.argument().parameter())
                .withPaths(paths.form())
                .denyingStaleReads(paths.fingerprints().orElseThrow());
        policies.add(
                key.allowsNewFiles() ? fresh.allowingNewFiles(paths.existing().orElseThrow()) : fresh);
    }

    /** Checks what a key of files needs: a path, a view of files, and for fresh ones one parameter of both tools. */
    private void checkFiles(String tool, Requirement.Key key, Optional<Resolution.Resolved> resolved) {
        resolved.flatMap(place -> FileKeys.check(tool, key, place))
                .ifPresent(fault -> problems.add(new PolicyProblem(tool, fault)));
        if (paths.existing().isEmpty() && (key.allowsNewFiles() || key.requiresFresh())) {
            report(
                    DiagnosticCode.FILES_NOT_SET,
                    tool,
                    "a requirement of " + quoted(tool) + " is about files, but no view of files is set:"
                            + " set PathSettings.withFiles(directory) for the engine");
        }
    }

    private void check(String tool, Requirement requirement) {
        Optional<ToolSpec<?>> dependent = catalog.find(tool);
        if (dependent.isEmpty()) {
            report(
                    DiagnosticCode.UNKNOWN_TOOL,
                    tool,
                    "a requirement is stated for " + quoted(tool) + ", but there is no such tool");
        }
        Optional<Resolution.Resolved> key = Optional.empty();
        if (dependent.isPresent() && requirement.key().isPresent()) {
            Requirement.Key declared = requirement.key().get();
            Resolution place =
                    Resolution.of(declared.argument(), dependent.get().schema());
            if (place instanceof Resolution.Unresolved nowhere) {
                String summary = "the key " + quoted(declared.argument()) + " leads nowhere in " + quoted(tool);
                report(nowhere.code(), tool, summary);
            }
            key = place.resolved();
            checkFiles(tool, declared, key);
        }
        for (String required : requirement.tools()) {
            List<String> meant = ToolNames.isPattern(required) ? fitting(required, tool) : List.of(required);
            if (meant.isEmpty() && !requirement.isExternal()) {
                report(
                        DiagnosticCode.UNKNOWN_TOOL,
                        tool,
                        quoted(tool) + " requires " + quoted(required) + ", but no other tool fits this pattern");
            }
            for (String name : meant) {
                checkPrerequisite(tool, requirement, key, name);
            }
        }
    }

    /** Returns the tools that fit a pattern, other than a tool with the requirement that it doesn't name. */
    private List<String> fitting(String pattern, String tool) {
        return ToolNames.fitting(
                pattern,
                catalog.tools().stream()
                        .map(ToolSpec::name)
                        .filter(name -> name.equals(pattern) || !name.equals(tool))
                        .toList());
    }

    private void checkPrerequisite(
            String tool, Requirement requirement, Optional<Resolution.Resolved> key, String required) {
        Optional<ToolSpec<?>> prerequisite = catalog.find(required);
        if (prerequisite.isEmpty() && !requirement.isExternal()) {
            report(
                    DiagnosticCode.UNKNOWN_TOOL,
                    tool,
                    quoted(tool) + " requires " + quoted(required) + ", but there is no such tool");
        } else if (prerequisite.isEmpty()) {
            return;
        } else if (requirement.key().isPresent()) {
            checkKey(tool, key, prerequisite.get(), requirement.key().get());
        }
    }

    private void checkKey(
            String tool, Optional<Resolution.Resolved> key, ToolSpec<?> required, Requirement.Key declared) {
        Resolution resolution = Resolution.of(declared.requiredArgument(), required.schema());
        if (resolution instanceof Resolution.Resolved resolved) {
            String theirs = resolved.type().typeName();
            if (key.isPresent() && !key.get().type().typeName().equals(theirs)) {
                report(
                        DiagnosticCode.KEY_TYPE,
                        tool,
                        "the key of " + quoted(tool) + " is "
                                + key.get().type().typeName() + " at " + quoted(declared.argument()) + ", but " + theirs
                                + " at " + quoted(declared.requiredArgument()) + " in " + quoted(required.name()));
            }
        } else if (key.isPresent() || !declared.requiredArgument().equals(declared.argument())) {
            report(
                    DiagnosticCode.MISSING_KEY,
                    tool,
                    "the key " + quoted(declared.requiredArgument()) + " of " + quoted(tool) + " leads nowhere in "
                            + quoted(required.name()));
        }
    }

    private void checkCycles() {
        Map<String, List<RequirementGraph.Need>> needs = new LinkedHashMap<>();
        requirements.forEach((tool, all) -> needs.put(
                tool,
                all.stream()
                        .filter(each -> each.key().stream().noneMatch(key -> isLifted(tool, key)))
                        .map(each -> new RequirementGraph.Need( // a pattern in it is the name of no tool
                                each.tools(),
                                each.key().map(Requirement.Key::match).orElse(Match.ALL)))
                        .toList()));
        for (RequirementGraph.Cycle cycle : RequirementGraph.ofBlocked(needs).cycles()) {
            Diagnostic circle = Diagnostic.error(DiagnosticCode.REQUIREMENT_CYCLE, cycle.problem())
                    .withHelp("remove one of these requirements");
            for (String tool : cycle.tools()) {
                circle = circle.relatedTo(-1, "a requirement of " + quoted(tool));
            }
            List<PolicyProblem.Place> tools =
                    cycle.tools().stream().map(PolicyProblem.Place::whole).toList();
            problems.add(new PolicyProblem(cycle.tools().get(0), circle, Optional.empty(), tools));
        }
    }

    /** Returns whether some calls need nothing: those without the key, or with the path of a new file. */
    private boolean isLifted(String tool, Requirement.Key key) {
        return key.allowsNewFiles()
                || !key.denyWhenMissing()
                        && catalog.find(tool).stream()
                                .allMatch(found -> Resolution.mayBeAbsent(key.argument(), found.schema()));
    }

    private CallKey key(String tool, ArgumentPointer pointer) {
        return catalog.find(tool)
                .flatMap(found -> Resolution.of(pointer, found.schema()).resolved())
                .map(found -> CallKey.at(pointer, found, paths.form()))
                .orElseThrow(() -> new IllegalStateException("the key " + pointer + " of " + tool + " is unchecked"));
    }

    private void report(DiagnosticCode code, String tool, String summary) {
        problems.add(new PolicyProblem(tool, Diagnostic.error(code, summary)));
    }

    private static String quoted(Object name) {
        return "\"" + name + "\"";
    }
}
