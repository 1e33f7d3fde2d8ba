package dev.toolpolicy.springai;

import java.util.HashMap;
import java.util.Map;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/**
 * An advisor that hands over to the manager what a chat client knows: the conversation's id, and all parameters whose
 * names begin with {@code toolpolicy.}. Tools see none of it. It stands before the advisor that runs tools.
 */
public final class PolicyAdvisor implements CallAdvisor, StreamAdvisor {
    /** The advisor's place: before that of Spring AI that runs tools. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 100;

    /** The key by which a manager sees that a chat came through this advisor. */
    static final String PASSED = ToolPolicies.PREFIX + "advisor";

    private final ToolPolicies policies;

    PolicyAdvisor(ToolPolicies policies) {
        this.policies = policies;
    }

    @Override
    public String getName() {
        return "Tool Policy";
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        return chain.nextCall(prepared(request));
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return chain.nextStream(prepared(request));
    }

    private ChatClientRequest prepared(ChatClientRequest request) {
        Prompt prompt = request.prompt();
        if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            return request;
        }
        Map<String, Object> more = new HashMap<>();
        request.context().forEach((key, value) -> {
            if (key.startsWith(ToolPolicies.PREFIX) && value != null) {
                more.put(key, value);
            }
        });
        Object conversation = request.context().get(ChatMemory.CONVERSATION_ID);
        if (conversation != null) {
            more.putIfAbsent(ToolPolicies.SESSION, conversation);
        }
        // What stands in the tool context was set for this very chat.
        more.keySet().removeAll(HostOptions.context(options).keySet());
        more.put(PASSED, policies.owner());
        ToolCallingChatOptions ours = HostOptions.guarded(options, policies, more);
        return request.mutate()
                .prompt(new Prompt(prompt.getInstructions(), ours))
                .build();
    }
}
