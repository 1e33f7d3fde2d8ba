/** Policies' events for the tools that operators already have. */
@NullMarked
package dev.toolpolicy.opentelemetry;

import org.jspecify.annotations.NullMarked;
