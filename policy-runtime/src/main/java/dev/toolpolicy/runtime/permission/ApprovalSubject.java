package dev.toolpolicy.runtime.permission;

/**
 * The call that a prompt is about. Immutable.
 *
 * @param session the session's id
 * @param serial the call's number, which no other call of this process has
 * @param callId the provider's id of the call, possibly empty, not always unique
 * @param tool the tool's name
 */
public record ApprovalSubject(String session, long serial, String callId, String tool) {}
