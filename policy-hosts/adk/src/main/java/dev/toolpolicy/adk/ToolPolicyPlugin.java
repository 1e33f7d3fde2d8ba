package dev.toolpolicy.adk;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.adk.agents.BaseAgent;
import com.google.adk.agents.CallbackContext;
import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.codeexecutors.BuiltInCodeExecutor;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.plugins.BasePlugin;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.FunctionTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.internal.adapter.RefusedCalls;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import dev.toolpolicy.runtime.store.SessionSettings;
import io.reactivex.rxjava3.core.Maybe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A plugin that puts all tools of an application under policies: functions, toolsets, MCP tools, and tools that come
 * later. Register it first, since a plugin before it may answer for a tool. Thread-safe.
 *
 * <pre>{@code
 * Runner runner = Runner.builder().agent(agent).appName("files")
 *         .plugins(ToolPolicyPlugin.of(HostPolicies.read(Path.of("tool-policy.toml"))))
 *         .build();
 * }</pre>
 *
 * <p>A call that is allowed is run by the plugin, with the arguments that were decided, so that no callback changes them
 * afterwards. A call that needs approval goes to the engine's approver. Without one, the ADK asks the user to confirm it. A
 * call that doesn't run has the reason as its result, which the model reads.
 */
public final class ToolPolicyPlugin extends BasePlugin {
    /** The time in which a user can confirm a call, unless the engine's settings say another. */
    private static final Duration VALIDITY = Duration.ofDays(1);

    /** Begins the key in the ADK's state, by an agent that is a tool, of the session whose model writes to it. */
    private static final String CALLER = "tool_policy_caller:";

    /** Signs the ids of sessions there, since the clients of an application may write to the state. */
    private static final byte[] KEY = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);

    private static final int DIGEST = 64;

    /** The key, in what the ADK keeps for an invocation, of the name of the agent with which it begins. */
    private static final String FIRST = "tool_policy_first";

    /** The user of the sessions that the ADK makes for agents which are tools. */
    private static final String AGENTS = "tmp-user";

    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private static final BuiltInCodeExecutor GOOGLES = new BuiltInCodeExecutor();

    private final HostTools tools;
    private final SessionResolver<? super CallbackContext> sessions;
    private final Settings settings;
    private final UserWords words = new UserWords();
    /** By a session's id and the name of an agent that is its tool, the ids of the sessions that this agent has. */
    private final Map<List<Object>, Set<String>> called = new ConcurrentHashMap<>();

    /**
     * The switches of a service.
     *
     * @param whole whether responses without a finish reason are whole
     * @param agents whether agents run as tools
     * @param code whether agents run the code that their models write
     * @param user whether sessions are told what their user wrote
     */
    private record Settings(boolean whole, boolean agents, boolean code, boolean user) {}

    private ToolPolicyPlugin(HostTools tools, SessionResolver<? super CallbackContext> sessions, Settings settings) {
        super("tool-policy");
        this.tools = tools;
        this.sessions = sessions;
        this.settings = settings;
    }

    /**
     * Creates a plugin. Calls belong to the session of the application, user and session of the ADK.
     *
     * @param policies the policies
     * @param known tools that are known now: their policies are checked here. A list for another tool needs {@code
     *     external = true}; it is checked when the tool comes, and calls that it doesn't fit don't run
     * @return the plugin
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies
     */
    public static ToolPolicyPlugin of(HostPolicies policies, BaseTool... known) {
        List<HostTool> read = Stream.of(known).map(Declarations::read).toList();
        HostPolicies asking =
                policies.defaultSessions(SessionSettings.inMemory().withStoredApprovals(VALIDITY));
        HostTools tools = asking.start(read);
        return new ToolPolicyPlugin(tools, ToolPolicyPlugin::session, new Settings(false, false, false, false));
    }

    /**
     * Sets how the session of a call is found, and the facts about it.
     *
     * @param resolver finds the session
     * @return a plugin with the same engine
     */
    public ToolPolicyPlugin sessions(SessionResolver<? super CallbackContext> resolver) {
        return new ToolPolicyPlugin(tools, resolver, settings);
    }

    /**
     * Takes a response without a finish reason as whole. By default its calls don't run, since a stream that breaks off has
     * none. Set this only for a model whose responses never have one.
     *
     * @return a plugin with the same engine
     */
    public ToolPolicyPlugin withoutFinishReasons() {
        return with(new Settings(true, settings.agents, settings.code, settings.user));
    }

    /**
     * Lets agents run as tools. The plugin can't see whether an {@link AgentTool} takes its plugins along, and the tools
     * of one that doesn't are under no policy: so it denies them by default.
     *
     * @return a plugin with the same engine, for an application whose agents that are tools all include plugins
     */
    public ToolPolicyPlugin agentsIncludePlugins() {
        return with(new Settings(settings.whole, true, settings.code, settings.user));
    }

    /**
     * Lets agents run the code that their models write, in the agents' own {@code codeExecutor}. No policy decides about
     * that code, so such an agent doesn't run by default. {@code BuiltInCodeExecutor} runs code at Google and needs no
     * setting.
     *
     * @return a plugin with the same engine. The labels of the results of {@code code_execution} join the session of such an
     *     agent with its first request
     */
    public ToolPolicyPlugin agentsRunCode() {
        return with(new Settings(settings.whole, settings.agents, true, settings.user));
    }

    /**
     * Tells sessions what their user wrote, so that rules can look values up in the set {@code request}: the text of the
     * message that starts an invocation. The messages that agents write to agents which are their tools aren't the user's.
     * Don't use it if other programs or agents are the users, or if the application adds retrieved text to the message
     * before it runs the agent.
     *
     * @return a plugin with the same engine
     */
    public ToolPolicyPlugin userMessages() {
        return with(new Settings(settings.whole, settings.agents, settings.code, true));
    }

    private ToolPolicyPlugin with(Settings changed) {
        return new ToolPolicyPlugin(tools, sessions, changed);
    }

    /**
     * Returns the engine that decides.
     *
     * @return the engine of all tools
     */
    public PolicyEngine engine() {
        return tools.engine();
    }

    private static PolicySession session(PolicyEngine engine, CallbackContext call) {
        return engine.session(Stream.of(call.invocationContext().appName(), call.userId(), call.sessionId())
                .map(part -> part.replace("%", "%25").replace("/", "%2F"))
                .reduce((a, b) -> a + "/" + b)
                .orElseThrow());
    }

    /**
     * Returns the session of a call. That of an agent which is a tool, or of the agents of a workflow which is one, begins in
     * the session of the agent that calls it.
     */
    private PolicySession find(CallbackContext call) {
        PolicySession session = tools.session(sessions, call);
        Object first = call.invocationContext().callbackContextData().getOrDefault(FIRST, call.agentName());
        String signed = String.valueOf(call.state().get(CALLER + first));
        String caller = signed.substring(Math.min(DIGEST, signed.length()));
        if (call.userId().equals(AGENTS) && signed.equals(signed(caller)) && !caller.equals(session.id())) {
            OpenSession.beginIn(tools.engine().session(caller), session);
            called.computeIfAbsent(List.of(caller, first), none -> ConcurrentHashMap.newKeySet())
                    .add(session.id());
        }
        return session;
    }

    private static String signed(String session) {
        return JsonDigest.of(TextNode.valueOf(session), KEY) + session;
    }

    /** Notes what the user wrote, if the application wants sessions to know it. */
    @Override
    public Maybe<Content> onUserMessageCallback(InvocationContext context, Content message) {
        return Maybe.fromRunnable(() -> {
            if (settings.user) {
                words.hear(context, message);
            }
        });
    }

    /**
     * Refuses an agent that runs code of its model. The ADK may run code before it asks the model, and without a tool. Notes
     * the agent with which an invocation begins.
     */
    @Override
    public Maybe<Content> beforeAgentCallback(BaseAgent agent, CallbackContext context) {
        context.invocationContext().callbackContextData().putIfAbsent(FIRST, agent.name());
        return runsCode(agent) && !settings.code ? Maybe.fromCallable(() -> refuse(agent, context)) : Maybe.empty();
    }

    private Content refuse(BaseAgent agent, CallbackContext context) {
        String reason = "The agent \"" + agent.name()
                + "\" runs code that its model writes, which no policy decides about. It doesn't run.";
        RefusedCalls.report(find(context), "", GeminiFeed.CODE, reason);
        return Content.builder().role("model").parts(Part.fromText(reason)).build();
    }

    private static boolean runsCode(BaseAgent agent) {
        return agent instanceof LlmAgent own && !(own.codeExecutor().orElse(GOOGLES) instanceof BuiltInCodeExecutor);
    }

    /** Brings the tools of a request under the engine, and takes out those of which every call would be denied. */
    @Override
    public Maybe<LlmResponse> beforeModelCallback(CallbackContext context, LlmRequest.Builder builder) {
        return Maybe.fromRunnable(() -> {
            LlmRequest request = builder.build();
            Confirmation.behind(context).clear();
            words.note(request.tools().values());
            tools.offer(
                    request.tools().values().stream().map(Declarations::read).toList());
            PolicySession session = find(context);
            String[] parts = UserWords.take(context.invocationContext());
            if (parts.length > 0) { // now that the engine has the tools whose rules look at it
                session.userMessage(parts);
            }
            Set<String> offered = new HashSet<>();
            session.offeredTools().tools().forEach(tool -> offered.add(tool.name()));
            request.config().ifPresent(config -> builder.config(Declarations.only(config, offered, session)));
            if (runsCode(context.invocationContext().agent())) {
                OpenSession.deliver(session, GeminiFeed.CODE);
            }
        });
    }

    /** Takes out the calls of a response that was cut. What Google ran brings its labels to the session. */
    @Override
    public Maybe<LlmResponse> afterModelCallback(CallbackContext context, LlmResponse response) {
        return Maybe.defer(() -> {
            PolicySession session = find(context);
            List<Part> parts = response.content().flatMap(Content::parts).orElse(List.of());
            response.groundingMetadata().ifPresent(found -> OpenSession.deliver(session, GeminiFeed.SEARCH));
            parts.forEach(part -> GeminiFeed.ran(part).ifPresent(tool -> OpenSession.deliver(session, tool)));
            Confirmation.foresee(session, context, parts);
            return Maybe.fromOptional(CutResponses.withoutCalls(session, response, settings.whole));
        });
    }

    /** Decides about a call and runs it, or answers why it doesn't run. */
    @Override
    public Maybe<Map<String, Object>> beforeToolCallback(
            BaseTool tool, Map<String, Object> arguments, ToolContext context) {
        return Maybe.defer(() -> {
            words.note(List.of(tool));
            HostTool described = Declarations.read(tool);
            tools.offer(List.of(described));
            PolicySession session = find(context);
            Confirmation confirmation = new Confirmation(session, tool.name(), arguments, context);
            String id = context.functionCallId().orElse("");
            Optional<String> refusal = refusal(tool, confirmation.isBehind(arguments));
            if (refusal.isPresent()) {
                RefusedCalls.report(session, id, tool.name(), refusal.get());
                return Maybe.just(refused(refusal.get()));
            }
            if (tool instanceof AgentTool) {
                context.state().put(CALLER + tool.name(), signed(session.id()));
            }
            GuardedCall call = confirmation.answered().orElseGet(() -> session.guard(id, tool.name(), arguments));
            CompletionStage<Map<String, Object>> result = call.runAsync(
                            approved -> run(tool, described, approved, context)
                                    .whenComplete((ran, failure) -> join(session.id(), tool.name())),
                            ToolPolicyPlugin::outcome)
                    .thenApply(done ->
                            confirmation.asked(done, done.returned().orElseGet(() -> refused(done.forModel()))));
            return Maybe.fromCompletionStage(result);
        });
    }

    /** Returns why the engine doesn't decide about a call. */
    private Optional<String> refusal(BaseTool tool, boolean isBehind) {
        String name = "The tool \"" + tool.name() + "\" ";
        if (tool instanceof AgentTool && !settings.agents) {
            return Optional.of(name + "is an agent, whose tools may be under no policy. It doesn't run.");
        } else if (tool instanceof FunctionTool function && function.isStreaming()) {
            return Optional.of(name + "streams its results, which no policy watches. It doesn't run.");
        }
        return Optional.of("Not run: an earlier call of the same response waits for a person's approval."
                        + " Send this call again after that one has run.")
                .filter(behind -> isBehind);
    }

    private CompletionStage<Map<String, Object>> run(
            BaseTool tool, HostTool described, ObjectNode approved, ToolContext context) {
        if (!tools.isCurrent(described)) {
            throw new IllegalStateException("tool \"" + tool.name() + "\" has changed since its call was decided");
        }
        return tool.runAsync(JSON.convertValue(approved, OBJECT), context).toCompletionStage();
    }

    /** Adds the labels of an agent that is a tool to the session of its caller, before that one's model reads the answer. */
    private void join(String caller, String agent) {
        for (String session : Objects.requireNonNullElse(called.remove(List.of(caller, agent)), Set.<String>of())) {
            try (PolicySession ended = tools.engine().session(session)) {
                ended.labels(); // one that has read nothing joins nothing
            }
        }
    }

    /** Returns what a result means: the ADK's tools report failures by {@code error}, or {@code status}. */
    private static ToolResult outcome(@Nullable Map<String, Object> result) {
        Map<String, Object> known = result == null ? Map.of() : result;
        boolean failed = known.containsKey("error") || "error".equals(known.get("status"));
        return failed ? ToolResult.failure(known.toString()) : ToolResult.success(JSON.valueToTree(known));
    }

    private static Map<String, Object> refused(String reason) {
        return Map.of("error", reason);
    }
}
