/** The settings that the calls of a session share. */
@NullMarked
package dev.toolpolicy.runtime.internal.call;

import org.jspecify.annotations.NullMarked;
