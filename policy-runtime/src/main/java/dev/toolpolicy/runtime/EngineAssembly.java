package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolDefinition;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.analysis.CheckedRules;
import dev.toolpolicy.runtime.analysis.Diagnostic;
import dev.toolpolicy.runtime.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.analysis.PathReading;
import dev.toolpolicy.runtime.analysis.RuleListCheck;
import dev.toolpolicy.runtime.call.PreparedTool;
import dev.toolpolicy.runtime.config.ConfiguredCatalog;
import dev.toolpolicy.runtime.json.CompiledSchema;
import dev.toolpolicy.runtime.policy.InvalidRequirementsException;
import dev.toolpolicy.runtime.policy.Requirements;
import dev.toolpolicy.runtime.rule.CompiledRules;
import dev.toolpolicy.runtime.rule.PathSettings;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes an engine's state out of what the service said, or says everything that is wrong. Used once. */
final class EngineAssembly {
    private final EngineSettings settings;
    private final ConfiguredCatalog configured;
    private final PathReading reading;
    private final PathSettings paths;
    private final List<PolicyProblem> problems = new ArrayList<>();
    private final Map<String, PreparedTool> tools = new LinkedHashMap<>();

    EngineAssembly(EngineSettings settings) {
        this.settings = settings;
        reading = new PathReading(settings.paths().form(), settings.paths().resolvesLinks());
        configured = ConfiguredCatalog.of(settings.catalog(), settings.allLayers(), reading);
        paths = settings.paths().guarding(configured.files());
    }

    /**
     * The state.
     *
     * @throws InvalidPolicyException if there is a problem that keeps an engine from working
     */
    EngineState assemble() {
        configured.problems().forEach(problem -> problems.add(PolicyProblem.of(problem)));
        configured.tools().tools().forEach(this::prepare);
        List<ToolPolicy> policies = resolvePolicies();
        if (problems.stream().anyMatch(this::isFatal)) {
            throw new InvalidPolicyException(problems.stream().filter(this::isFatal).toList());
        }
        return new EngineState(settings, configured, tools, policies, problems, Map.of(), List.of(), null);
    }

    private void prepare(ToolDefinition<?> tool) {
        Optional<RuleList> run = check(tool, "run", tool.run().orElse(RuleList.empty()));
        Optional<RuleList> result = tool.result().isPresent()
                ? check(tool, "result", tool.result().get())
                : Optional.of(RuleList.empty());
        if (run.isPresent() && result.isPresent()) {
            Optional<CompiledSchema> schema = schema(tool);
            if (schema.isEmpty()) {
                return;
            }
            CompiledRules compiled = CompiledRules.of(tool.schema(), run.get(), paths);
            CompiledRules delivery = CompiledRules.of(tool.schema(), result.get(), paths);
            String terms = tool.schema() + " " + run.get() + " " + paths.form();
            tools.put(tool.name(),
                    new PreparedTool(tool, schema.get(), compiled, delivery, terms, null));
        }
    }

    /** The schema made ready; empty if a default can't be read, which is a problem then. */
    private Optional<CompiledSchema> schema(ToolDefinition<?> tool) {
        try {
            return Optional.of(CompiledSchema.of(tool.schema()));
        } catch (IllegalArgumentException unreadableDefault) {
            problems.add(new PolicyProblem("tool \"" + tool.name() + "\"", Diagnostic.error(
                    DiagnosticCode.DEFAULT_VALUE, String.valueOf(unreadableDefault.getMessage()))));
            return Optional.empty();
        }
    }

    /** Checks a list, unless it comes from a configuration, which has been checked with its places. */
    private Optional<RuleList> check(ToolDefinition<?> tool, String list, RuleList rules) {
        if (configured.isConfigured(tool.name(), list)) {
            return Optional.of(rules);
        }
        CheckedRules checked = RuleListCheck.check(tool.schema(), rules, reading);
        for (Diagnostic diagnostic : checked.diagnostics()) {
            problems.add(new PolicyProblem("tool \"" + tool.name() + "\", " + list, diagnostic));
        }
        return checked.rules();
    }

    /** The session policies, with those that the tools' requirements make. */
    private List<ToolPolicy> resolvePolicies() {
        try {
            List<ToolPolicy> all = Requirements.resolve(configured.tools(), settings.policies(), paths.form());
            PolicyRegistry trial = new PolicyRegistry("trial");
            all.forEach(trial::register);
            return all;
        } catch (InvalidRequirementsException e) {
            e.problems().forEach(this::add);
            return List.of();
        }
    }

    private void add(InvalidRequirementsException.Problem problem) {
        Diagnostic diagnostic = Diagnostic.error(problem.code(), problem.summary());
        problems.add(configured.requirementsOf(problem.tool())
                .map(place -> PolicyProblem.at(place, diagnostic))
                .orElseGet(() -> new PolicyProblem("tool \"" + problem.tool() + "\"", diagnostic)));
    }

    private boolean isFatal(PolicyProblem problem) {
        Diagnostic diagnostic = problem.diagnostic();
        return diagnostic.isError()
                && (diagnostic.code() != DiagnosticCode.UNREACHABLE_RULE || settings.unreachable() == Severity.ERROR);
    }
}
