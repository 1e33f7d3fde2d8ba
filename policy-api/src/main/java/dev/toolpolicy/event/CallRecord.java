package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * All that happened to one call, in its order: to be logged, stored and shown. Immutable.
 *
 * @param session the session's id
 * @param serial the call's number, which no other call of its process has
 * @param callId the provider's id of the call, possibly empty, not always unique
 * @param tool the tool's name
 * @param arguments the parameters that were completed, as the model gave them; of a call that was cut there may be more,
 *     and one that somebody edited runs with those of its {@link CallStep.Edited} step
 * @param cut whether its text ended, or was dropped, before it was a whole and valid value
 * @param steps what happened
 */
public record CallRecord(
        String session,
        long serial,
        String callId,
        String tool,
        ObjectNode arguments,
        boolean cut,
        List<CallStep> steps) {

    /**
     * Copies the components.
     *
     * @param session the session's id
     * @param serial the call's number
     * @param callId the provider's id of the call
     * @param tool the tool's name
     * @param arguments the parameters that were completed
     * @param cut whether its text ended before it was a whole and valid value
     * @param steps what happened
     */
    public CallRecord {
        arguments = arguments.deepCopy();
        steps = List.copyOf(steps);
    }

    /**
     * The parameters that were completed.
     *
     * @return a copy
     */
    @Override
    public ObjectNode arguments() {
        return arguments.deepCopy();
    }

    /**
     * The record, with what happened after.
     *
     * @param more the steps that follow, in order
     * @return the longer record
     */
    public CallRecord followedBy(List<? extends CallStep> more) {
        List<CallStep> all = new ArrayList<>(steps);
        all.addAll(more);
        return new CallRecord(session, serial, callId, tool, arguments, cut, all);
    }

    /**
     * The record as JSON; the order of its members is always the same.
     *
     * @return a new object; its text is what logs and stores keep
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

    /**
     * The record on one line.
     *
     * @return its JSON text
     */
    @Override
    public String toString() {
        return json().toString();
    }

    /**
     * Hears of each call when everything has happened to it: for logs, audits, histories.
     *
     * <p>Called once for a call, on the thread on which its result became final; it should return quickly. One that throws
     * is logged and changes nothing. Arguments can be secrets: a listener that writes them down leaves out what it must.
     */
    @FunctionalInterface
    public interface Listener {

        /**
         * A call has its result.
         *
         * @param call all that happened to it
         */
        void onCall(CallRecord call);
    }
}
