package dev.toolpolicy.adk;

import com.google.adk.agents.InvocationContext;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.BaseTool;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The words of the user in the message that starts an invocation. An agent that is another one's tool gets its message
 * from that agent's model, in an invocation of its own; such agents are known by their names before they run.
 * Thread-safe.
 */
final class UserWords {
    private static final String USER = "user";

    private final Set<String> called = ConcurrentHashMap.newKeySet();

    /** Notes the agents among tools. */
    void note(Collection<? extends BaseTool> tools) {
        for (BaseTool tool : tools) {
            if (tool instanceof AgentTool) {
                called.add(tool.name());
            }
        }
    }

    /** Returns the texts of a message; empty if an agent may have written it. */
    List<String> in(InvocationContext context, Content message) {
        boolean isUsers = message.role().map(USER::equals).orElse(true)
                && !called.contains(context.agent().name());
        return isUsers
                ? message.parts().orElse(List.of()).stream()
                        .map(Part::text)
                        .flatMap(text -> text.stream())
                        .toList()
                : List.of();
    }
}
