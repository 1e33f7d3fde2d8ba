package dev.toolpolicy.adk;

import com.google.adk.agents.InvocationContext;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.BaseTool;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The words of the user in the message that starts an invocation. An agent that is another one's tool gets its message
 * from that agent's model, in an invocation of its own; such agents are known by their names before they run.
 * Thread-safe.
 */
final class UserWords {
    private static final String USER = "user";

    /** The maximum number of invocations whose messages wait for their first request to a model. */
    private static final int MOST = 10_000;

    private final Set<String> called = ConcurrentHashMap.newKeySet();
    private final Map<String, List<String>> heard = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<String>> eldest) {
            return size() > MOST;
        }
    };

    /** Notes the agents among tools. */
    void note(Collection<? extends BaseTool> tools) {
        for (BaseTool tool : tools) {
            if (tool instanceof AgentTool) {
                called.add(tool.name());
            }
        }
    }

    /** Notes the texts of the message that starts an invocation, unless an agent may have written it. */
    void hear(InvocationContext context, Content message) {
        boolean isUsers = message.role().map(USER::equals).orElse(true)
                && !called.contains(context.agent().name());
        if (isUsers) {
            List<String> texts = message.parts().orElse(List.of()).stream()
                    .map(Part::text)
                    .flatMap(Optional::stream)
                    .toList();
            synchronized (heard) {
                heard.put(context.invocationId(), texts);
            }
        }
    }

    /** Returns the user's texts in the message that started an invocation, once. */
    List<String> take(String invocation) {
        synchronized (heard) {
            List<String> texts = heard.remove(invocation);
            return texts == null ? List.of() : texts;
        }
    }
}
