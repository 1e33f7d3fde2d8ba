package dev.toolpolicy.lab.agentdojo;

import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.schema.DiagnosticCode;
import java.nio.file.Path;
import java.util.List;

/** The tools of a suite under a policy file. The tools' schemas come from the suite, as from any host. */
final class GuardedSuite {
    private final Suite suite;
    private final PolicyEngine engine;
    private final Person person = new Person();

    /**
     * Builds the engine.
     *
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if the file doesn't fit the tools or the facts
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if the file can't be read
     */
    GuardedSuite(Suite suite, Path policy) {
        this.suite = suite;
        engine = HostPolicies.of(PolicyConfiguration.read(policy).unknownTools(Severity.WARNING))
                .engine(builder -> builder.facts(suite.facts().schema())
                        .permission(PermissionSettings.of(person).withExecutor(Runnable::run))
                        .unreachableRules(Severity.WARNING))
                .start(suite.tools())
                .engine();
    }

    /** Returns what the analysis says of rules that never apply, or of which it couldn't be sure. */
    List<String> deadRules() {
        return engine.warnings().stream()
                .filter(problem -> problem.diagnostic().code() == DiagnosticCode.UNREACHABLE_RULE
                        || problem.diagnostic().code() == DiagnosticCode.UNDECIDED_RULE)
                .map(problem -> problem.place().map(Object::toString).orElse(problem.subject()) + ": "
                        + problem.diagnostic().summary())
                .toList();
    }

    /** Starts the conversation of a task, with the facts of the suite and of the request. */
    Conversation conversation(UserTask task) {
        PolicySession session = engine.newSession().facts(suite.facts().of(task));
        return new Conversation(session.userMessage(task.prompt()), person);
    }
}
