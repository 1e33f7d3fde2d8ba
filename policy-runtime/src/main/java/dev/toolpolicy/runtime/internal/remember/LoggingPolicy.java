package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;

/**
 * A policy that logs checks and outcomes with names, but without arguments and reasons, which can be secret. A logger
 * that fails changes nothing. Immutable.
 */
public final class LoggingPolicy extends WrapperPolicy {
    private static final Logger LOG = System.getLogger(LoggingPolicy.class.getName());

    private final Logger log;

    /**
     * Creates a policy that logs.
     *
     * @param name the policy's name
     * @param inner the policy
     * @param log the logger
     */
    public LoggingPolicy(String name, ToolPolicy inner, Logger log) {
        super(name, inner);
        this.log = Objects.requireNonNull(log, "log");
    }

    @Override
    public ToolPolicy forCall(PolicyContext context) {
        ToolPolicy settled = inner().forCall(context);
        return settled == inner() ? this : new LoggingPolicy(name(), settled, log);
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return logged(
                super.onCheck(call, decision, state, context),
                decision.isAllowed() ? "starts" : "is denied",
                call,
                context);
    }

    @Override
    public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        return logged(super.onResult(call, result, state, context), "succeeded", call, context);
    }

    @Override
    public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return logged(super.onFailure(call, state, context), "failed", call, context);
    }

    @Override
    public JsonNode onNoEffect(ToolCall call, JsonNode state, PolicyContext context) {
        return logged(super.onNoEffect(call, state, context), "failed", call, context);
    }

    private JsonNode logged(JsonNode after, String what, ToolCall call, PolicyContext context) {
        try {
            if (log.isLoggable(Level.DEBUG)) {
                log.log(
                        Level.DEBUG,
                        "policy " + name() + ": call " + quoted(call.id()) + " of " + quoted(call.tool())
                                + " in session " + quoted(context.session()) + " " + what);
            }
        } catch (Throwable e) {
            UserCode.passThrough(e);
            UserCode.log(LOG, Level.ERROR, "the logger of policy \"" + name() + "\" failed; the policy stands", e);
        }
        return after;
    }

    /** Quotes untrusted text on one line. */
    private static String quoted(String text) {
        return VisibleText.quoted(text, VisibleText.NAME);
    }
}
