package dev.toolpolicy.agents.internal.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.agents.internal.local.LocalPaths;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides about one event of a coding agent: whether a call may run, or what a call that ran means for later ones.
 * Sessions are in a folder, since each event comes to a process of its own. For one event.
 */
public final class HookGuard {
    private static final int MOST_SESSIONS = 100_000;
    private static final int MOST_OPEN = 1_000;
    private static final String NO_SANDBOX = "dangerouslyDisableSandbox";
    private static final String UNKNOWN =
            "neither the agent's catalog nor the policy knows this tool. The user can add it"
                    + " to the policy file, or install the hook with --ask-unknown.";
    private static final ToolSchema ANYTHING = new ToolSchema(ParameterType.objectOf(List.of(), ParameterType.any()));

    private final HookSettings settings;
    private final HookHost host;
    private final HookEvent event;
    private final Optional<HookAudit> audit;
    private final LocalPaths paths;
    private final NamedPaths named;
    private final FolderStore store;
    private final PolicyEngine engine;
    private final PolicySession session;
    private final HostCatalog catalog;
    /** Why the agent must ask its user; null if the call needs no approval. */
    private volatile @Nullable String approval;

    /**
     * Builds the engine for an event.
     *
     * @throws IOException if the workspace doesn't exist
     * @throws RuntimeException if a policy file can't be read or is wrong, or the store can't be used
     */
    private HookGuard(HookSettings settings, HookEvent event) throws IOException {
        this.settings = settings;
        this.host = settings.host();
        this.event = event;
        this.audit = settings.audit();
        this.catalog = HostCatalog.of(host.catalog());
        Path directory = Path.of(event.directory());
        this.paths = new LocalPaths(settings.workspace().orElse(directory), settings.home());
        List<Path> guarded = guarded(settings, directory);
        PathSettings pathSettings = paths.settings(guarded);
        this.named = new NamedPaths(pathSettings, directory, guarded);
        this.store = FolderStore.open(settings.store(), MOST_SESSIONS);
        store.read(
                event.session(), SessionStore.State.NONE); // a damaged one is one error, before any policy fails by it
        PolicyEngineBuilder builder = PolicyEngine.builder()
                .configuration(layers(settings))
                .paths(pathSettings)
                .unreachableRules(
                        Severity.WARNING) // one policy serves workspaces in which its rules are about other paths
                .permission(this::handOver)
                .sessions(SessionSettings.inMemory().withStore(store).withOpenCalls(MOST_OPEN));
        audit.ifPresent(builder::onCall);
        this.engine = builder.build();
        if (!event.tool().isEmpty() && engine.tools().find(event.tool()).isEmpty()) {
            engine.replace(unlisted()); // it comes later than the policy, also for entries of patterns in [results]
        }
        this.session = engine.session(event.session()).withFacts(facts());
    }

    /**
     * Answers one event.
     *
     * @param in the event, as the agent writes it
     * @return the answer in the agent's words; empty if it wants none
     * @throws IOException if the event can't be read, or the workspace doesn't exist
     * @throws RuntimeException if a policy file can't be read or is wrong, or the store can't be used
     */
    public static Optional<String> answer(HookSettings settings, InputStream in) throws IOException {
        HookEvent event;
        try {
            event = HookEvent.read(settings.host(), in);
        } catch (IOException e) {
            settings.audit().ifPresent(log -> log.unreadable(String.valueOf(e.getMessage())));
            throw e;
        }
        if (event.kind() != HookEvent.Kind.BEFORE) {
            new HookGuard(settings, event).after();
            return Optional.empty();
        }
        try {
            return settings.host().answer(new HookGuard(settings, event).before());
        } catch (IOException | RuntimeException | Error e) {
            settings.audit().ifPresent(log -> log.failed(event, e));
            throw e;
        }
    }

    /**
     * Builds the engine without an event, as a trial.
     *
     * @return the warnings about the policy, also that it has no rules for the agent's tools
     * @throws InvalidPolicyException if a policy file can't be used; it lists everything
     * @throws IOException if the workspace doesn't exist
     */
    public static List<String> trial(HookSettings settings) throws IOException {
        HookGuard guard = new HookGuard(settings, HookEvent.trial());
        boolean isRuled = guard.catalog.entries().stream()
                .anyMatch(entry -> guard.engine
                        .tools()
                        .find(entry.name())
                        .flatMap(ToolSpec::run)
                        .isPresent());
        Stream<String> warnings = guard.engine.warnings().stream()
                .filter(problem -> problem.diagnostic().code() != DiagnosticCode.NO_CATCH_ALL)
                .map(PolicyProblem::toString);
        return Stream.concat(
                        warnings,
                        isRuled
                                ? Stream.empty()
                                : Stream.of("the policy has no rules for tools of " + guard.catalog.title()
                                        + "; is it for another agent?"))
                .toList();
    }

    /** Returns the files of this hook and of the agent's own settings, also above its directory. */
    private List<Path> guarded(HookSettings settings, Path directory) {
        List<Path> guarded = new ArrayList<>(settings.policies());
        guarded.addAll(settings.kept());
        settings.workspace().ifPresent(folder -> guarded.addAll(host.settingsIn(folder)));
        guarded.addAll(host.settingsIn(settings.home()));
        for (Path at = directory.toAbsolutePath(); at != null; at = at.getParent()) {
            guarded.addAll(host.settingsIn(at));
        }
        guarded.addAll(host.movedSettings());
        Stream.of("toolpolicy.program", "java.class.path") // the script, as it says itself, and its jar
                .map(name -> System.getProperty(name, ""))
                .filter(file -> !file.isEmpty() && !file.contains(File.pathSeparator))
                .forEach(file -> guarded.add(Path.of(file)));
        return guarded;
    }

    /** Returns the agent's catalog, then the policy files. */
    private PolicyLayer[] layers(HookSettings settings) {
        List<PolicyLayer> layers = new ArrayList<>();
        layers.add(PolicyConfiguration.of(ConfigurationFormat.TOML, "catalog", "tools = \"" + host.catalog() + "\""));
        settings.policies()
                .forEach(file -> layers.add(PolicyConfiguration.read(file).unknownTools(Severity.WARNING)));
        return layers.toArray(PolicyLayer[]::new);
    }

    /** Returns the event's tool, which neither the catalog nor a policy file declares. */
    private DeclaredTool unlisted() {
        DeclaredTool tool = DeclaredTool.of(event.tool(), ANYTHING);
        RuleSpec denied = RuleSpec.otherwise(Mode.DENY).because(UNKNOWN);
        RuleSpec answer = settings.asksForUnknown() ? RuleSpec.otherwise(Mode.ASK) : denied;
        return isOfServer(event.tool()) ? tool : tool.withRun(RuleList.of(answer));
    }

    /** Returns whether a tool is one that an MCP server brings, whose arguments are as that server says. */
    private boolean isOfServer(String tool) {
        return tool.startsWith(HookHost.SERVER)
                || catalog.others()
                        .filter(pattern -> tool.startsWith(pattern.substring(0, pattern.indexOf('*'))))
                        .isPresent();
    }

    private Map<String, Object> facts() {
        Map<String, Object> facts =
                new HashMap<>(Map.of("agent", event.agent(), "permission_mode", event.permissionMode()));
        facts.values().removeIf(""::equals);
        return facts;
    }

    /** Decides about a call that is about to run. */
    private HookAnswer before() {
        store.deleteOld();
        session.addLabels(host.labels());
        Optional<String> blanks = pathWithBlanks();
        if (blanks.isPresent()) {
            String why = "Not run: the path /" + blanks.get() + " begins or ends with blanks. Write it without them.";
            audit.ifPresent(log -> log.invalid(event, "path-with-blanks", why));
            return new HookAnswer(Mode.DENY, why);
        }
        AnsweringCommands commands = new AnsweringCommands(event, settings, named);
        Optional<String> answers = commands.refusal();
        if (answers.isPresent()) {
            audit.ifPresent(log -> log.invalid(event, "answers-approvals", answers.get()));
            return new HookAnswer(Mode.DENY, answers.get());
        }
        GuardedCall call = session.guard(event.callId(), event.tool(), fromWorkspace());
        Optional<CallResult> refused = call.begin();
        if (refused.isPresent()) {
            return Optional.ofNullable(approval)
                    .map(this::ask)
                    .orElseGet(() -> new HookAnswer(Mode.DENY, refused.get().forModel()));
        }
        new OpenCalls(store, event.session()).add(event, call.ticket());
        HookAnswer answer = Optional.ofNullable(approval)
                .or(this::againstNamedPaths)
                .or(commands::question)
                .or(this::againstSandbox)
                .or(() -> FilePatterns.against(event, paths))
                .or(() -> paths.contains(Path.of(event.directory()))
                        ? Optional.empty()
                        : Optional.of("the agent works outside of its workspace"))
                .map(this::ask)
                .orElseGet(() -> new HookAnswer(Mode.ALLOW, ""));
        if (answer.verdict() == Mode.DENY) {
            audit.ifPresent(log -> log.unattended(event, answer.reason()));
        }
        return answer;
    }

    /**
     * Leaves the question to the agent, which asks its user after this process has answered: approves for the engine,
     * which records the call as one that may run. Declines if the agent can't ask.
     */
    private CompletionStage<Answer> handOver(ApprovalRequest request) {
        String why = request.reason().toString();
        approval = why;
        return CompletableFuture.completedFuture(host.refusal()
                .map(refusal -> request.decline(refusal + ". " + why))
                .orElseGet(request::approve));
    }

    private HookAnswer ask(String reason) {
        if (host.asks(event.permissionMode())) {
            return new HookAnswer(Mode.ASK, "Tool Policy asks: " + reason);
        }
        String why = host.refusal()
                .map(refusal -> refusal + ". " + reason)
                .orElse("in the permission mode \"" + event.permissionMode() + "\" no person is asked.");
        return new HookAnswer(Mode.DENY, "Not run: this call needs approval, and " + why);
    }

    /** Returns the arguments with paths that start at the workspace, as rules read them, not at the agent's directory. */
    private ObjectNode fromWorkspace() {
        ObjectNode input = event.input().deepCopy();
        String directory = Path.of(event.directory()).toAbsolutePath().toString();
        pathNames().forEach(name -> {
            String path = input.path(name).asText();
            if (!path.startsWith("/") && !path.startsWith("~")) {
                input.set(name, TextNode.valueOf(directory + "/" + path));
            }
        });
        return input;
    }

    /** Returns the names of the arguments that are paths, as the catalog says. */
    private Stream<String> pathNames() {
        return catalog.toolCatalog().find(event.tool()).stream()
                .flatMap(tool -> tool.schema().parameters().stream())
                .filter(parameter -> parameter.type().equals(ParameterType.path()))
                .map(Parameter::name)
                .filter(name -> event.input().path(name).isTextual());
    }

    /** Returns the name of a path with blanks around it, which the agent may take for the path without them. */
    private Optional<String> pathWithBlanks() {
        return pathNames()
                .filter(name -> {
                    String path = event.input().path(name).asText();
                    return !path.equals(NamedPaths.trimmed(path));
                })
                .findFirst();
    }

    /** Returns why paths need approval that no schema declares; empty if they don't. */
    private Optional<String> againstNamedPaths() {
        if (isOfServer(event.tool()) && named.areGuarded(event.input())) {
            return Optional.of("an argument names a file of the policy or of the agent's settings");
        }
        return event.tool().equals("apply_patch")
                ? named.againstPatch(event.input().path("input").asText())
                : Optional.empty();
    }

    /** Returns why a call needs approval that leaves the agent's sandbox, if no rule looks at that. */
    private Optional<String> againstSandbox() {
        boolean isRuled = engine.tools().find(event.tool()).flatMap(ToolSpec::run).stream()
                .flatMap(list -> list.rules().stream())
                .flatMap(rule -> rule.conditions().stream())
                .anyMatch(condition ->
                        !condition.isOnFact() && condition.pointer().toString().equals("/" + NO_SANDBOX));
        return event.input().path(NO_SANDBOX).asBoolean() && !isRuled
                ? Optional.of("/" + NO_SANDBOX + " is true, so the command would leave the agent's sandbox")
                : Optional.empty();
    }

    /**
     * Records what a call that ran, or a message, means for later calls. A call that may not have been judged
     * as it ran is unknown. The text of a call that this hook didn't let run is a stranger's.
     */
    private void after() {
        if (event.tool().isEmpty()) {
            hear();
            return;
        }
        Optional<OpenCalls.Ended> ended = new OpenCalls(store, event.session()).remove(event);
        if (ended.isEmpty()) {
            session.addLabels(FlowFacts.UNTRUSTED);
        } else if (ended.get().asJudged()) {
            session.calls().finished(ended.get().ticket(), outcome());
        } else {
            OpenSession.deliver(session, event.tool()); // what it brings depends on the arguments that ran
            session.calls().finished(ended.get().ticket(), ToolResult.unknown("it ran with other arguments"));
        }
    }

    /**
     * Records whose text a message is, or the past of a session. A message of the agent and a past that this hook hasn't
     * seen can be a stranger's text. A message of a program names no values.
     */
    private void hear() {
        boolean isKnown =
                !store.read(event.session(), SessionStore.State.NONE).parts().isEmpty();
        boolean isClean = event.kind() == HookEvent.Kind.PROMPT
                ? event.isOfUser() || event.source().equals("sdk")
                : isKnown || Set.of("startup", "clear").contains(event.source());
        if (!isClean) {
            session.addLabels(FlowFacts.UNTRUSTED);
        } else {
            session.userMessage(event.isOfUser() ? event.response().asText() : "");
        }
    }

    private ToolResult outcome() {
        if (event.kind() == HookEvent.Kind.FAILED) {
            return ToolResult.failure("it failed");
        }
        JsonNode response = event.response();
        if (!host.tellsOutcome(event.tool())) {
            return ToolResult.unknown("the agent doesn't say whether it succeeded");
        }
        if (response.path("interrupted").asBoolean() || response.hasNonNull("backgroundTaskId")) {
            return ToolResult.unknown("it was interrupted, or runs on");
        }
        return host.hasFailed(response) ? ToolResult.failure("it failed") : ToolResult.success(response);
    }
}
