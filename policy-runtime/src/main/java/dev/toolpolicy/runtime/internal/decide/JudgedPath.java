package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One path of a call in all forms that rules compare. Its links are resolved at most once, so that all rules and the
 * guard of its place see the same, even if a resolver is unreliable. Not thread-safe.
 */
public final class JudgedPath {
    private final String text;
    private final PathSettings settings;
    private final NormalPath written;
    private @Nullable Optional<NormalPath> real;

    public JudgedPath(String text, PathSettings settings) {
        this.text = text;
        this.settings = settings;
        written = settings.form().of(text);
    }

    /** Returns the path as it is written. */
    public NormalPath written() {
        return written;
    }

    /** Returns where it really leads; empty if that can't be told. */
    public Optional<NormalPath> real() {
        if (real == null) {
            real = settings.resolvesLinks() ? settings.resolve(text) : Optional.of(written);
        }
        return real;
    }

    /** Returns whether the path needs approval, also because its target is unknown. */
    public boolean isAgainst() {
        return settings.isAgainst(text, written.staysBelow())
                || real().map(path -> settings.isAgainst(path.toString(), path.staysBelow()))
                        .orElse(true);
    }
}
