package dev.toolpolicy.runtime.display;

import dev.toolpolicy.schema.NormalPath;
import java.util.Objects;

/**
 * How arguments are shown. Immutable.
 *
 * @param text how many characters (UTF-16 code units) of a string are shown, at least 2
 * @param members how many elements of an array or members of an object are shown, at least 1; the call's parameters
 *     are all shown
 * @param paths the normal form in which paths are judged; where a path differs from it, both are shown
 */
public record DisplaySettings(int text, int members, NormalPath.Form paths) {
    private static final int TEXT = 80;
    private static final int MEMBERS = 20;

    /**
     * Checks the components.
     *
     * @param text how many characters of a string are shown, at least 2
     * @param members how many elements of an array or members of an object are shown, at least 1
     * @param paths the normal form in which paths are judged
     * @throws IllegalArgumentException if a limit is too small
     */
    public DisplaySettings {
        Objects.requireNonNull(paths, "paths");
        if (text < 2 || members < 1) {
            throw new IllegalArgumentException("at least 2 characters and 1 member are shown, not " + text + " and " + members);
        }
    }

    /**
     * What fits a terminal: 80 characters of a string, 20 members, plain paths.
     *
     * @return the settings
     */
    public static DisplaySettings defaults() {
        return new DisplaySettings(TEXT, MEMBERS, NormalPath.Form.PLAIN);
    }

    /**
     * Everything, however long.
     *
     * @return the settings
     */
    public static DisplaySettings whole() {
        return new DisplaySettings(Integer.MAX_VALUE, Integer.MAX_VALUE, NormalPath.Form.PLAIN);
    }

    /**
     * The same for strings of another length.
     *
     * @param changed how many characters of a string are shown, at least 2
     * @return the changed settings
     * @throws IllegalArgumentException if it is less
     */
    public DisplaySettings withText(int changed) {
        return new DisplaySettings(changed, members, paths);
    }

    /**
     * The same for paths that are judged in another form.
     *
     * @param changed the form, as the engine's
     * @return the changed settings
     */
    public DisplaySettings withPaths(NormalPath.Form changed) {
        return new DisplaySettings(text, members, changed);
    }
}
