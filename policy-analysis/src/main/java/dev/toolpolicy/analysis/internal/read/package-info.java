/** Keywords, values and messages of policies, shared by the validator and the search. */
@NullMarked
package dev.toolpolicy.analysis.internal.read;

import org.jspecify.annotations.NullMarked;
