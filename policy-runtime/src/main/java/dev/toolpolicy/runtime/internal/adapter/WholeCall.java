package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import org.jspecify.annotations.Nullable;

/**
 * A call of a host that delivers all arguments at once and runs tools in its own loop: MCP servers, Spring AI,
 * LangChain4j's services. It is a turn with one call, whose text is one piece.
 *
 * <p>Such hosts wait for a tool's result, so this waits too: for the approver, and for the tool. The tool runs on the
 * waiting thread, where the host's thread locals are.
 */
public final class WholeCall {
    private final PolicyEngine engine;
    private final PolicySession session;
    private final String id;
    private final String tool;

    /** The host's code for a call. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs the call.
         *
         * @param arguments the arguments that were approved: filled with defaults, and perhaps edited
         * @return the result, as a {@link dev.toolpolicy.runtime.turn.ToolHandlers.Handler} gives it
         * @throws Exception if the tool fails
         */
        @Nullable
        Object run(ObjectNode arguments) throws Exception;
    }

    /** The exception for a tool that failed in the host's own way, with a result that says so. */
    public static final class FailedResult extends Exception {
        private static final long serialVersionUID = 1;

        /**
         * Creates a failure.
         *
         * @param text the text of the host's result
         */
        public FailedResult(String text) {
            super(text);
        }
    }

    /**
     * Creates a call.
     *
     * @param engine the engine, which knows the tools
     * @param session the session of the call
     * @param id the provider's id of the call, empty if the host doesn't provide it
     * @param tool the tool's name
     */
    public WholeCall(PolicyEngine engine, PolicySession session, String id, String tool) {
        this.engine = engine;
        this.session = session;
        this.id = id;
        this.tool = tool;
    }

    /**
     * Decides on the call and runs it at most once.
     *
     * @param arguments the arguments, JSON text; none if blank
     * @param body the tool's code
     * @return the result for the model
     */
    public CallResult run(String arguments, Body body) {
        return session.execute(id, tool, arguments, tools(body));
    }

    /** Returns the handlers. An unknown tool has none, since its calls are invalid. */
    private ToolHandlers tools(Body body) {
        ToolCatalog known = ToolCatalog.of(engine.tools().find(tool).stream().toList());
        ToolHandlers.Builder tools = ToolHandlers.of(known);
        known.tools()
                .forEach(each -> tools.handle(
                        each.name(),
                        Object.class,
                        (bound, call) -> body.run(call.call().arguments())));
        return tools.build();
    }
}
