package dev.toolpolicy.springai;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.Approval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import reactor.core.publisher.Flux;

/**
 * Conversations that go on after a call of theirs was approved or declined, on any node. The approved call runs once,
 * those that waited behind it run after it, and the model is told their results in a message of the conversation. So the
 * chat client needs a chat memory that outlives the process.
 *
 * <p>Thread-safe.
 */
public final class PolicyConversations {
    /** The statuses of requests that wait for no person, and that no run has used. */
    private static final Set<Approval.Status> UNUSED =
            Set.of(Approval.Status.GRANTED, Approval.Status.DECLINED, Approval.Status.EXPIRED);

    private final ToolPolicies policies;
    private final ToolCallbackResolver resolver;
    private final ChatClient client;
    private final Function<? super Approval, String> conversations;
    /** Null if nothing is known of callers. */
    private final @Nullable Function<? super Approval, Map<String, Object>> callers;
    /** By approval, the results of calls that ran while the model could not be told. */
    private final Map<String, Told> untold;

    private PolicyConversations(
            ToolPolicies policies,
            ToolCallbackResolver resolver,
            ChatClient client,
            Function<? super Approval, String> conversations,
            @Nullable Function<? super Approval, Map<String, Object>> callers,
            Map<String, Told> untold) {
        this.policies = policies;
        this.resolver = policies.guarded(resolver);
        this.client = client;
        this.conversations = conversations;
        this.callers = callers;
        this.untold = untold;
    }

    /**
     * Creates conversations whose ids are the ids of their sessions.
     *
     * @param policies the policies of the tools
     * @param resolver finds tools by name; a tool that it doesn't find can't run here
     * @param client the chat client, with its memory
     */
    public static PolicyConversations of(ToolPolicies policies, ToolCallbackResolver resolver, ChatClient client) {
        return new PolicyConversations(policies, resolver, client, Approval::session, null, new ConcurrentHashMap<>());
    }

    /**
     * Sets how the conversation of an approval is found, where its id isn't the session's.
     *
     * @param conversation returns the conversation's id
     */
    public PolicyConversations conversations(Function<? super Approval, String> conversation) {
        return new PolicyConversations(
                policies, resolver, client, Objects.requireNonNull(conversation, "conversation"), callers, untold);
    }

    /**
     * Sets how the caller is found that made the call of an approval. Without it, an approved call runs without facts about
     * its caller. Calls of the model's answer have the facts of the user who is signed in now, and none if the policies'
     * resolver finds another session for that user. So set it if approvers or jobs resume conversations.
     *
     * @param context returns the entries of the tool context by which the policies' resolver finds the caller's facts, such
     *     as those that the application gives to its chats. The approval's session is added
     */
    public PolicyConversations callers(Function<? super Approval, Map<String, Object>> context) {
        return new PolicyConversations(
                policies, resolver, client, conversations, Objects.requireNonNull(context, "context"), untold);
    }

    /**
     * Runs an approved call, and those behind it, and lets the model go on. If the model fails then, the next resumption in
     * this process tells it again.
     *
     * @param approval the approval's id
     * @return the model's answer; empty if the call still waits, or began to run before. A call that was declined or has
     *     expired is told each time
     * @throws IllegalStateException if there is no such approval
     */
    public Optional<ChatResponse> resume(String approval) {
        Optional<Told> told = told(approval);
        try {
            return told.map(each -> spec(each).call().chatResponse());
        } catch (RuntimeException | Error e) {
            told.ifPresent(each -> untold.put(approval, each));
            throw e;
        }
    }

    /**
     * Runs an approved call, and those behind it, and streams the model's answer. If the stream fails or is cancelled, the
     * next resumption in this process tells the model again.
     *
     * @param approval the approval's id
     * @return the model's answer; empty in the same cases as with {@link #resume}
     */
    public Flux<ChatResponse> resumeStreaming(String approval) {
        return Flux.defer(() -> told(approval)
                .map(told -> spec(told).stream()
                        .chatResponse()
                        .doOnError(e -> untold.put(approval, told))
                        .doOnCancel(() -> untold.put(approval, told)))
                .orElseGet(Flux::empty));
    }

    /** A message for a conversation, with a line for each call. */
    private record Told(String conversation, List<String> lines, Map<String, Object> context) {}

    private ChatClient.ChatClientRequestSpec spec(Told told) {
        return client.prompt()
                .user(String.join("\n", told.lines()))
                .advisors(each -> each.param(ChatMemory.CONVERSATION_ID, told.conversation()))
                .toolContext(told.context());
    }

    private Optional<Told> told(String id) {
        Told again = untold.remove(id);
        if (again != null) {
            return Optional.of(again);
        }
        PolicyEngine engine = policies.tools().engine();
        Approval first =
                engine.approvals().find(id).orElseThrow(() -> new IllegalStateException("there is no such approval"));
        if (!UNUSED.contains(first.status())) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        Told told = new Told(conversations.apply(first), lines, context(first));
        PolicySession session = callers == null ? engine.session(first.session()) : policies.session(told.context());
        told.context().put(ToolPolicies.RESUMED, first.session());
        try {
            for (Optional<Approval> next = Optional.of(first);
                    next.isPresent();
                    next = engine.approvals().behind(next.get())) {
                CallResult result = run(session, next.get(), told.context());
                boolean isUsed = !result.began()
                        && engine.approvals()
                                .find(next.get().id())
                                .filter(now -> UNUSED.contains(now.status()))
                                .isEmpty();
                if (result.kind() == CallResult.Kind.PENDING || isUsed) { // another one runs it
                    break;
                }
                lines.add("The call \"" + result.callId() + "\" of the tool \"" + result.tool()
                        + "\", which waited for approval, has ended ("
                        + result.kind().word() + "): " + result.forModel());
            }
        } catch (RuntimeException | Error e) {
            if (!lines.isEmpty()) {
                untold.put(id, told); // these calls ran, and don't run again
            }
            throw e;
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(told);
    }

    /** Returns the tool context of the caller that made a call, with its session. */
    private Map<String, Object> context(Approval approval) {
        Map<String, Object> context = new HashMap<>();
        if (callers != null) {
            context.putAll(callers.apply(approval));
        }
        context.put(ToolPolicies.SESSION, approval.session());
        return context;
    }

    private CallResult run(PolicySession session, Approval approval, Map<String, Object> caller) {
        String name = approval.call().tool();
        ToolCallback tool = resolver.resolve(name);
        Optional<ToolDefinition> offered = Optional.ofNullable(tool).map(ToolCallback::getToolDefinition);
        offered.ifPresent(each -> policies.offer(List.of(each)));
        return session.calls()
                .guardApproved(approval.id())
                .run(
                        arguments -> {
                            // Another chat may have offered another tool of this name since the call was decided.
                            if (tool == null
                                    || offered.filter(policies::isCurrent).isEmpty()) {
                                throw new IllegalStateException("this application has no such tool now");
                            }
                            String text = arguments.toString();
                            ApprovedRun run = new ApprovedRun(policies.owner(), name, text);
                            Map<String, Object> context = new HashMap<>(caller);
                            context.put(ApprovedRun.KEY, run);
                            return tool.call(text, new ToolContext(context));
                        },
                        text -> ToolResult.success(TextNode.valueOf(text)))
                .call();
    }
}
