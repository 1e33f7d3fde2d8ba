/** The decisions and denials of calls, with explanations. */
@NullMarked
package dev.toolpolicy.runtime.decision;

import org.jspecify.annotations.NullMarked;
