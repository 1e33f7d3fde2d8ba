package dev.toolpolicy.event;

import java.time.Instant;

/**
 * A policy failed when it was told of a call that had begun, or what it remembers couldn't be stored. The call is what it
 * was; a policy that failed denies every call it governs until it is reset.
 *
 * @param id the event's id
 * @param time when
 * @param session the session's id
 * @param policy the policy that failed
 * @param tool the tool that was called
 * @param callId the provider's id of the call
 * @param error what failed: an error's class, or words
 */
public record PolicyFailed(
        String id, Instant time, String session, String policy, String tool, String callId, String error)
        implements PolicyEvent {}
