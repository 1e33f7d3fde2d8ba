package dev.toolpolicy.event;

/**
 * A listener for the decisions of session policies: for logs, metrics and audits.
 *
 * <p>The engine calls it on the thread that drives the call, after the decision is final. It should return quickly. An
 * exception from it is logged and changes nothing; the other listeners are still called.
 */
@FunctionalInterface
public interface PolicyListener {

    /** Receives an event. */
    void onEvent(PolicyEvent event);
}
