/**
 * Where sessions keep what they remember.
 *
 * <p>Read {@link dev.toolpolicy.runtime.store.SessionStore} first.
 */
@NullMarked
package dev.toolpolicy.runtime.store;

import org.jspecify.annotations.NullMarked;

