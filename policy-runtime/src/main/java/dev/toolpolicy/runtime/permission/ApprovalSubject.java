package dev.toolpolicy.runtime.permission;

/**
 * The call that an approval request is about. Immutable.
 *
 * @param session the session's id
 * @param serial the call's number, unique in the process
 * @param callId the provider's id of the call, possibly empty, not always unique
 * @param tool the tool's name
 */
public record ApprovalSubject(String session, long serial, String callId, String tool) {}
