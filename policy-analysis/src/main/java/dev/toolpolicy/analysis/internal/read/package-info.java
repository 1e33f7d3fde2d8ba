/** Keywords, values and words of policies, shared by the validator and the search. */
@NullMarked
package dev.toolpolicy.analysis.internal.read;

import org.jspecify.annotations.NullMarked;
