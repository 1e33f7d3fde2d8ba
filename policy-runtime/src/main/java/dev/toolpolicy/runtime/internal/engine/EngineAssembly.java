package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Shapes;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.decide.CompiledRules;
import dev.toolpolicy.runtime.internal.decide.Late;
import dev.toolpolicy.runtime.internal.flow.Flows;
import dev.toolpolicy.runtime.internal.load.ConfiguredCatalog;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.load.ListOrigin;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.runtime.internal.remember.LimitsPolicy;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.run.CallReports;
import dev.toolpolicy.runtime.internal.run.PreparedTool;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** The assembly of an engine's state from its settings. It collects all problems. For one use. */
final class EngineAssembly {
    private static final Diagnostic NOT_SHARED = Diagnostic.error(
                    DiagnosticCode.LIMIT_NOT_SHARED,
                    "a limit counts over sessions, and the store of sessions is in this process's memory")
            .withHelp("set a store that all nodes share, such as JdbcSessionStore;"
                    + " if there is one node only, write single_node = true beside the limit");

    /** Fewer tools share nothing: to compare their schemas costs a new process a tenth of its start. */
    private static final int MANY_TOOLS = 64;

    private final EngineSettings settings;
    private final ConfiguredCatalog configured;
    private final boolean hasManyTools;
    private final PathReading reading;
    private final PathSettings paths;
    private final List<PolicyProblem> problems = new ArrayList<>();
    private final Map<String, PreparedTool> tools = new LinkedHashMap<>();
    /** By the parameters that the rules see, the rules, and whether they decide. */
    private final Map<List<Object>, CompiledRules> compiled = new HashMap<>();

    private final List<ToolSpec<?>> withoutRules = new ArrayList<>();
    private boolean missesLinks;

    EngineAssembly(EngineSettings settings) {
        this.settings = settings;
        reading = PathReading.of(settings.paths().form(), settings.paths().resolvesLinks());
        configured = ConfiguredCatalog.of(settings.catalog(), settings.allLayers(), reading, settings.laterTools());
        hasManyTools = configured.tools().tools().size() >= MANY_TOOLS;
        paths = settings.paths().withGuarded(configured.files());
    }

    /**
     * Assembles the state.
     *
     * @throws InvalidPolicyException if a problem stops the engine from working
     */
    EngineState assemble() {
        problems.addAll(configured.problems());
        configured.tools().tools().forEach(this::prepare);
        checkToolsWithoutRules();
        checkStore();
        if (missesLinks) {
            problems.add(new PolicyProblem("paths", ListSettingsCheck.linksNotResolved()));
        }
        List<ToolPolicy> policies = resolvePolicies();
        List<PolicyLayer> layers = settings.allLayers();
        problems.removeIf(problem -> Layer.accept(layers, problem));
        List<PolicyProblem> fatal = problems.stream()
                .filter(problem -> settings.strict() || isFatal(problem))
                .toList();
        if (!fatal.isEmpty()) {
            throw new InvalidPolicyException(fatal);
        }
        return new EngineState(
                settings, configured, tools, policies, problems, Map.of(), Map.of(), null, flows(), reports(policies));
    }

    /** Returns what is recorded of flows: nothing if no result is described and no rule looks at labels or sets. */
    private Flows flows() {
        boolean looks = false;
        Set<String> ofPaths = new HashSet<>();
        Map<String, ToolSchema> schemas = new HashMap<>();
        for (ToolSpec<?> tool : configured.tools().tools()) {
            schemas.put(tool.name(), tool.schema());
            for (RuleList list :
                    List.of(tool.run().orElse(RuleList.empty()), tool.result().orElse(RuleList.empty()))) {
                looks |= RuleListCheck.looksAtFlows(list);
                if (Shapes.holdsPaths(tool.schema().root())) {
                    list.all().forEach(rule -> rule.conditions().forEach(each -> ofPaths.addAll(each.sets())));
                }
            }
        }
        return looks || !configured.results().isEmpty()
                ? new Flows(
                        configured.results()::of,
                        tool -> schemas.getOrDefault(tool, ToolSchema.of()),
                        ofPaths::contains,
                        paths,
                        settings.sessions())
                : Flows.OFF;
    }

    private CallReports reports(List<ToolPolicy> policies) {
        return new CallReports(
                settings.callListeners(),
                new Late<>(() -> PolicyHash.of(tools.values(), policies, configured.limits())),
                (tool, rule) -> configured.origin(tool, ListKind.RUN, rule).toString(),
                false);
    }

    private void prepare(ToolSpec<?> tool) {
        Optional<RuleList> run = check(tool, ListKind.RUN, tool.run().orElse(RuleList.empty()));
        RuleList none = RuleList.empty();
        Optional<RuleList> result = tool.result().isPresent()
                ? check(tool, ListKind.RESULT, tool.result().get())
                : Optional.of(none);
        if (run.isPresent() && result.isPresent()) {
            checkSettings(tool, run.get(), result.get());
            Optional<CompiledSchema> schema = schema(tool);
            if (schema.isEmpty()) {
                return;
            }
            CompiledRules compiled = compiled(tool, run.get(), true);
            CompiledRules delivery = compiled(tool, result.get(), hasResultList(tool));
            Late<String> terms = new Late<>(() -> tool.schema() + " " + run.get() + " " + paths.form()
                    + (configured.facts().parameters().isEmpty() ? "" : " " + configured.facts()));
            PreparedTool.Source source =
                    new PreparedTool.Source((list, rule) -> source(tool, list, rule), paths.form());
            tools.put(tool.name(), new PreparedTool(tool, schema.get(), compiled, delivery, terms, source));
        }
    }

    /**
     * Returns a tool's rules. Where there are many tools, those that are the same to the rules share them.
     *
     * @param decides whether they decide; if not, each result is delivered, unless a floor withholds it
     */
    private CompiledRules compiled(ToolSpec<?> tool, RuleList rules, boolean decides) {
        ToolSchema seen = Shapes.seen(tool.schema(), Shapes.names(rules));
        return hasManyTools
                ? compiled.computeIfAbsent(List.of(seen, rules, decides), none -> compiled(seen, rules, decides))
                : compiled(seen, rules, decides);
    }

    private CompiledRules compiled(ToolSchema seen, RuleList rules, boolean decides) {
        return decides
                ? CompiledRules.of(seen, configured.facts(), rules, paths)
                : CompiledRules.delivering(seen, configured.facts(), rules, paths);
    }

    /** Reports tools that have no list at all, several in one message: a catalog alone brings dozens. */
    private void checkToolsWithoutRules() {
        if (withoutRules.size() > 1) {
            List<String> names = withoutRules.stream().map(ToolSpec::name).toList();
            problems.add(new PolicyProblem("tools", ListSettingsCheck.noRules(names)));
        } else {
            withoutRules.forEach(tool -> add(
                    tool,
                    ListKind.RUN,
                    RuleListCheck.check(scope(tool), RuleList.empty()).diagnostics()));
        }
    }

    /** Checks that the store is shared if limits count over sessions. */
    private void checkStore() {
        SessionSettings sessions = settings.sessions();
        boolean counts = Stream.concat(
                        configured.tools().tools().stream().map(ToolSpec::limits),
                        configured.limits().values().stream())
                .flatMap(List::stream)
                .anyMatch(limit -> limit.by().isPresent() && !limit.singleNode());
        if (counts && !sessions.countsApart() && sessions.store().isLocal()) {
            problems.add(new PolicyProblem("limits", NOT_SHARED));
        }
    }

    /** Returns what a tool's rules can look at. */
    private RuleScope scope(ToolSpec<?> tool) {
        return new RuleScope(
                tool.schema(), configured.facts(), reading, configured.results().scope());
    }

    /** Checks valid lists against the engine's settings. */
    private void checkSettings(ToolSpec<?> tool, RuleList run, RuleList result) {
        RuleScope scope = scope(tool);
        ListSettingsCheck check = new ListSettingsCheck(paths, settings.permission() != null);
        missesLinks |= run.parts().stream().anyMatch(part -> check.missesLinks(scope, part));
        add(tool, ListKind.RUN, check.home(scope, run));
        add(tool, ListKind.RUN, check.relative(tool.name(), scope, run));
        add(tool, ListKind.RESULT, check.home(scope, result));
        if (hasResultList(tool)) {
            add(tool, ListKind.RESULT, check.results(scope, result).stream().toList());
        }
    }

    /** Adds problems of a list with its place. What several tools have at one place is added once. */
    private void add(ToolSpec<?> tool, ListKind list, List<Diagnostic> found) {
        for (Diagnostic diagnostic : found) {
            PolicyProblem problem = configured
                    .origin(tool.name(), list, OptionalInt.of(diagnostic.rule()))
                    .problem(diagnostic, "tool \"" + tool.name() + "\", " + list.word());
            if (!problems.contains(problem)) {
                problems.add(problem);
            }
        }
    }

    /** Returns whether a list speaks about the tool's results, even if no rule of it fits the tool. */
    private boolean hasResultList(ToolSpec<?> tool) {
        return configured.origin(tool.name(), ListKind.RESULT).kind() != ListOrigin.Kind.NONE;
    }

    /** Returns the source of the list with a rule in words; empty if there is no list. */
    private String source(ToolSpec<?> tool, ListKind list, OptionalInt rule) {
        ListOrigin origin = configured.origin(tool.name(), list, rule);
        return origin.kind() == ListOrigin.Kind.NONE ? "" : origin.toString();
    }

    /** Compiles the schema. Reports a problem and returns empty if a default can't be read. */
    private Optional<CompiledSchema> schema(ToolSpec<?> tool) {
        try {
            return Optional.of(CompiledSchema.of(tool.schema()));
        } catch (IllegalArgumentException unreadableDefault) {
            problems.add(new PolicyProblem(
                    "tool \"" + tool.name() + "\"",
                    Diagnostic.error(DiagnosticCode.DEFAULT_VALUE, String.valueOf(unreadableDefault.getMessage()))));
            return Optional.empty();
        }
    }

    /** Checks a rule list, unless it comes from a configuration, which was checked with its places. */
    private Optional<RuleList> check(ToolSpec<?> tool, ListKind list, RuleList rules) {
        if (configured.isConfigured(tool.name(), list)
                || wasCompiled(tool, rules.parts().get(0))) {
            return Optional.of(rules);
        } else if (tool.rules(list).isEmpty()) {
            withoutRules.add(tool);
            return Optional.of(rules);
        }
        CheckedRules checked = RuleListCheck.check(scope(tool), rules);
        add(tool, list, checked.diagnostics());
        return checked.rules();
    }

    /**
     * Returns whether the compiler checked a list as this engine would: with the same parameters, and with the same
     * reading of paths, unless the tool has none. Facts of others change nothing for a list that doesn't look at them.
     */
    private boolean wasCompiled(ToolSpec<?> tool, RuleList rules) {
        return tool.isChecked(rules, tool.schema(), RuleListCheck.EDITION)
                && !RuleListCheck.looksAtFlows(rules)
                && (reading == PathReading.PLAIN
                        || !Shapes.holdsPaths(tool.schema().root())
                                && !Shapes.holdsPaths(tool.facts().root()));
    }

    /** Returns the session policies, with those from the tools' requirements. */
    private List<ToolPolicy> resolvePolicies() {
        try {
            List<ToolPolicy> all = new ArrayList<>(Policies.resolve(configured.tools(), settings.policies(), paths));
            for (Map.Entry<String, List<CallLimit>> limits : configured.limits().entrySet()) {
                String pattern = limits.getKey();
                all.addAll(LimitsPolicy.of(pattern, ToolNames.selector(pattern).external(), limits.getValue()));
            }
            PolicyRegistry trial = new PolicyRegistry("trial");
            all.forEach(trial::register);
            problems.addAll(new PolicyToolCheck(configured.tools()).problems(settings.policies()));
            return all;
        } catch (InvalidPolicyException e) {
            e.problems().forEach(this::add);
            return List.of();
        }
    }

    /** Adds a problem of a tool's requirements, with its place: of a circle, that of the first tool that has one. */
    private void add(PolicyProblem problem) {
        Diagnostic diagnostic = problem.diagnostic();
        Stream<String> tools = Stream.concat(
                Stream.of(problem.subject()), problem.related().stream().map(PolicyProblem.Place::source));
        problems.add(tools.flatMap(tool -> configured.requirementsOf(tool).stream())
                .findFirst()
                .map(place -> new PolicyProblem("", diagnostic, Optional.of(place), List.of()))
                .orElseGet(() -> new PolicyProblem("tool \"" + problem.subject() + "\"", diagnostic)));
    }

    private boolean isFatal(PolicyProblem problem) {
        Diagnostic diagnostic = problem.diagnostic();
        return diagnostic.isError()
                && (diagnostic.code() != DiagnosticCode.UNREACHABLE_RULE || settings.unreachable() == Severity.ERROR);
    }
}
