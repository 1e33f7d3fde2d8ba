/** Decisions and health of an engine as Micrometer meters. */
@NullMarked
package dev.toolpolicy.micrometer;

import org.jspecify.annotations.NullMarked;
