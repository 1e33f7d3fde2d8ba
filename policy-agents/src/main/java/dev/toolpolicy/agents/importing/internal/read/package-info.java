/** Readers of the formats of permission lists. */
@NullMarked
package dev.toolpolicy.agents.importing.internal.read;

import org.jspecify.annotations.NullMarked;
