package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record of everything that happened to one call, in order, for logs, stores and displays. Immutable.
 */
public final class CallRecord {
    private final String session;
    private final long serial;
    private final String callId;
    private final String tool;
    private final ObjectNode arguments;
    private final boolean cut;
    private final List<CallStep> steps;

    /**
     * Creates the record of a call without arguments and steps.
     *
     * @param session the session's id
     * @param serial the call's number, unique in the process
     * @param callId the provider's id of the call; may be empty, and is not always unique
     * @param tool the tool's name
     */
    public CallRecord(String session, long serial, String callId, String tool) {
        this(session, serial, callId, tool, JsonNodeFactory.instance.objectNode(), true, List.of());
    }

    private CallRecord(
            String session,
            long serial,
            String callId,
            String tool,
            ObjectNode arguments,
            boolean cut,
            List<CallStep> steps) {
        this.session = session;
        this.serial = serial;
        this.callId = callId;
        this.tool = tool;
        this.arguments = arguments.deepCopy();
        this.cut = cut;
        this.steps = List.copyOf(steps);
    }

    /**
     * Returns this record with the arguments.
     *
     * @param arguments the complete parameters, as the model wrote them. A cut call may have had more; an edited call
     *     runs with the arguments of its {@link CallStep.Edited} step.
     * @param cut true if the text ended, or was dropped, before it was a complete and valid value
     */
    public CallRecord withArguments(ObjectNode arguments, boolean cut) {
        return new CallRecord(session, serial, callId, tool, arguments, cut, steps);
    }

    /** Returns the session's id. */
    public String session() {
        return session;
    }

    /** Returns the call's number, unique in the process. */
    public long serial() {
        return serial;
    }

    /** Returns the provider's id of the call; may be empty, and is not always unique. */
    public String callId() {
        return callId;
    }

    /** Returns the tool's name. */
    public String tool() {
        return tool;
    }

    /** Returns whether the text ended, or was dropped, before it was a complete and valid value. */
    public boolean cut() {
        return cut;
    }

    /** Returns the steps in order. */
    public List<CallStep> steps() {
        return steps;
    }

    /**
     * Returns the complete parameters, as the model wrote them.
     *
     * @return a copy
     */
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
            step.accept(new StepJson(written));
        }
        return json;
    }

    /** Returns the record as JSON text on one line. */
    @Override
    public String toString() {
        return json().toString();
    }

    private List<Object> parts() {
        return List.of(session, serial, callId, tool, arguments, cut, steps);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallRecord that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
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
