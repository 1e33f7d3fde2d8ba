/**
 * Asking people, or what stands for them: whether a call may run, and whether its result is delivered.
 *
 * <p>Read {@link dev.toolpolicy.runtime.permission.PermissionHandler} first, which a service implements: it shows a
 * {@link dev.toolpolicy.runtime.permission.ApprovalRequest} and comes back with an
 * {@link dev.toolpolicy.runtime.permission.Answer}. {@link dev.toolpolicy.runtime.permission.PermissionCoordinator} lets
 * one prompt at a time through.
 */
@NullMarked
package dev.toolpolicy.runtime.permission;

import org.jspecify.annotations.NullMarked;

