package demo;

/** Has nothing to do with tools. */
public final class Clock {

    /** What time it is. */
    public long now() {
        return System.nanoTime();
    }
}
