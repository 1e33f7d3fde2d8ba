package dev.toolpolicy.springai;

import dev.toolpolicy.runtime.PolicySession;
import java.util.Objects;
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
    private final boolean single;

    /**
     * Creates a guarded tool. Each call needs its session's id in the tool context, under {@link #SESSION}; a call
     * without one throws an {@link IllegalStateException} and doesn't run.
     *
     * @param tool the tool
     * @param sessions finds the session of an id
     */
    public GuardedToolCallback(ToolCallback tool, Function<String, PolicySession> sessions) {
        this.tool = tool;
        this.sessions = sessions;
        this.single = false;
    }

    /**
     * Creates a guarded tool for one session, to which all its calls belong.
     *
     * @param tool the tool
     * @param session the session
     */
    public GuardedToolCallback(ToolCallback tool, PolicySession session) {
        this.tool = tool;
        this.sessions = id -> session;
        this.single = true;
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
        return session(context)
                .guard("", tool.getToolDefinition().name(), arguments)
                .run(approved -> {
                    String checked = approved.toString();
                    return context == null ? tool.call(checked) : tool.call(checked, context);
                })
                .forModel();
    }

    /** Returns the session of a call. Calls without an id never share one. */
    private PolicySession session(@Nullable ToolContext context) {
        Object id = context == null ? null : context.getContext().get(SESSION);
        String known = id == null ? "" : id.toString();
        if (known.isBlank() && !single) {
            throw new IllegalStateException("The call of tool \""
                    + tool.getToolDefinition().name()
                    + "\" has no session, so it doesn't run. Put the session's id into the tool context, for example"
                    + " with toolContext(Map.of(GuardedToolCallback.SESSION, id)).");
        }
        return Objects.requireNonNull(sessions.apply(known), "no session was found for the id in the tool context");
    }
}
