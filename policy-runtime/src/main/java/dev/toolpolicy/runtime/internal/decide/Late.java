package dev.toolpolicy.runtime.internal.decide;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made when it is first asked for, by one thread, and then kept. Safe for use from any thread. */
public final class Late<T> {
    private final Supplier<T> maker;
    private volatile @Nullable T made;

    /**
     * Creates a value that isn't made yet.
     *
     * @param maker makes it; after a failure it is asked again
     */
    public Late(Supplier<T> maker) {
        this.maker = maker;
    }

    /** Returns the value. */
    public T get() {
        T known = made;
        return known == null ? make() : known;
    }

    private synchronized T make() {
        T known = made;
        if (known == null) {
            known = maker.get();
            made = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return String.valueOf(get());
    }
}
