/** The places of a schema that rules look at, and the evaluation of the values there. */
@NullMarked
package dev.toolpolicy.runtime.internal.place;

import org.jspecify.annotations.NullMarked;
