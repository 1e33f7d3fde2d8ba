package dev.toolpolicy.adk;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.adk.agents.CallbackContext;
import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.RunConfig.ToolExecutionMode;
import com.google.adk.events.ToolConfirmation;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Part;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.ToolCallStream.Status;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The confirmation of one call by the user of the ADK's session. The engine stores the request, so that the answer
 * covers one run of this call with these arguments; the ADK carries the question and the answer.
 */
final class Confirmation {
    private static final JsonMapper JSON = new JsonMapper();
    /** The key of an approval's id in the ADK's session, by the id of its call. */
    private static final String KEY = "tool_policy_approval:";

    /** Stands for all calls that the ADK starts from now on, until the next response. */
    private static final String ALL = "all";

    /** Stands for the call that the others wait for, if that was known before any began. */
    private static final String FORESEEN = "foreseen";

    private final PolicySession session;
    private final ToolCall call;
    private final ToolContext context;

    Confirmation(PolicySession session, String tool, Map<String, Object> arguments, ToolContext context) {
        this.session = session;
        this.context = context;
        ObjectNode read = JSON.valueToTree(arguments);
        call = new ToolCall(context.functionCallId().orElse(""), tool, read);
    }

    /** Returns the calls of an agent's response that are behind one which waits for approval. */
    @SuppressWarnings("unchecked")
    static Set<Object> behind(CallbackContext context) {
        InvocationContext run = context.invocationContext();
        String key = "tool_policy_behind:" + run.agent().name() + run.branch();
        return (Set<Object>) run.callbackContextData().computeIfAbsent(key, none -> ConcurrentHashMap.newKeySet());
    }

    /**
     * Notes the calls behind one that needs approval, if the ADK starts the calls of a response in no order. A call counts as
     * behind if it is equal to one that is.
     */
    static void foresee(PolicySession session, CallbackContext context, List<Part> parts) {
        if (context.invocationContext().runConfig().toolExecutionMode() == ToolExecutionMode.PARALLEL_SUBSCRIBE
                && OpenSession.settingsOf(session).get().permission() == null) {
            List<Object> waiting = parts.stream()
                    .flatMap(part -> part.functionCall().stream())
                    .map(call -> Map.entry(call.name().orElse(""), call.args().orElse(Map.of())))
                    .dropWhile(call -> status(session, call) != Status.WILL_ASK)
                    .collect(Collectors.toList());
            if (!waiting.isEmpty()) {
                waiting.removeIf(waiting.get(0)::equals);
                waiting.add(FORESEEN);
                behind(context).addAll(waiting);
            }
        }
    }

    private static Status status(PolicySession session, Map.Entry<String, ?> call) {
        return session.calls().preview(call.getKey(), call.getValue()).status();
    }

    /**
     * Returns whether the call waits behind one which waits for approval. One that the user was asked about doesn't, and no
     * call of an independent tool.
     */
    boolean isBehind(Map<String, Object> arguments) {
        Set<Object> behind = behind(context);
        return context.toolConfirmation().isEmpty()
                && !OpenSession.settingsOf(session).get().isIndependent(call.tool())
                && (behind.contains(ALL) || behind.contains(Map.entry(call.tool(), arguments)));
    }

    /** Returns the call as the user answered it; empty if the user wasn't asked about this very call, or hasn't answered. */
    Optional<GuardedCall> answered() {
        Optional<ToolConfirmation> answer = context.toolConfirmation();
        Object id = context.state().get(KEY + call.id());
        if (answer.isEmpty() || !(id instanceof String approval)) {
            return Optional.empty();
        }
        Approvals approvals = session.policies().approvals();
        Optional<Approval> asked =
                approvals.find(approval).filter(each -> each.session().equals(session.id()) && isOf(each.call()));
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        if (asked.get().status() == Approval.Status.PENDING) {
            if (answer.get().confirmed()) {
                approvals.approve(asked.get(), context.userId());
            } else {
                approvals.decline(asked.get(), context.userId(), "the user declined it");
            }
        }
        return Optional.of(session.calls().guardApproved(approval));
    }

    /** Returns whether a stored call is this one. Defaults may have been added to its arguments since. */
    private boolean isOf(ToolCall stored) {
        return stored.id().equals(call.id())
                && stored.tool().equals(call.tool())
                && JsonEquality.covers(stored.arguments(), call.arguments());
    }

    /** Asks the user about a call that waits for approval, and returns the result. */
    Map<String, Object> asked(GuardedCall.Result<?> done, Map<String, Object> result) {
        if (done.kind() != CallResult.Kind.PENDING) {
            return result;
        }
        Set<Object> behind = behind(context);
        behind.add(behind.isEmpty() ? ALL : FORESEEN);
        String id = done.call().approval().orElseThrow();
        context.state().put(KEY + call.id(), id);
        String why =
                session.policies().approvals().find(id).map(Approval::askedBy).orElse("");
        context.requestConfirmation("May the tool \"" + call.tool() + "\" run with these arguments? " + why);
        return result;
    }
}
