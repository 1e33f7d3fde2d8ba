package dev.toolpolicy.springai;

import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ToolContext;

/** One session for each conversation. */
enum ConversationSessions implements SessionResolver<ToolContext> {
    INSTANCE;

    /** The id that Spring AI 1.1 gives to all conversations without one. */
    private static final String EVERYONE = "default";

    @Override
    public PolicySession resolve(PolicyEngine engine, ToolContext call) {
        Object id = call.getContext().get(ToolPolicies.SESSION);
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
}
