package dev.toolpolicy.stream.run;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Refuses a policy that hands out one state for several streams: they would mix. One check a policy. */
final class StateCheck {
    private final AtomicReference<WeakReference<@Nullable Object>> last = new AtomicReference<>(new WeakReference<>(null));

    <S extends @Nullable Object> S checked(S state) {
        if (state != null) {
            WeakReference<@Nullable Object> before = last.getAndSet(new WeakReference<>(state));
            if (before.refersTo(state)) {
                throw new IllegalStateException(
                        "createState must make a new object for each stream, or return null, but returned one again");
            }
        }
        return state;
    }
}
