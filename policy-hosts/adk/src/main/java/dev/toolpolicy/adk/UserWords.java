package dev.toolpolicy.adk;

import com.google.adk.agents.InvocationContext;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.BaseTool;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The words of the user in the message that starts an invocation. An agent that is another one's tool gets its message
 * from that agent's model, in an invocation of its own; such agents are known by their names before they run.
 * Thread-safe.
 */
final class UserWords {
    /** The key of the texts in what the ADK keeps for an invocation. */
    private static final String HEARD = "tool_policy_heard";

    private final Set<String> called = ConcurrentHashMap.newKeySet();

    /** Notes the agents among tools. */
    void note(Collection<? extends BaseTool> tools) {
        tools.stream().filter(AgentTool.class::isInstance).map(BaseTool::name).forEach(called::add);
    }

    /** Notes the texts of the message that starts an invocation, unless an agent may have written it. */
    void hear(InvocationContext context, Content message) {
        boolean isUsers = message.role().map("user"::equals).orElse(true)
                && !called.contains(context.agent().name());
        if (isUsers) {
            context.callbackContextData()
                    .put(
                            HEARD,
                            message.parts().orElse(List.of()).stream()
                                    .map(Part::text)
                                    .flatMap(Optional::stream)
                                    .toArray(String[]::new));
        }
    }

    /** Returns the user's texts in the message that started an invocation, once. */
    static String[] take(InvocationContext context) {
        return context.callbackContextData().remove(HEARD) instanceof String[] texts ? texts : new String[0];
    }
}
