/** The audit log: a line of JSON for each call that ended. */
@NullMarked
package dev.toolpolicy.runtime.audit;

import org.jspecify.annotations.NullMarked;
