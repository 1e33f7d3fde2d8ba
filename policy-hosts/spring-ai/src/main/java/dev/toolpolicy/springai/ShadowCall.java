package dev.toolpolicy.springai;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import dev.toolpolicy.springai.HostCalls.Ran;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;

/** One call in shadow mode: it runs as if there were no policies, and what they say is counted and logged. */
record ShadowCall(ToolPolicies policies, HostCalls host, ToolBatch batch, ToolCall call) {
    private static final Logger LOG = System.getLogger(PolicyToolCallingManager.class.getName());

    ToolResponse run() {
        Recorded recorded = recorded();
        String text = Objects.requireNonNullElse(call.arguments(), "");
        try {
            Ran ran = host.run(call, text.isBlank() ? "{}" : text);
            recorded.finish(
                    ran.failed() ? ToolResult.failure(ran.text()) : ToolResult.success(TextNode.valueOf(ran.text())));
            batch.returns(ran);
            return new ToolResponse(call.id(), call.name(), ran.text());
        } catch (RuntimeException | Error e) {
            recorded.finish(ToolResult.failure("The tool failed."));
            throw e;
        }
    }

    /** Previews the call, and records its start in the session if it would run. Never throws. */
    private Recorded recorded() {
        PolicySession session;
        try {
            session = policies.session(host.options());
        } catch (RuntimeException e) {
            count("no_session", e.toString());
            return new Recorded(null, call.name(), Optional.empty());
        }
        try {
            batch.offer(call.name());
            CallPreview preview = session.calls().preview(call.name(), call.arguments());
            count(preview.status().name().toLowerCase(Locale.ROOT), preview.forModel());
            if (!preview.willRun()) {
                return new Recorded(session, call.name(), Optional.empty());
            }
            GuardedCall guarded =
                    session.guard(Objects.requireNonNullElse(call.id(), ""), call.name(), call.arguments());
            return new Recorded(
                    session, call.name(), guarded.begin().isEmpty() ? Optional.of(guarded.ticket()) : Optional.empty());
        } catch (RuntimeException e) {
            count("failed", e.toString());
            return new Recorded(session, call.name(), Optional.empty());
        }
    }

    private void count(String answer, String why) {
        Objects.requireNonNull(policies.shadow()).accept(policies.label(call.name()), answer);
        if (!answer.equals("will_run")) {
            LOG.log(
                    Level.WARNING,
                    VisibleText.line(
                            "shadow: a call of tool " + VisibleText.quoted(call.name(), VisibleText.NAME)
                                    + " ran; enforced: " + answer + (why.isEmpty() ? "" : ": " + why),
                            VisibleText.DETAIL));
        }
    }

    /** The record of a call. The session knows the start of one that has a ticket: later calls may require its success. */
    private record Recorded(@Nullable PolicySession session, String tool, Optional<String> ticket) {

        /**
         * Records the outcome, or only the labels of a call that would have been stopped. Never throws: in shadow mode
         * nothing of ours stops a call.
         */
        void finish(ToolResult outcome) {
            if (session == null) {
                return;
            }
            try {
                if (ticket.isPresent()) {
                    session.calls().finished(ticket.get(), outcome);
                } else {
                    OpenSession.deliver(session, tool);
                }
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "shadow: the outcome of a call can't be recorded", e);
            }
        }
    }
}
