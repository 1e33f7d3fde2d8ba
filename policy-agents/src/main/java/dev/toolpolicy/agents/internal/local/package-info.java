/** This machine, where agents and their calls run: its paths, and locks between processes. */
@NullMarked
package dev.toolpolicy.agents.internal.local;

import org.jspecify.annotations.NullMarked;
