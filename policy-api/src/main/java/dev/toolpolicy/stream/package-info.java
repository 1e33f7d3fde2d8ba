/**
 * A call's arguments while they arrive.
 *
 * <p>Read {@link dev.toolpolicy.stream.Fragment} first: a place and a piece of what stands there. Who wants to
 * allocate nothing implements {@link dev.toolpolicy.stream.FragmentVisitor} instead; both tell the same.
 */
@NullMarked
package dev.toolpolicy.stream;

import org.jspecify.annotations.NullMarked;
