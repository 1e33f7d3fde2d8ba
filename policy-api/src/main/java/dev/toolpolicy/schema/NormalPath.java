package dev.toolpolicy.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The normal form of a path, computed from its text and the same on every system: {@code src/../.env} is {@code .env}.
 * The file system is never read, so links are not followed. Immutable.
 *
 * @param root the start of an absolute path: {@code /}, or with Windows names {@code c:/}, {@code //} or, for a path
 *     relative to a drive, {@code c:}; empty for a relative path
 * @param climbs the number of leading {@code ..} of a relative path; 0 for an absolute one
 * @param components the components after root and climbs
 */
public record NormalPath(String root, int climbs, List<String> components) {

    /** Checks and copies the components. */
    public NormalPath {
        components = List.copyOf(components);
    }

    /**
     * Normalizes a path with {@code /} between its components, case-sensitive and without a workspace.
     *
     * @return the normal form
     */
    public static NormalPath of(String text) {
        return Form.PLAIN.of(text);
    }

    /**
     * Returns whether this path equals {@code ancestor} or is below it, by whole components. A path with leading
     * {@code ..} is only below one with as many.
     *
     * @param ancestor the path above
     * @return true if it is at or below the ancestor
     */
    public boolean isAtOrBelow(NormalPath ancestor) {
        return root.equals(ancestor.root)
                && climbs == ancestor.climbs
                && components.size() >= ancestor.components.size()
                && components.subList(0, ancestor.components.size()).equals(ancestor.components);
    }

    /**
     * Returns whether this path is relative and stays below its starting point.
     *
     * @return false if it starts at a root or with {@code ..}
     */
    public boolean staysBelow() {
        return root.isEmpty() && climbs == 0;
    }

    /**
     * Returns the normal form as text.
     *
     * @return components joined by {@code /}, without a trailing one; {@code .} for the empty path, {@code /} for the
     *     root
     */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>(Collections.nCopies(climbs, ".."));
        parts.addAll(components);
        String text = root + String.join("/", parts);
        return text.isEmpty() ? "." : text;
    }

    /**
     * The settings by which paths are normalized: a system's names, the home directory, and the workspace that absolute
     * paths are made relative to. Both sides of a comparison use the same form. Immutable.
     */
    public static final class Form {
        /** The form with {@code /} as separator, case-sensitive, without a workspace. */
        public static final Form PLAIN = new Form(false, false, null, null, false);

        /** The home directory while none is set: an absolute path that rules don't name otherwise. */
        private static final String SOME_HOME = "/~";

        private final boolean windows;
        private final boolean ignoresCase;
        private final @Nullable NormalPath workspace;
        private final @Nullable NormalPath home;
        private final boolean expandsHome;
        /** The directory of a tilde at the start, where a tilde means a directory. */
        private final String homeText;

        private final String workspaceText;

        private Form(
                boolean windows,
                boolean ignoresCase,
                @Nullable NormalPath workspace,
                @Nullable NormalPath home,
                boolean expandsHome) {
            this.windows = windows;
            this.ignoresCase = ignoresCase;
            this.workspace = workspace;
            this.home = home;
            this.expandsHome = expandsHome;
            this.homeText = home == null ? SOME_HOME : home.toString();
            this.workspaceText = workspace == null ? "" : workspace.toString();
        }

        /**
         * Reads names as Windows does. {@code \} is a separator too, a drive letter is part of the root, and of each
         * component trailing blanks and dots and everything from a colon on are dropped. Must be set before the
         * workspace and the home directory.
         *
         * @return a copy with this setting
         * @throws IllegalStateException if a workspace or home directory is set
         */
        public Form withWindowsNames() {
            requireNoDirectory();
            return new Form(true, ignoresCase, null, null, expandsHome);
        }

        /**
         * Ignores case: the normal form is in lower case. Must be set before the workspace and the home directory.
         *
         * @return a copy with this setting
         * @throws IllegalStateException if a workspace or home directory is set
         */
        public Form ignoringCase() {
            requireNoDirectory();
            return new Form(windows, true, null, null, expandsHome);
        }

        private void requireNoDirectory() {
            if (workspace != null || home != null) {
                throw new IllegalStateException("windows names and case must be set before the workspace and home");
            }
        }

        /**
         * Sets the workspace. Absolute paths at or below it become relative to it.
         *
         * @param root the workspace's absolute path
         * @return a copy with this workspace
         * @throws IllegalArgumentException if it is not absolute
         */
        public Form inWorkspace(String root) {
            return new Form(windows, ignoresCase, absolute("workspace", root), home, expandsHome);
        }

        /**
         * Sets the home directory, which {@code ~/} means at the start of a rule's path.
         *
         * @param directory the home directory's absolute path
         * @return a copy with this home directory
         * @throws IllegalArgumentException if it is not absolute
         */
        public Form withHome(String directory) {
            return new Form(windows, ignoresCase, workspace, absolute("home", directory), expandsHome);
        }

        /**
         * Returns this form without its workspace, so that absolute paths stay absolute.
         *
         * @return a copy without a workspace
         */
        public Form outsideOfWorkspace() {
            return new Form(windows, ignoresCase, null, home, expandsHome);
        }

        private NormalPath absolute(String what, String path) {
            NormalPath normal = new Form(windows, ignoresCase, null, null, false).of(path);
            if (!normal.root().endsWith("/")) {
                throw new IllegalArgumentException(what + " must be an absolute path, was \"" + path + "\"");
            }
            return normal;
        }

        /**
         * Sets whether {@code ~/} at the start of a call's path means the home directory too, as it does for some
         * tools. If not, {@code ~} is a character.
         *
         * @return a copy with this setting
         */
        public Form expandingHome(boolean expands) {
            return new Form(windows, ignoresCase, workspace, home, expands);
        }

        /**
         * Returns the workspace.
         *
         * @return the normal form of its root, or empty if none is set
         */
        public Optional<NormalPath> workspace() {
            return Optional.ofNullable(workspace);
        }

        /**
         * Returns the home directory.
         *
         * @return its normal form, or empty if none is set
         */
        public Optional<NormalPath> home() {
            return Optional.ofNullable(home);
        }

        /**
         * Returns whether {@code ~/} at the start of a call's path means the home directory.
         *
         * @return false by default
         */
        public boolean expandsHome() {
            return expandsHome;
        }

        /**
         * Returns whether names are read as Windows does.
         *
         * @return true after {@link #withWindowsNames}
         */
        public boolean hasWindowsNames() {
            return windows;
        }

        /**
         * Returns whether case is ignored.
         *
         * @return true after {@link #ignoringCase}
         */
        public boolean ignoresCase() {
            return ignoresCase;
        }

        /**
         * Normalizes a path. Empty and {@code .} components are dropped, and {@code ..} removes the component before
         * it. Leading {@code ..} are kept in a relative path and dropped in an absolute one.
         *
         * @return the normal form
         */
        public NormalPath of(String text) {
            return of(text, expandsHome);
        }

        /**
         * Normalizes a path that a rule names, in which {@code ~} and {@code ~/} at the start mean the home directory.
         * If none is set, they mean some absolute path that isn't known.
         *
         * @return the normal form
         */
        public NormalPath ofRule(String text) {
            return of(text, true);
        }

        private NormalPath of(String text, boolean expands) {
            PathWriter writer = writer(expands);
            StringBuilder normal = new StringBuilder(text.length());
            writer.write(text, normal);
            return writer.read(normal);
        }

        private PathWriter writer(boolean expands) {
            return new PathWriter(windows, ignoresCase, workspace, workspaceText, expands ? homeText : null);
        }

        /**
         * Writes the normal form of a path as text.
         *
         * @param path the path
         * @param into the target, whose content is replaced
         * @return true if the path is relative and {@linkplain NormalPath#staysBelow stays below} its starting point
         */
        public boolean write(CharSequence path, StringBuilder into) {
            return writer(expandsHome).write(path, into);
        }

        /**
         * Describes this form in words that are the same for equal forms.
         *
         * @return the description
         */
        @Override
        public String toString() {
            return (windows ? "windows" : "plain")
                    + (ignoresCase ? ", ignoring case" : "")
                    + (workspace == null ? "" : ", in " + workspace)
                    + (home == null ? "" : ", home " + home)
                    + (expandsHome ? ", expanding ~/" : "");
        }
    }
}
