package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.schema.NormalPath;
import java.util.Objects;

/**
 * The settings by which an engine reads paths, as far as they affect which rules can apply. Immutable.
 *
 * @param form the normal form of paths
 * @param followsLinks true if each path also counts as the target of its links, which may be anything
 */
public record PathReading(NormalPath.Form form, boolean followsLinks) {

    /** Paths by their text alone, with {@code /} between components, without a workspace. */
    public static final PathReading PLAIN = new PathReading(NormalPath.Form.PLAIN, false);

    /**
     * Returns the settings of an engine.
     *
     * @param form the normal form of paths
     * @param followsLinks true if each path also counts as the target of its links
     * @return {@link #PLAIN} itself for paths by their text alone
     */
    public static PathReading of(NormalPath.Form form, boolean followsLinks) {
        return form == NormalPath.Form.PLAIN && !followsLinks ? PLAIN : new PathReading(form, followsLinks);
    }

    /** Checks the components. */
    public PathReading {
        Objects.requireNonNull(form, "form");
    }
}
