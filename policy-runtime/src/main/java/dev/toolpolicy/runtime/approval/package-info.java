/**
 * Approval requests: a person or a program decides whether a call may run, and whether its result is delivered.
 *
 * <p>Start with {@link dev.toolpolicy.runtime.PermissionHandler}, which a service implements. It shows an
 * {@link dev.toolpolicy.runtime.approval.ApprovalRequest} and returns an {@link
 * dev.toolpolicy.runtime.Answer}. {@link dev.toolpolicy.runtime.internal.approve.PermissionCoordinator}
 * shows one request at a time.
 */
@NullMarked
package dev.toolpolicy.runtime.approval;

import org.jspecify.annotations.NullMarked;
