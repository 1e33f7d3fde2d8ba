/** The memory of a session: its policies, their state, open calls and stored approvals. */
@NullMarked
package dev.toolpolicy.runtime.internal.remember;

import org.jspecify.annotations.NullMarked;
