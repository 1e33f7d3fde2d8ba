/**
 * Runs the specification's conformance vectors against this implementation, by its public way in.
 *
 * <p>{@link dev.toolpolicy.lab.conformance.ConformanceMain} is the program; a
 * {@link dev.toolpolicy.lab.conformance.VectorCheck} is what it does with the vectors of one kind.
 */
@NullMarked
package dev.toolpolicy.lab.conformance;

import org.jspecify.annotations.NullMarked;
