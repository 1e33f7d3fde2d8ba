package dev.toolpolicy.event;

/**
 * Hears what policies decide: for logs, metrics, audits.
 *
 * <p>Called on the thread that drives the call, after the decision stands; it should return quickly. One that throws
 * changes nothing: the failure is logged, and the other listeners hear of the event.
 */
@FunctionalInterface
public interface PolicyListener {

    /**
     * Something happened.
     *
     * @param event what
     */
    void onEvent(PolicyEvent event);
}
