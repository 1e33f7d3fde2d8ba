package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.CompletedUnit;

/** A unit that may still grow. */
sealed interface OpenUnit permits OpenText, OpenCall {

    /** The unit as it is now; it doesn't grow any more. */
    CompletedUnit complete(boolean truncated);
}
