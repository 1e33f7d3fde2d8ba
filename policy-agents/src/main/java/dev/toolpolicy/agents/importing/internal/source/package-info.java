/** Files of other hosts as trees with places. */
@NullMarked
package dev.toolpolicy.agents.importing.internal.source;

import org.jspecify.annotations.NullMarked;
