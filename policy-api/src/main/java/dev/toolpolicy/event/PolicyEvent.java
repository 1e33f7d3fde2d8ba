package dev.toolpolicy.event;

import java.time.Instant;

/** Something that happened to a session's policies. A closed family of immutable values. */
public sealed interface PolicyEvent permits PolicyChecked, PolicyDenied, PolicyFailed {

    /**
     * The event's id.
     *
     * @return an id that no other event has
     */
    String id();

    /**
     * When it happened.
     *
     * @return the time
     */
    Instant time();

    /**
     * The session it happened in.
     *
     * @return the session's id
     */
    String session();

    /**
     * The policy it happened to.
     *
     * @return the policy's name
     */
    String policy();

    /**
     * The tool that was called.
     *
     * @return its name
     */
    String tool();

    /**
     * The provider's id of the call.
     *
     * @return the id, possibly empty, not always unique
     */
    String callId();
}
