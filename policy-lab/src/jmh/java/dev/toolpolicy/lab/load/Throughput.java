package dev.toolpolicy.lab.load;

/**
 * The work done in some time. Immutable.
 *
 * @param seconds how long it took
 * @param chunks pieces of arguments
 * @param characters characters of arguments
 * @param responses responses that came to their end
 * @param ran calls that ran
 * @param refused calls that did not
 */
record Throughput(double seconds, long chunks, long characters, long responses, long ran, long refused) {
    static final Throughput NONE = new Throughput(0, 0, 0, 0, 0, 0);

    /** Returns the sum of two throughputs that ran side by side. */
    Throughput beside(Throughput other) {
        return new Throughput(
                Math.max(seconds, other.seconds),
                chunks + other.chunks,
                characters + other.characters,
                responses + other.responses,
                ran + other.ran,
                refused + other.refused);
    }
}
