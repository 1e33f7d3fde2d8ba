/** The open approval requests of a session, from their opening to the use of their answer. */
@NullMarked
package dev.toolpolicy.runtime.internal.permission;

import org.jspecify.annotations.NullMarked;
