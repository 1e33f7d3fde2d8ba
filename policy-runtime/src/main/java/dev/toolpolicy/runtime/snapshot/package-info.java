/** Snapshots of the state of sessions, as JSON. */
@NullMarked
package dev.toolpolicy.runtime.snapshot;

import org.jspecify.annotations.NullMarked;
