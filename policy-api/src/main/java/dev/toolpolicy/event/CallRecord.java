package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A record of everything that happened to one call, in order, for logs, stores and displays. Immutable.
 *
 * @param session the session's id
 * @param serial the call's number, unique in the process
 * @param callId the provider's id of the call; may be empty, and is not always unique
 * @param tool the tool's name
 * @param arguments the complete parameters, as the model wrote them; a cut call may have had more, and an edited call
 *     runs with the arguments of its {@link CallStep.Edited} step
 * @param cut true if the text ended, or was dropped, before it was a complete and valid value
 * @param steps the steps in order
 */
public record CallRecord(
        String session,
        long serial,
        String callId,
        String tool,
        ObjectNode arguments,
        boolean cut,
        List<CallStep> steps) {

    /** Copies the components. */
    public CallRecord {
        arguments = arguments.deepCopy();
        steps = List.copyOf(steps);
    }

    /**
     * Returns the complete parameters, as the model wrote them.
     *
     * @return a copy
     */
    @Override
    public ObjectNode arguments() {
        return arguments.deepCopy();
    }

    /**
     * Adds steps to the record.
     *
     * @param later the steps that follow, in order
     * @return the longer record
     */
    public CallRecord followedBy(List<? extends CallStep> later) {
        List<CallStep> all = new ArrayList<>(steps);
        all.addAll(later);
        return new CallRecord(session, serial, callId, tool, arguments, cut, all);
    }

    /**
     * Converts the record to JSON. The order of its members is always the same.
     *
     * @return a new object
     */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("session", session).put("serial", serial).put("call", callId).put("tool", tool);
        json.set("arguments", arguments());
        json.put("cut", cut);
        for (CallStep step : steps) {
            ObjectNode written = json.withArray("/steps").addObject();
            written.put("step", step.word()).put("time", step.time().toString()).put("offset", step.offset());
            step.describe(written);
        }
        return json;
    }

    /** Returns the record as JSON text on one line. */
    @Override
    public String toString() {
        return json().toString();
    }

    /**
     * A listener for finished calls: for logs, audits and histories.
     *
     * <p>The engine calls it once for each call, on the thread on which the call's result became final. It should
     * return quickly. An exception from it is logged and changes nothing. Arguments can contain secrets, so a listener
     * that stores them must redact them.
     */
    @FunctionalInterface
    public interface Listener {

        /**
         * Receives a call that has its result.
         *
         * @param call the record of the call
         */
        void onCall(CallRecord call);
    }
}
