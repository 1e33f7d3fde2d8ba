/** Places in a schema: where an argument pointer leads, and the steps to it. */
@NullMarked
package dev.toolpolicy.internal.schema;

import org.jspecify.annotations.NullMarked;
