/** Paths, hosts and regular expressions as other hosts write them. */
@NullMarked
package dev.toolpolicy.config.importing.internal.syntax;

import org.jspecify.annotations.NullMarked;
