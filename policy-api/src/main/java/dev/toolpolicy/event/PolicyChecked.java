package dev.toolpolicy.event;

import java.time.Instant;

/**
 * One policy was asked about a call just before it would have run.
 *
 * @param id the event's id
 * @param time when the call was checked
 * @param session the session's id
 * @param policy the policy that was asked
 * @param tool the tool that was called
 * @param callId the provider's id of the call
 * @param allowed what it said
 */
public record PolicyChecked(
        String id, Instant time, String session, String policy, String tool, String callId, boolean allowed)
        implements PolicyEvent {}
