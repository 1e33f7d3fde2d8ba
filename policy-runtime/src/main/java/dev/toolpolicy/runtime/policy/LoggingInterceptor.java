package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.remember.Interceptor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** An interceptor that logs checks and outcomes with names, but without arguments and reasons, which can be secret. */
record LoggingInterceptor(String policy, Logger log) implements Interceptor {

    @Override
    public void onCheck(ToolCall call, PolicyDecision decision, PolicyContext context) {
        write(decision.isAllowed() ? "starts" : "is denied", call, context);
    }

    @Override
    public void onResult(ToolCall call, ToolResult result, PolicyContext context) {
        write("succeeded", call, context);
    }

    @Override
    public void onFailure(ToolCall call, PolicyContext context) {
        write("failed", call, context);
    }

    private void write(String what, ToolCall call, PolicyContext context) {
        if (log.isLoggable(Level.DEBUG)) {
            log.log(
                    Level.DEBUG,
                    "policy " + policy + ": call " + quoted(call.id()) + " of " + quoted(call.tool()) + " in session "
                            + quoted(context.session()) + " " + what);
        }
    }

    /** Quotes untrusted text on one line. */
    private static String quoted(String text) {
        return VisibleText.quoted(text, VisibleText.NAME);
    }
}
