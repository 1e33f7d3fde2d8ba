package dev.toolpolicy.runtime.display;

import dev.toolpolicy.schema.NormalPath;
import java.util.Objects;

/**
 * The settings of how arguments are shown. Immutable.
 *
 * @param text the maximum number of characters (UTF-16 code units) of a string, at least 2
 * @param members the maximum number of elements of an array or members of an object, at least 1; the call's parameters
 *     are all shown
 * @param paths the normal form of paths; a path in another form is shown in both
 */
public record DisplaySettings(int text, int members, NormalPath.Form paths) {
    private static final int TEXT = 80;
    private static final int MEMBERS = 20;

    /**
     * Checks the components.
     *
     * @param text the maximum number of characters of a string, at least 2
     * @param members the maximum number of elements of an array or members of an object, at least 1
     * @param paths the normal form of paths
     * @throws IllegalArgumentException if a limit is too small
     */
    public DisplaySettings {
        Objects.requireNonNull(paths, "paths");
        if (text < 2 || members < 1) {
            throw new IllegalArgumentException(
                    "at least 2 characters and 1 member are shown, not " + text + " and " + members);
        }
    }

    /**
     * Returns settings that fit a terminal: 80 characters of a string, 20 members, plain paths.
     *
     * @return the settings
     */
    public static DisplaySettings defaults() {
        return new DisplaySettings(TEXT, MEMBERS, NormalPath.Form.PLAIN);
    }

    /**
     * Returns settings that show everything.
     *
     * @return the settings
     */
    public static DisplaySettings whole() {
        return new DisplaySettings(Integer.MAX_VALUE, Integer.MAX_VALUE, NormalPath.Form.PLAIN);
    }

    /**
     * Returns these settings with another maximum length of strings.
     *
     * @param characters the maximum number of characters of a string, at least 2
     * @return the changed settings
     * @throws IllegalArgumentException if it is less
     */
    public DisplaySettings withText(int characters) {
        return new DisplaySettings(characters, members, paths);
    }

    /**
     * Returns these settings with another normal form of paths.
     *
     * @param form the form, as the engine's
     * @return the changed settings
     */
    public DisplaySettings withPaths(NormalPath.Form form) {
        return new DisplaySettings(text, members, form);
    }
}
