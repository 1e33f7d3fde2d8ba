package dev.toolpolicy.event;

/**
 * Hears where a shadow, lists that are evaluated beside those in force, answers otherwise.
 *
 * <p>Called on the thread that concludes the call, before anything comes of the call; it should return quickly. One that
 * throws changes nothing: the failure is logged.
 */
@FunctionalInterface
public interface ShadowListener {

    /**
     * The shadow answered otherwise, or failed.
     *
     * @param event what happened
     */
    void onEvent(ShadowEvent event);
}
