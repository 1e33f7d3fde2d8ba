/** The requests for approval and their answers, and the display of calls to people. Text of a model can't hide there. */
@NullMarked
package dev.toolpolicy.runtime.internal.approve;

import org.jspecify.annotations.NullMarked;
