package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.CompletedUnit;

/** A unit that may still grow. */
sealed interface OpenUnit permits OpenText, OpenCall {

    /** Returns the unit as it is now; it no longer grows. */
    CompletedUnit complete(boolean truncated);
}
