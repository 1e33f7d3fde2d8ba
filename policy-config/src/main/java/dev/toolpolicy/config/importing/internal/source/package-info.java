/** Files of other hosts as trees with places. */
@NullMarked
package dev.toolpolicy.config.importing.internal.source;

import org.jspecify.annotations.NullMarked;
