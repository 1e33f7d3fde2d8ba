package dev.toolpolicy.runtime.adapter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.ToolHandler;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import org.jspecify.annotations.Nullable;

/**
 * A call of a host that hands over all arguments at once and runs tools in a loop of its own: MCP servers, Spring AI,
 * LangChain4j's services. It is a turn with one call, whose text comes in one piece.
 *
 * <p>Such hosts wait for a tool's result. So this waits, too: for whoever is asked, and for the tool, which runs on the
 * thread that waits, where the host's thread locals are.
 */
public final class WholeCall {
    private final PolicyEngine engine;
    private final PolicySession session;
    private final String id;
    private final String tool;

    /**
     * What the host does for a call.
     */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs the call.
         *
         * @param arguments the arguments that were approved: filled with defaults, and perhaps edited
         * @return the result, as a {@link dev.toolpolicy.runtime.turn.ToolHandler} gives it
         * @throws Exception if the tool fails
         */
        @Nullable Object run(ObjectNode arguments) throws Exception;
    }

    /** That a tool failed in the host's own way, by a result that says so. */
    public static final class FailedResult extends Exception {
        private static final long serialVersionUID = 1;

        /**
         * A failure.
         *
         * @param text what the host's result says
         */
        public FailedResult(String text) {
            super(text);
        }
    }

    /**
     * A call.
     *
     * @param engine the engine, whose tools are known
     * @param session the session that the call belongs to
     * @param id the provider's id of the call, empty if the host doesn't tell it
     * @param tool the tool's name
     */
    public WholeCall(PolicyEngine engine, PolicySession session, String id, String tool) {
        this.engine = engine;
        this.session = session;
        this.id = id;
        this.tool = tool;
    }

    /**
     * Decides about the call and runs it if it may, once.
     *
     * @param arguments the arguments, JSON text; none if blank
     * @param body does what the tool is for
     * @return what the model is to be told
     */
    public CallResult run(String arguments, Body body) {
        return session.execute(id, tool, arguments, tools(body));
    }

    /** A tool that the engine doesn't know has no handler either: its calls are invalid. */
    private ToolHandlers tools(Body body) {
        ToolCatalog known = ToolCatalog.of(engine.tools().find(tool).stream().toList());
        ToolHandlers.Builder tools = ToolHandlers.of(known);
        known.tools().forEach(each ->
                tools.handle(each.name(), Object.class, (bound, call) -> body.run(call.call().arguments())));
        return tools.build();
    }
}
