package dev.toolpolicy.test.policy.internal.coverage;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.load.LayerPart;
import dev.toolpolicy.runtime.internal.load.LayerSection;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.test.policy.internal.run.Setup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of a policy that tests are about: those of its files, or, without files, those that the tools declare.
 * Not
 * thread-safe.
 */
public final class PolicyParts {
    /** The origins of lists that no layer has. */
    private static final Set<String> NOT_CONFIGURED = Set.of("no list", "the tool's declaration");

    private final Setup setup;
    private final PolicyEngine engine;
    private final List<SharedList> lists;
    private final Map<String, RuleScope> scopes = new HashMap<>();
    private final Map<String, List<CallLimit>> limits = new LinkedHashMap<>();

    /**
     * Creates the parts of a policy.
     *
     * @param engine the engine that was built from the setup
     */
    public PolicyParts(Setup setup, PolicyEngine engine) {
        this.setup = setup;
        this.engine = engine;
        this.lists = sharedLists();
        for (PolicyLayer layer : setup.layers()) {
            for (LayerSection section : Layer.of(layer).sections()) {
                section.limits()
                        .filter(read -> section.isPattern())
                        .flatMap(LayerPart::value)
                        .ifPresent(read -> limits.computeIfAbsent(section.tool(), pattern -> new ArrayList<>())
                                .addAll(read));
            }
        }
    }

    /** Returns what the engine is made of. */
    public Setup setup() {
        return setup;
    }

    /** Returns an engine of the policy. */
    public PolicyEngine engine() {
        return engine;
    }

    /** Returns the tools with their lists, requirements, limits and facts. */
    public ToolCatalog tools() {
        return engine.tools();
    }

    /** Returns a tool that is known to exist. */
    public ToolSpec<?> tool(String name) {
        return tools().find(name).orElseThrow();
    }

    /** Returns the limits of all tools together that fit a pattern, by pattern. */
    public Map<String, List<CallLimit>> limits() {
        return limits;
    }

    /** Returns the declared facts. */
    public Optional<ToolSchema> facts() {
        return tools().tools().stream().map(ToolSpec::facts).findFirst();
    }

    /** Returns the scope of a tool's rules. */
    public RuleScope scope(ToolSpec<?> tool) {
        return scopes.computeIfAbsent(tool.name(), name -> {
            PathReading paths = new PathReading(setup.paths().form(), false);
            return new RuleScope(tool.schema(), tool.facts(), paths);
        });
    }

    /** Returns the rule lists. */
    public List<SharedList> lists() {
        return lists;
    }

    private List<SharedList> sharedLists() {
        Map<List<Object>, List<ToolSpec<?>>> groups = new LinkedHashMap<>();
        for (ToolSpec<?> tool : tools().tools()) {
            RuleList rules = tool.run().orElse(RuleList.empty());
            String origin = engine.origin(tool.name(), ListKind.RUN);
            boolean tested = setup.layers().isEmpty() || !NOT_CONFIGURED.contains(origin);
            if (tested && !rules.rules().isEmpty()) {
                String place = origin.startsWith("configuration") ? origin : tool.name();
                groups.computeIfAbsent(List.of(place, rules), key -> new ArrayList<>())
                        .add(tool);
            }
        }
        return groups.values().stream().map(PolicyParts::shared).toList();
    }

    private static SharedList shared(List<ToolSpec<?>> tools) {
        ToolSpec<?> first = tools.get(0);
        String owner = tools.size() == 1 ? first.name() : first.name() + " and " + (tools.size() - 1) + " more";
        return new SharedList(owner, tools, first.run().orElseThrow());
    }

    /** Returns everything that can decide, list by list, then the requirements and limits. */
    public List<Target> targets() {
        List<Target> targets = new ArrayList<>();
        for (SharedList list : lists) {
            for (int rule = 1; rule <= list.rules().rules().size(); rule++) {
                targets.add(Target.rule(list, rule));
            }
        }
        tools().tools().forEach(tool -> addNumbered(tool, targets));
        limits.forEach((pattern, shared) -> {
            for (int i = 0; i < shared.size(); i++) {
                targets.add(Target.limit(pattern, fitting(pattern), i + 1, shared.get(i)));
            }
        });
        for (PolicyLayer layer : setup.layers()) {
            Layer.of(layer).results().stream()
                    .filter(results -> !results.isOfCatalog())
                    .forEach(results -> targets.add(Target.results(results, fitting(results.tool()))));
        }
        return targets;
    }

    private List<String> fitting(String pattern) {
        return tools().tools().stream()
                .<String>map(ToolSpec::name)
                .filter(name -> ToolNames.fits(pattern, name))
                .toList();
    }

    private void addNumbered(ToolSpec<?> tool, List<Target> targets) {
        List<Requirement> requirements = tool.requirements();
        for (int i = 0; i < requirements.size(); i++) {
            if (isTested(tool, requirements.get(i))) {
                targets.add(Target.requirement(tool.name(), i + 1, requirements.get(i)));
            }
        }
        List<CallLimit> limits = tool.limits();
        for (int i = 0; i < limits.size(); i++) {
            if (isTested(tool, limits.get(i))) {
                targets.add(Target.limit(tool.name(), List.of(tool.name()), i + 1, limits.get(i)));
            }
        }
    }

    /** Returns whether a requirement or limit is part of what is tested: not of a tool's declaration below files. */
    private boolean isTested(ToolSpec<?> tool, Object part) {
        return setup.layers().isEmpty()
                || setup.tools()
                        .find(tool.name())
                        .filter(declared -> declared.requirements().contains(part)
                                || declared.limits().contains(part))
                        .isEmpty();
    }
}
