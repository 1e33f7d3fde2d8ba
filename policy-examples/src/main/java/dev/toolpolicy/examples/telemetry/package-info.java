/** Policies' events for the tools that operators already have. */
@NullMarked
package dev.toolpolicy.examples.telemetry;

import org.jspecify.annotations.NullMarked;
