package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolDefinition;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.event.PolicyListener;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.analysis.CheckedRules;
import dev.toolpolicy.runtime.analysis.Diagnostic;
import dev.toolpolicy.runtime.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.analysis.RuleListCheck;
import dev.toolpolicy.runtime.call.PreparedTool;
import dev.toolpolicy.runtime.json.ArgumentLimits;
import dev.toolpolicy.runtime.json.CompiledSchema;
import dev.toolpolicy.runtime.policy.InvalidRequirementsException;
import dev.toolpolicy.runtime.policy.Requirements;
import dev.toolpolicy.runtime.rule.CompiledRules;
import dev.toolpolicy.runtime.rule.PathSettings;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Builds a {@link PolicyEngine}; everything that is wrong is said by {@link #build}, at once. Not thread-safe. */
public final class PolicyEngineBuilder {
    private final List<ToolPolicy> policies = new ArrayList<>();
    private ToolCatalog catalog = ToolCatalog.of(List.of());
    private ArgumentLimits limits = ArgumentLimits.defaults();
    private PathSettings paths = PathSettings.plain();
    private Severity unreachable = Severity.ERROR;
    private SessionSettings sessions = SessionSettings.inMemory();
    private boolean storeGiven;
    private boolean explained;

    PolicyEngineBuilder() {}

    /**
     * The tools that a model can call, in place of earlier ones.
     *
     * @param tools the tools; any other name makes a call invalid
     * @return this builder
     */
    public PolicyEngineBuilder tools(ToolCatalog tools) {
        catalog = Objects.requireNonNull(tools, "tools");
        return this;
    }

    /**
     * Adds policies that every session has, after those the tools' own requirements make.
     *
     * @param more the policies, in order
     * @return this builder
     */
    public PolicyEngineBuilder policies(ToolPolicy... more) {
        policies.addAll(Arrays.asList(more));
        return this;
    }

    /**
     * What the text of a call's arguments may take up.
     *
     * @param changed the limits; {@link ArgumentLimits#defaults} unless said
     * @return this builder
     */
    public PolicyEngineBuilder limits(ArgumentLimits changed) {
        limits = Objects.requireNonNull(changed, "changed");
        return this;
    }

    /**
     * How paths are judged, by rules and as keys.
     *
     * @param changed the settings; {@link PathSettings#plain} unless said
     * @return this builder
     */
    public PolicyEngineBuilder paths(PathSettings changed) {
        paths = Objects.requireNonNull(changed, "changed");
        return this;
    }

    /**
     * Where sessions keep what they remember: a session that begins under an id which the store knows goes on. Unless a
     * store is given here, each session remembers in memory, until it is closed.
     *
     * @param store the store
     * @return this builder
     */
    public PolicyEngineBuilder sessions(SessionStore store) {
        return sessions(sessions.storedIn(store));
    }

    /**
     * What sessions have in common: their store, their clock, who hears of what policies decide, limits.
     *
     * @param settings the settings, whose store keeps the sessions
     * @return this builder
     */
    public PolicyEngineBuilder sessions(SessionSettings settings) {
        sessions = Objects.requireNonNull(settings, "settings");
        storeGiven = true;
        return this;
    }

    /**
     * Who hears of what policies decide, in place of earlier ones; the sessions' store stays as it is.
     *
     * @param listeners the listeners, in order
     * @return this builder
     */
    public PolicyEngineBuilder listeners(PolicyListener... listeners) {
        sessions = sessions.heardBy(List.of(listeners), sessions.everyCheck());
        return this;
    }

    /**
     * Lets every call remember what settled each of its rules, for {@code ToolCallStream.explanation()}. It costs one
     * small object for each rule that is settled.
     *
     * @return this builder
     */
    public PolicyEngineBuilder explaining() {
        explained = true;
        return this;
    }

    /**
     * How rules that can never decide are taken.
     *
     * @param severity {@link Severity#ERROR}, unless said, keeps the engine from being built; {@link Severity#WARNING}
     *     lists them in {@link PolicyEngine#warnings}
     * @return this builder
     */
    public PolicyEngineBuilder unreachableRules(Severity severity) {
        unreachable = Objects.requireNonNull(severity, "severity");
        return this;
    }

    /**
     * Builds the engine.
     *
     * @return an engine that is ready
     * @throws InvalidPolicyException if a rule list doesn't fit its tool or a requirement can't be met; it lists every
     *     such problem
     * @throws IllegalArgumentException if a policy's name is empty or taken
     */
    public PolicyEngine build() {
        List<PolicyProblem> problems = new ArrayList<>();
        Map<String, PreparedTool> tools = new LinkedHashMap<>();
        for (ToolDefinition<?> tool : catalog.tools()) {
            check(tool, "run", tool.run().orElse(RuleList.empty()), problems)
                    .ifPresent(run -> tools.put(tool.name(), prepare(tool, run)));
            tool.result().ifPresent(list -> check(tool, "result", list, problems));
        }
        List<ToolPolicy> all = resolvePolicies(problems);
        if (problems.stream().anyMatch(this::isFatal)) {
            throw new InvalidPolicyException(problems.stream().filter(this::isFatal).toList());
        }
        return new PolicyEngine(catalog, tools, all, limits, sessions, storeGiven, explained, problems);
    }

    /** The session policies, with those that the tools' requirements make. */
    private List<ToolPolicy> resolvePolicies(List<PolicyProblem> problems) {
        try {
            List<ToolPolicy> all = Requirements.resolve(catalog, policies, paths.form());
            PolicyRegistry trial = new PolicyRegistry("trial");
            all.forEach(trial::register);
            return all;
        } catch (InvalidRequirementsException e) {
            e.problems().forEach(problem -> problems.add(new PolicyProblem(
                    "tool \"" + problem.tool() + "\"", Diagnostic.error(problem.code(), problem.summary()))));
            return List.of();
        }
    }

    private PreparedTool prepare(ToolDefinition<?> tool, RuleList run) {
        CompiledRules compiled = CompiledRules.of(tool.schema(), run, paths);
        String terms = tool.schema() + " " + run + " " + paths.form();
        return new PreparedTool(tool, CompiledSchema.of(tool.schema()), compiled, terms);
    }

    private Optional<RuleList> check(
            ToolDefinition<?> tool, String list, RuleList rules, List<PolicyProblem> problems) {
        CheckedRules checked = RuleListCheck.check(tool.schema(), rules);
        for (Diagnostic diagnostic : checked.diagnostics()) {
            problems.add(new PolicyProblem("tool \"" + tool.name() + "\", " + list, diagnostic));
        }
        return checked.rules();
    }

    private boolean isFatal(PolicyProblem problem) {
        Diagnostic diagnostic = problem.diagnostic();
        return diagnostic.isError()
                && (diagnostic.code() != DiagnosticCode.UNREACHABLE_RULE || unreachable == Severity.ERROR);
    }
}
