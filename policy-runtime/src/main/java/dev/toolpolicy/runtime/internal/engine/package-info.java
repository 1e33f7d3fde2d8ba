/** Engines: their assembly from settings, reloads, and the sessions that they open. */
@NullMarked
package dev.toolpolicy.runtime.internal.engine;

import org.jspecify.annotations.NullMarked;
