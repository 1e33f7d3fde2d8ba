package dev.toolpolicy.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.observability.api.listener.AiServiceListener;
import dev.langchain4j.service.memory.ChatMemoryService;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.langchain4j.service.tool.ToolService;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.GuardedCall;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tools of an AI service under policies. Give it all tools of the service, and give the service nothing else:
 *
 * <pre>{@code
 * PolicyTools tools = PolicyTools.of(HostPolicies.read(Path.of("tool-policy.toml")), new FileTools());
 * Assistant assistant = AiServices.builder(Assistant.class)
 *         .chatModel(model)
 *         .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
 *         .toolProvider(tools)
 *         .registerListeners(tools.listeners())
 *         .build();
 * }</pre>
 *
 * <p>A call that is denied, declined or invalid doesn't run; the model gets an error result with the reason. A tool of
 * which every call is denied is not offered. Thread-safe; one object may serve several AI services.
 */
public final class PolicyTools implements ToolProvider {
    private static final Logger LOG = System.getLogger(PolicyTools.class.getName());

    private final List<DescribedTool> own;
    private final List<ToolProvider> providers;
    private final SessionResolver<? super InvocationContext> sessions;
    private final HostTools tools;
    private final ResponseEnds ends = new ResponseEnds();
    private final boolean tellsUserMessages;

    private PolicyTools(Builder from) {
        own = List.copyOf(from.own);
        providers = List.copyOf(from.providers);
        sessions = from.sessions;
        tellsUserMessages = from.tellsUserMessages;
        List<HostTool> known = own.stream().map(DescribedTool::described).toList();
        tools = from.policies.start(known);
    }

    /**
     * Puts tools under policies. The id of the chat memory is the id of a call's session, so the methods of the AI
     * service need a {@code MemoryId} parameter.
     *
     * @param policies the policies
     * @param objects objects with methods that are annotated with LangChain4j's {@code Tool}
     * @return the tools, to be given to an AI service as its tool provider
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies; it lists everything
     * @throws dev.langchain4j.service.IllegalConfigurationException if an object has no such method
     * @throws IllegalArgumentException if two tools have the same name
     */
    public static PolicyTools of(HostPolicies policies, Object... objects) {
        return builder(policies).tools(objects).build();
    }

    /**
     * Creates a builder, for services with more than annotated methods.
     *
     * @param policies the policies
     * @return a builder without tools
     */
    public static Builder builder(HostPolicies policies) {
        return new Builder(policies);
    }

    /**
     * Returns the engine that decides about the calls.
     *
     * @return the engine of all tools, known and to come
     */
    public PolicyEngine engine() {
        return tools.engine();
    }

    /**
     * Returns what is left to LangChain4j to check, and which tools can't be read.
     *
     * @return a line each, by the names of the tools
     */
    public List<String> notes() {
        return tools.notes();
    }

    /**
     * Returns the listeners that an AI service needs beside its tool provider: {@code
     * registerListeners(tools.listeners())}. They learn whether the model's responses were complete. LangChain4j writes
     * <code>{}</code> for arguments that were cut off, so without these listeners a call without arguments doesn't run.
     *
     * @return the listeners; they may be registered with several services
     */
    public Collection<AiServiceListener<?>> listeners() {
        return ends.listeners();
    }

    /**
     * Returns the tools that the caller may be offered, each under policies. New and changed tools come under the engine
     * here, before a model sees them.
     *
     * @throws IllegalStateException if the request has no chat memory id and there is no other way to find the session
     */
    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        PolicySession session = session(request.invocationContext());
        List<DescribedTool> all =
                offered(request); // first: before, no rule of these tools may look at the user's words
        if (tellsUserMessages) {
            UserWords.in(request.invocationContext()).ifPresent(session::userMessage);
        }
        Set<String> offered =
                session.offeredTools().tools().stream().map(ToolSpec::name).collect(Collectors.toSet());
        ToolProviderResult.Builder result = ToolProviderResult.builder();
        Set<String> provided = new HashSet<>();
        for (DescribedTool each : all) {
            AiServiceTool tool = each.tool();
            if (offered.contains(tool.name())) {
                provided.add(tool.name());
                result.add(tool.toBuilder()
                        .toolExecutor(new PolicyExecutor(this, each.described(), tool.toolExecutor()))
                        .build());
            }
        }
        ends.provided(request.invocationContext(), provided);
        return result.build();
    }

    /** Brings the tools of a caller under the engine, and returns them. */
    private List<DescribedTool> offered(ToolProviderRequest request) {
        List<DescribedTool> all = new ArrayList<>(own);
        for (ToolProvider provider : providers) {
            ToolProviderResult provided = provider.provideTools(request);
            if (provided != null) {
                provided.aiServiceTools().forEach(tool -> all.add(DescribedTool.of(tool)));
            }
        }
        tools.offer(all.stream().map(DescribedTool::described).toList());
        return all;
    }

    /** Returns whether one of the providers is dynamic; then all of them are asked before each request to the model. */
    @Override
    public boolean isDynamic() {
        return providers.stream().anyMatch(ToolProvider::isDynamic);
    }

    /**
     * Runs an approved call of one of the service's own tools once, after checking rules and policies as they are now. Tell
     * the model the result in a new message: the response that made the call is answered already.
     *
     * @param approval the approval's id
     * @return the result: pending if there is no answer yet
     * @throws IllegalStateException if there is no such approval, or the tool is a provider's: it may act for one caller
     */
    public CallResult resume(String approval) {
        Approval asked = stored(approval);
        InvocationContext context =
                InvocationContext.builder().chatMemoryId(asked.session()).build();
        return resumed(asked, engine().session(asked.session()), own, context);
    }

    /**
     * Runs an approved call once, as {@link #resume(String)} does, with the tools and the facts of the caller that made it.
     *
     * @param approval the approval's id
     * @param caller the request for the tools of this caller, of the same session
     * @return the result: pending if there is no answer yet
     * @throws IllegalStateException if there is no such approval in the caller's session, or the caller has no such tool
     */
    public CallResult resume(String approval, ToolProviderRequest caller) {
        InvocationContext context = caller.invocationContext();
        return resumed(stored(approval), session(context), offered(caller), context);
    }

    /**
     * Runs an approved call as {@link #resume(String)} does, then in order those behind it that need no answer. Where one
     * behind it can't be resumed, that is logged, and the results end before it.
     *
     * @param approval the approval's id
     * @return the results; the last one is pending if that call has no answer yet
     * @throws IllegalStateException as {@link #resume(String)} does for the first call
     */
    public List<CallResult> resumeAll(String approval) {
        Approval first = stored(approval);
        List<CallResult> results = new ArrayList<>(List.of(resume(approval)));
        try {
            for (Optional<Approval> next = behind(first, results);
                    next.isPresent();
                    next = behind(next.get(), results)) {
                results.add(resume(next.get().id()));
            }
        } catch (RuntimeException e) { // the results of what has run are not lost
            LOG.log(Level.ERROR, "a call behind approval " + approval + " can't be resumed", e);
        }
        return results;
    }

    /** Returns the call behind the last one, unless that one still waits. */
    private Optional<Approval> behind(Approval last, List<CallResult> results) {
        boolean waits = results.get(results.size() - 1).approval().isPresent();
        return waits ? Optional.empty() : engine().approvals().behind(last);
    }

    private Approval stored(String approval) {
        return engine().approvals()
                .find(approval)
                .orElseThrow(() -> new IllegalStateException("there is no such approval"));
    }

    private CallResult resumed(
            Approval asked, PolicySession session, List<DescribedTool> callable, InvocationContext context) {
        String name = asked.call().tool();
        DescribedTool tool = callable.stream()
                .filter(each -> each.tool().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the tool \"" + name
                        + "\" isn't one of this service's own. Resume its call with the caller's"
                        + " ToolProviderRequest."));
        GuardedCall call = session.calls().guardApproved(asked.id());
        return call.run(
                        arguments -> {
                            if (!isCurrent(tool.described())) {
                                throw new IllegalStateException("this service has no such tool now");
                            }
                            return tool.tool()
                                    .toolExecutor()
                                    .executeWithContext(
                                            ToolExecutionRequest.builder()
                                                    .id(asked.call().id())
                                                    .name(name)
                                                    .arguments(arguments.toString())
                                                    .build(),
                                            context);
                        },
                        PolicyExecutor::outcome)
                .call();
    }

    PolicySession session(InvocationContext call) {
        return tools.session(sessions, call);
    }

    ResponseEnds ends() {
        return ends;
    }

    boolean isCurrent(HostTool tool) {
        return tools.isCurrent(tool);
    }

    /** Opens the session of a chat memory. LangChain4j gives all calls of services without memory ids the same id. */
    private static PolicySession byMemoryId(PolicyEngine engine, InvocationContext call) {
        Object id = call.chatMemoryId();
        if (id == null || id.toString().isBlank() || id.equals(ChatMemoryService.DEFAULT)) {
            throw new IllegalStateException(
                    "This call of an AI service has no chat memory id, so its tools have no session and don't run."
                            + " Give the service's method a @MemoryId parameter, or find the session yourself:"
                            + " PolicyTools.builder(policies).sessions(...).");
        }
        if (Stream.of(CharSequence.class, Number.class, UUID.class).noneMatch(type -> type.isInstance(id))) {
            throw new IllegalStateException(
                    "A chat memory id of the class " + id.getClass().getName()
                            + " can't be a session's id, so tools don't run. Use a text, a number or a UUID, or find"
                            + " the session yourself: PolicyTools.builder(policies).sessions(...).");
        }
        return engine.session(id.toString());
    }

    /** A builder of {@link PolicyTools}. Not thread-safe. */
    public static final class Builder {
        private HostPolicies policies;
        private final List<DescribedTool> own = new ArrayList<>();
        private final List<ToolProvider> providers = new ArrayList<>();
        private SessionResolver<? super InvocationContext> sessions = PolicyTools::byMemoryId;
        private boolean tellsUserMessages;

        private Builder(HostPolicies policies) {
            this.policies = Objects.requireNonNull(policies, "policies");
        }

        /**
         * Adds the methods of objects that are annotated with LangChain4j's {@code Tool}.
         *
         * @param objects the objects
         * @return this builder
         * @throws dev.langchain4j.service.IllegalConfigurationException if an object has no such method
         */
        public Builder tools(Object... objects) {
            for (Object each : objects) {
                ToolService.findTools(each).stream()
                        .map(DescribedTool::ofMethod)
                        .forEach(own::add);
                policies = policies.methods(each.getClass());
            }
            return this;
        }

        /**
         * Adds a tool that is described in code.
         *
         * @param specification what the model is told of the tool
         * @param executor runs the tool
         * @return this builder
         */
        public Builder tool(ToolSpecification specification, ToolExecutor executor) {
            return tool(AiServiceTool.builder()
                    .toolSpecification(specification)
                    .toolExecutor(executor)
                    .build());
        }

        /**
         * Adds a tool that is described in code, such as one whose result ends the call of the AI service.
         *
         * @param tool the tool
         * @return this builder
         */
        public Builder tool(AiServiceTool tool) {
            own.add(DescribedTool.of(Objects.requireNonNull(tool, "tool")));
            return this;
        }

        /**
         * Adds a provider, such as that of an MCP client. Its tools come under the policies when it provides them. A policy
         * for one of them says {@code external = true}, since no provider has brought it yet when the engine is built.
         *
         * @param provider the provider, also a dynamic one
         * @return this builder
         */
        public Builder provider(ToolProvider provider) {
            providers.add(Objects.requireNonNull(provider, "provider"));
            return this;
        }

        /**
         * Sets how the session of a call, and the facts about it, are found. By default the session's id is the id of the
         * chat memory.
         *
         * @param resolver finds the session from LangChain4j's context of the invocation
         * @return this builder
         */
        public Builder sessions(SessionResolver<? super InvocationContext> resolver) {
            sessions = Objects.requireNonNull(resolver, "resolver");
            return this;
        }

        /**
         * Tells sessions what their user wrote, so that rules can look values up in the set {@code request}. This is the
         * argument of a method of the AI service that is its only {@code UserMessage}, without a template. Retrieved text, the
         * values of variables and the messages of agents to other agents aren't the user's. Don't use it for an AI service
         * whose methods are called with text that others wrote.
         *
         * @return this builder
         */
        public Builder userMessages() {
            tellsUserMessages = true;
            return this;
        }

        /**
         * Builds the engine with all tools that are known.
         *
         * @return the tools under policies
         * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies; it lists everything
         * @throws IllegalArgumentException if two tools have the same name
         */
        public PolicyTools build() {
            return new PolicyTools(this);
        }
    }
}
