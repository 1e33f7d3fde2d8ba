package dev.toolpolicy.event;

import java.time.Instant;

/** An event of a session's policies. A closed family of immutable values. */
public sealed interface PolicyEvent permits PolicyChecked, PolicyDenied, PolicyFailed {

    /**
     * Returns the event's id.
     *
     * @return a unique id
     */
    String id();

    /**
     * Returns the time of the event.
     *
     * @return the time by the engine's clock
     */
    Instant time();

    /**
     * Returns the session of the event.
     *
     * @return the session's id
     */
    String session();

    /**
     * Returns the policy of the event.
     *
     * @return the policy's name
     */
    String policy();

    /**
     * Returns the tool that was called.
     *
     * @return the tool's name
     */
    String tool();

    /**
     * Returns the provider's id of the call.
     *
     * @return the id, possibly empty, not always unique
     */
    String callId();
}
