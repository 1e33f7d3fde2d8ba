package dev.toolpolicy.springai;

import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.springai.internal.SpringTools;
import io.micrometer.observation.ObservationRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;

/**
 * The policies of all tools of an application, and what else the parts of this adapter share. Immutable but for the
 * engine; thread-safe. A program with a fixed set of tools needs {@link PolicyToolCallingManager#of} only; Spring Boot's
 * starter creates all of it.
 */
public final class ToolPolicies {
    /** The key of a session's id in a tool context, and in the parameters of advisors. Tools don't see it. */
    public static final String SESSION = "toolpolicy.session";

    /** What all keys begin with that tools don't see. */
    static final String PREFIX = "toolpolicy.";

    /** The key of the session of a resumed call. The next calls of its chat belong to that session, too. */
    static final String RESUMED = PREFIX + "resumed";

    /** The id that Spring AI 1.1 gives to all conversations without one. */
    private static final String EVERYONE = "default";

    private final Object owner;
    private final Supplier<HostTools> tools;
    private final SessionResolver<ToolContext> sessions;
    private final ObservationRegistry observations;
    private final @Nullable BiConsumer<String, String> shadow;
    private final boolean clientsOnly;
    /** By name, the definitions that the engine has. */
    private final Map<String, ToolDefinition> known = new ConcurrentHashMap<>();
    /** By name, those that it has or is about to have. */
    private final Map<String, ToolDefinition> coming = new ConcurrentHashMap<>();

    private ToolPolicies(
            Object owner,
            Supplier<HostTools> tools,
            SessionResolver<ToolContext> sessions,
            ObservationRegistry observations,
            @Nullable BiConsumer<String, String> shadow,
            boolean clientsOnly) {
        this.owner = owner;
        this.tools = tools;
        this.sessions = sessions;
        this.observations = observations;
        this.shadow = shadow;
        this.clientsOnly = clientsOnly;
    }

    /**
     * Creates policies for tools that are known, and others that may come.
     *
     * @param policies the policies; a list for a tool that comes later says {@code external = true}
     * @param tools the known tools
     * @return policies whose sessions are conversations
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies
     */
    public static ToolPolicies of(HostPolicies policies, ToolCallback... tools) {
        HostTools started = policies.start(Stream.of(tools)
                .map(tool -> SpringTools.describe(tool.getToolDefinition()))
                .toList());
        return of(() -> started);
    }

    /**
     * Creates policies for tools under an engine.
     *
     * @param tools returns the tools, always the same, when they are first needed
     * @return policies whose sessions are conversations
     */
    public static ToolPolicies of(Supplier<HostTools> tools) {
        return new ToolPolicies(
                new Object(),
                Objects.requireNonNull(tools, "tools"),
                ToolPolicies::conversation,
                ObservationRegistry.NOOP,
                null,
                false);
    }

    /**
     * Returns the default resolver: a conversation is a session.
     *
     * @return a resolver that takes {@link #SESSION} or {@code ChatMemory.CONVERSATION_ID} from the tool context, and
     *     throws if there is neither
     */
    public static SessionResolver<ToolContext> conversations() {
        return ToolPolicies::conversation;
    }

    private static PolicySession conversation(PolicyEngine engine, ToolContext call) {
        Object id = call.getContext().get(SESSION);
        if (id == null) {
            id = call.getContext().get(ChatMemory.CONVERSATION_ID);
        }
        String known = id == null ? "" : id.toString();
        if (known.isBlank() || known.equals(EVERYONE)) {
            throw new IllegalStateException("This chat has no conversation id, so its tools don't run. Give it one:"
                    + " .advisors(a -> a.param(ChatMemory.CONVERSATION_ID, id)) with the application's"
                    + " ChatClient.Builder, or .toolContext(Map.of(ToolPolicies.SESSION, id)).");
        }
        return engine.session(known);
    }

    /**
     * Sets how the session of a call is found. The default is {@link #conversations}.
     *
     * @param resolver finds it from the tool context of the chat
     * @return a copy with this resolver
     */
    public ToolPolicies sessions(SessionResolver<ToolContext> resolver) {
        return new ToolPolicies(
                owner, tools, Objects.requireNonNull(resolver, "resolver"), observations, shadow, clientsOnly);
    }

    /**
     * Sets the registry for observations, one a call: {@code tool.policy.call}, with the low-cardinality keys {@code
     * tool} and {@code result}.
     *
     * @param registry the registry
     * @return a copy with this registry
     */
    public ToolPolicies observations(ObservationRegistry registry) {
        return new ToolPolicies(
                owner, tools, sessions, Objects.requireNonNull(registry, "registry"), shadow, clientsOnly);
    }

    /**
     * Lets all calls run, and counts and logs what would become of them. For trying policies out.
     *
     * @param counts takes a tool and an answer ({@code will_run}, {@code will_ask}, {@code denied}, {@code invalid},
     *     {@code no_session}, {@code failed}) for each call, from any thread; {@code _other} stands for all tools that
     *     the engine doesn't know
     * @return a copy that enforces nothing
     */
    public ToolPolicies shadow(BiConsumer<String, String> counts) {
        return new ToolPolicies(
                owner, tools, sessions, observations, Objects.requireNonNull(counts, "counts"), clientsOnly);
    }

    /**
     * Refuses chats with tools that don't come through {@link #advisor}. In Spring AI 2.0, a {@code ChatClient} that is
     * built by hand runs tools with a manager of its own; with this setting such a chat fails before the model is asked.
     *
     * @return a copy with this setting
     */
    public ToolPolicies clientsOnly() {
        return new ToolPolicies(owner, tools, sessions, observations, shadow, true);
    }

    /**
     * Puts a manager under the policies.
     *
     * @param host the host's manager, which runs the calls that may run
     * @param resolver finds tools by name; the host's manager should use {@link #guarded(ToolCallbackResolver)} of it
     * @return the manager to use instead
     */
    public PolicyToolCallingManager manager(ToolCallingManager host, ToolCallbackResolver resolver) {
        return new PolicyToolCallingManager(this, host, guarded(resolver));
    }

    /**
     * Creates an advisor for chat clients. It hands the conversation's id over to the manager, and its tools run with a
     * manager of these policies only.
     *
     * @return the advisor
     */
    public PolicyAdvisor advisor() {
        return new PolicyAdvisor(this);
    }

    /**
     * Guards a tool: from any caller, it runs only with the permission of a manager of these policies.
     *
     * @param tool the tool
     * @return the guarded tool, with the same definition
     */
    public ToolCallback guarded(ToolCallback tool) {
        return GuardedCallback.of(tool, this);
    }

    /**
     * Guards all tools that a resolver finds.
     *
     * @param resolver the resolver
     * @return a resolver of guarded tools
     */
    public ToolCallbackResolver guarded(ToolCallbackResolver resolver) {
        boolean ours = resolver instanceof GuardedResolver guarded
                && guarded.policies().owner() == owner;
        return ours ? resolver : new GuardedResolver(resolver, this);
    }

    /** A resolver whose tools run only with the permission of a manager of the same policies. */
    private record GuardedResolver(ToolCallbackResolver resolver, ToolPolicies policies)
            implements ToolCallbackResolver {
        @Override
        public @Nullable ToolCallback resolve(String name) {
            ToolCallback found = resolver.resolve(name);
            return found == null ? null : GuardedCallback.of(found, policies);
        }
    }

    /**
     * Returns the tools under their engine.
     *
     * @return the tools
     */
    public HostTools tools() {
        return tools.get();
    }

    Object owner() {
        return owner;
    }

    boolean isShadow() {
        return shadow != null;
    }

    @Nullable
    BiConsumer<String, String> shadow() {
        return shadow;
    }

    ObservationRegistry observations() {
        return observations;
    }

    /** Returns what meters and counts call a tool: its name, or one word for all names that a model has made up. */
    String label(String tool) {
        return tools().engine().tools().find(tool).isPresent() ? tool : "_other";
    }

    /** Brings tools under the engine that are new or have changed. */
    void offer(Collection<ToolDefinition> definitions) {
        List<ToolDefinition> changed = definitions.stream()
                .filter(tool -> !tool.equals(known.get(tool.name())) || !isCurrent(tool))
                .toList();
        if (changed.isEmpty()) {
            return;
        }
        synchronized (coming) {
            changed.forEach(tool -> coming.put(tool.name(), tool));
            tools().offer(changed.stream().map(SpringTools::describe).toList());
            changed.forEach(tool -> known.put(tool.name(), tool));
        }
    }

    /** Returns whether the engine has decided by this definition since it was offered: no other one has come. */
    boolean isCurrent(ToolDefinition tool) {
        return tool.equals(coming.get(tool.name()));
    }

    /** Returns the session of a chat. */
    PolicySession session(@Nullable ToolCallingChatOptions options) {
        return session(HostOptions.context(options));
    }

    /** Returns the session of a chat with this tool context. */
    PolicySession session(Map<String, Object> context) {
        PolicySession session = tools().session(sessions, new ToolContext(context));
        return context.get(RESUMED) instanceof String resumed && !resumed.equals(session.id())
                ? tools().engine().session(resumed) // the facts are another user's
                : session;
    }

    /** Throws if the tools of a chat might run without a manager of these policies. */
    void requireOurs(ToolCallingChatOptions options) {
        boolean ours = HostOptions.context(options).get(PolicyAdvisor.PASSED) == owner
                || HostOptions.tools(options).stream().allMatch(tool -> GuardedCallback.isOf(tool, this));
        if (clientsOnly && !isShadow() && !ours) {
            throw new IllegalStateException(
                    "This chat's tools would run without policies. Build its ChatClient from the application's"
                        + " ChatClient.Builder, or give it the advisor PolicyAdvisor and, in its ToolCallingAdvisor,"
                        + " the application's ToolCallingManager. If you run tool calls yourself, put"
                        + " ToolPolicies.guarded(tool) into the options.");
        }
    }
}
