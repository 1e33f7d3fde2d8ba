package dev.toolpolicy.event;

import java.time.Instant;

/**
 * An event: a policy failed after a call had started, or its state could not be stored. The call itself is not
 * affected. A policy that failed denies every call that it covers until it is reset.
 *
 * @param id the event's id
 * @param time the time of the failure
 * @param session the session's id
 * @param policy the policy that failed
 * @param tool the tool that was called
 * @param callId the provider's id of the call
 * @param error the class of the error, or a description
 */
public record PolicyFailed(
        String id, Instant time, String session, String policy, String tool, String callId, String error)
        implements PolicyEvent {}
