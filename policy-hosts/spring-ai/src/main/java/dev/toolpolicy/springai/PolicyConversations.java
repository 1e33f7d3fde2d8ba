package dev.toolpolicy.springai;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
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
    private final ToolPolicies policies;
    private final ToolCallbackResolver resolver;
    private final ChatClient client;
    private final Function<? super Approval, String> conversations;

    private PolicyConversations(
            ToolPolicies policies,
            ToolCallbackResolver resolver,
            ChatClient client,
            Function<? super Approval, String> conversations) {
        this.policies = policies;
        this.resolver = policies.guarded(resolver);
        this.client = client;
        this.conversations = conversations;
    }

    /**
     * Creates conversations whose ids are the ids of their sessions.
     *
     * @param policies the policies of the tools
     * @param resolver finds tools by name; a tool that it doesn't find can't run here
     * @param client the chat client, with its memory
     */
    public static PolicyConversations of(ToolPolicies policies, ToolCallbackResolver resolver, ChatClient client) {
        return new PolicyConversations(policies, resolver, client, Approval::session);
    }

    /**
     * Sets how the conversation of an approval is found, where its id isn't the session's.
     *
     * @param conversation returns the conversation's id
     */
    public PolicyConversations conversations(Function<? super Approval, String> conversation) {
        return new PolicyConversations(
                policies, resolver, client, Objects.requireNonNull(conversation, "conversation"));
    }

    /**
     * Runs an approved call, and those behind it, and lets the model go on.
     *
     * @param approval the approval's id
     * @return the model's answer; empty if a call still waits, or was resumed before
     * @throws IllegalStateException if there is no such approval
     */
    public Optional<ChatResponse> resume(String approval) {
        return told(approval).map(told -> spec(told).call().chatResponse());
    }

    /**
     * Runs an approved call, and those behind it, and streams the model's answer.
     *
     * @param approval the approval's id
     * @return the model's answer; empty if a call still waits, or was resumed before
     */
    public Flux<ChatResponse> resumeStreaming(String approval) {
        return Flux.defer(() ->
                told(approval).map(told -> spec(told).stream().chatResponse()).orElseGet(Flux::empty));
    }

    /** What a conversation is told. */
    private record Told(String conversation, String text) {}

    private ChatClient.ChatClientRequestSpec spec(Told told) {
        return client.prompt()
                .user(told.text())
                .advisors(each -> each.param(ChatMemory.CONVERSATION_ID, told.conversation()))
                .toolContext(Map.of(ToolPolicies.SESSION, told.conversation()));
    }

    private Optional<Told> told(String id) {
        PolicyEngine engine = policies.tools().engine();
        Approval first =
                engine.approvals().find(id).orElseThrow(() -> new IllegalStateException("there is no such approval"));
        boolean answered = first.status() == Approval.Status.GRANTED
                || first.status() == Approval.Status.DECLINED
                || first.status() == Approval.Status.EXPIRED;
        if (!answered) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        PolicySession session = engine.session(first.session());
        for (Optional<Approval> next = Optional.of(first); next.isPresent(); next = behind(engine, next.get())) {
            CallResult result = run(session, next.get());
            if (result.kind() == CallResult.Kind.PENDING) {
                break;
            }
            lines.add("The call \"" + result.callId() + "\" of the tool \"" + result.tool()
                    + "\", which waited for approval, has ended ("
                    + result.kind().word() + "): " + result.forModel());
        }
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new Told(conversations.apply(first), String.join("\n", lines)));
    }

    /** Returns the call that waits behind one and needs no answer. */
    private static Optional<Approval> behind(PolicyEngine engine, Approval before) {
        ApprovalQuery granted = ApprovalQuery.all().ofSession(before.session()).in(Approval.Status.GRANTED);
        return engine.approvals().list(granted).stream()
                .filter(each -> each.behind().equals(Optional.of(before.id())))
                .findFirst();
    }

    private CallResult run(PolicySession session, Approval approval) {
        String name = approval.call().tool();
        ToolCallback tool = resolver.resolve(name);
        if (tool != null) {
            policies.offer(List.of(tool.getToolDefinition()));
        }
        return session.calls()
                .guardApproved(approval.id())
                .run(
                        arguments -> {
                            if (tool == null) {
                                throw new IllegalStateException("this application has no such tool now");
                            }
                            String text = arguments.toString();
                            ApprovedRun run = new ApprovedRun(policies.owner(), name, text);
                            return tool.call(
                                    text,
                                    new ToolContext(Map.of(ApprovedRun.KEY, run, ToolPolicies.SESSION, session.id())));
                        },
                        text -> ToolResult.success(TextNode.valueOf(text)))
                .call();
    }
}
