package dev.toolpolicy.runtime.internal.run;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A text that is made when it is first asked for, and then kept. If several threads ask at once, it may be made twice. */
public final class LateText {
    private final Supplier<String> maker;
    private @Nullable String made;

    /**
     * Creates a text.
     *
     * @param maker makes the text, always the same; safe for any thread
     */
    public LateText(Supplier<String> maker) {
        this.maker = maker;
    }

    /** Returns the text. */
    public String get() {
        String known = made;
        if (known == null) {
            known = maker.get();
            made = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return get();
    }
}
