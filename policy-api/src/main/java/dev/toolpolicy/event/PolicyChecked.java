package dev.toolpolicy.event;

import java.time.Instant;

/**
 * An event: one policy decided about a call just before it would have run.
 *
 * @param id the event's id
 * @param time the time of the check
 * @param session the session's id
 * @param policy the policy that decided
 * @param tool the tool that was called
 * @param callId the provider's id of the call
 * @param allowed true if this policy allowed the call
 */
public record PolicyChecked(
        String id, Instant time, String session, String policy, String tool, String callId, boolean allowed)
        implements PolicyEvent {}
