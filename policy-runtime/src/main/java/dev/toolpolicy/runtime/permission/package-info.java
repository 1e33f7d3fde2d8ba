/**
 * Approval requests: a person or a program decides whether a call may run, and whether its result is delivered.
 *
 * <p>Start with {@link dev.toolpolicy.runtime.permission.PermissionHandler}, which a service implements. It shows an
 * {@link dev.toolpolicy.runtime.permission.ApprovalRequest} and returns an {@link
 * dev.toolpolicy.runtime.permission.Answer}. {@link dev.toolpolicy.runtime.internal.permission.PermissionCoordinator}
 * shows one request at a time.
 */
@NullMarked
package dev.toolpolicy.runtime.permission;

import org.jspecify.annotations.NullMarked;
