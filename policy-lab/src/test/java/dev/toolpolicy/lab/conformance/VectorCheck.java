package dev.toolpolicy.lab.conformance;

import java.util.Optional;

/** A check of the vectors of one kind. */
@FunctionalInterface
interface VectorCheck {

    /**
     * Runs one vector.
     *
     * @return what was expected and what came, or empty if they agree
     * @throws VectorException if the vector is malformed, or needs what isn't built
     */
    Optional<Mismatch> run(Members vector);

    /** An expected and an actual outcome, in words. */
    record Mismatch(String expected, String got) {
        /** Returns a mismatch unless both are the same. */
        static Optional<Mismatch> between(String expected, String got) {
            return got.equals(expected) ? Optional.empty() : Optional.of(new Mismatch(expected, got));
        }
    }
}
