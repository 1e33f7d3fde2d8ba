/** Command lines read by tables of known steps. */
@NullMarked
package dev.toolpolicy.runtime.internal.line;

import org.jspecify.annotations.NullMarked;
