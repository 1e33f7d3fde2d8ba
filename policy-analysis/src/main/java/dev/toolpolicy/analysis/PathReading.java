package dev.toolpolicy.analysis;

import dev.toolpolicy.schema.NormalPath;
import java.util.Objects;

/**
 * How an engine reads paths, as far as it matters for which rules can decide. Immutable.
 *
 * @param form how normal forms are made
 * @param followsLinks whether each path also counts as what its links lead to, which may be anything or unknown
 */
public record PathReading(NormalPath.Form form, boolean followsLinks) {

    /** Paths by their text alone, with {@code /} between components, and without a workspace. */
    public static final PathReading PLAIN = new PathReading(NormalPath.Form.PLAIN, false);

    /**
     * Checks the components.
     *
     * @param form how normal forms are made
     * @param followsLinks whether each path also counts as what its links lead to
     */
    public PathReading {
        Objects.requireNonNull(form, "form");
    }
}
