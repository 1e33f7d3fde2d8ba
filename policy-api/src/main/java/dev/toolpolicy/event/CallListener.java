package dev.toolpolicy.event;

/**
 * Hears of each call when everything has happened to it: for logs, audits, histories.
 *
 * <p>Called once for a call, on the thread on which its result became final; it should return quickly. One that throws is
 * logged and changes nothing. Arguments can be secrets: a listener that writes them down leaves out what it must.
 */
@FunctionalInterface
public interface CallListener {

    /**
     * A call has its result.
     *
     * @param call all that happened to it
     */
    void onCall(CallRecord call);
}
