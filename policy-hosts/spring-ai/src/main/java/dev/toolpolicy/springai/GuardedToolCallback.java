package dev.toolpolicy.springai;

import dev.toolpolicy.runtime.PolicySession;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/**
 * A tool of Spring AI that runs only if the engine allows it: use it in place of the original. A
 * call that doesn't run has the reason as its result, which the model reads; so has one whose tool fails.
 */
public final class GuardedToolCallback implements ToolCallback {
    /** The key of a session's id in a tool context. */
    public static final String SESSION = "toolpolicy.session";

    private final ToolCallback tool;
    private final Function<String, PolicySession> sessions;

    /**
     * Creates a guarded tool.
     *
     * @param tool the tool
     * @param sessions finds the session of an id, which calls without any share under the empty id
     */
    public GuardedToolCallback(ToolCallback tool, Function<String, PolicySession> sessions) {
        this.tool = tool;
        this.sessions = sessions;
    }

    @Override
    public ToolDefinition getToolDefinition() {
        return tool.getToolDefinition();
    }

    @Override
    public ToolMetadata getToolMetadata() {
        return tool.getToolMetadata();
    }

    @Override
    public String call(String arguments) {
        return call(arguments, null);
    }

    @Override
    public String call(String arguments, @Nullable ToolContext context) {
        Object session = context == null ? "" : context.getContext().getOrDefault(SESSION, "");
        return sessions.apply(session.toString())
                .guard("", tool.getToolDefinition().name(), arguments)
                .run(approved -> {
                    String checked = approved.toString();
                    return context == null ? tool.call(checked) : tool.call(checked, context);
                })
                .forModel();
    }
}
