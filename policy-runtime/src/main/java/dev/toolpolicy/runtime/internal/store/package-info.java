/** The JSON text of sessions' parts, for stores that keep it outside of this process. */
@NullMarked
package dev.toolpolicy.runtime.internal.store;

import org.jspecify.annotations.NullMarked;
