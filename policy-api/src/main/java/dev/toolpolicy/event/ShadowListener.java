package dev.toolpolicy.event;

/**
 * A listener for shadows, which are rule lists that are evaluated beside the active ones without effect. It is called
 * where their decisions differ.
 *
 * <p>The engine calls it on the thread that concludes the call, before the outcome has any effect. It should return
 * quickly. An exception from it is logged and changes nothing.
 */
@FunctionalInterface
public interface ShadowListener {

    /** Receives a different decision, or a failure of the shadow. */
    void onEvent(ShadowEvent event);
}
