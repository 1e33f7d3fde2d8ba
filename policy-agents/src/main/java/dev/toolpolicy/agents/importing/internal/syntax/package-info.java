/** Paths, hosts and regular expressions as other hosts write them. */
@NullMarked
package dev.toolpolicy.agents.importing.internal.syntax;

import org.jspecify.annotations.NullMarked;
