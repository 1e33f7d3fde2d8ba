package dev.toolpolicy.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The normal form of a path, by its text alone and the same on every system: {@code src/../.env} is {@code .env}. The
 * file system is never asked, so a link's target is not known here. Immutable.
 *
 * @param root what an absolute path starts with, {@code /}, or with Windows names {@code c:/}, {@code //} or, of a path
 *     that is relative to a drive, {@code c:}; empty for a relative path
 * @param climbs how many leading {@code ..} a relative path keeps; 0 for an absolute one
 * @param components the components after those
 */
public record NormalPath(String root, int climbs, List<String> components) {

    /**
     * Checks and copies the components.
     *
     * @param root what an absolute path starts with; empty for a relative path
     * @param climbs how many leading {@code ..} a relative path keeps; 0 for an absolute one
     * @param components the components after those
     */
    public NormalPath {
        components = List.copyOf(components);
    }

    /**
     * The normal form of a path with {@code /} between its components, compared with its case and without a workspace.
     *
     * @param text the path
     * @return its normal form
     */
    public static NormalPath of(String text) {
        return Form.PLAIN.of(text);
    }

    /**
     * Whether this path is {@code ancestor} or below it, by whole components. A climbing path is only below one that
     * climbs as far.
     *
     * @param ancestor the path above
     * @return true if it is
     */
    public boolean isAtOrBelow(NormalPath ancestor) {
        return root.equals(ancestor.root)
                && climbs == ancestor.climbs
                && components.size() >= ancestor.components.size()
                && components.subList(0, ancestor.components.size()).equals(ancestor.components);
    }

    /**
     * Whether it is relative and stays below the place it starts from.
     *
     * @return false if it starts at a root or with {@code ..}
     */
    public boolean staysBelow() {
        return root.isEmpty() && climbs == 0;
    }

    /**
     * The normal form as text.
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
     * How normal forms are made: the names of a system, and the workspace that absolute paths are taken as relative to.
     * Both sides of a comparison are brought to the same form. Immutable.
     */
    public static final class Form {
        /** {@code /} separates, case matters, there is no workspace. */
        public static final Form PLAIN = new Form(false, false, null);

        private final boolean windows;
        private final boolean ignoresCase;
        private final @Nullable NormalPath workspace;

        private Form(boolean windows, boolean ignoresCase, @Nullable NormalPath workspace) {
            this.windows = windows;
            this.ignoresCase = ignoresCase;
            this.workspace = workspace;
        }

        /**
         * Names as Windows takes them: {@code \} separates too, a drive letter is part of the root, blanks and dots at
         * a component's end are dropped, and so is what follows a colon in it. To be said before the workspace.
         *
         * @return the changed form
         * @throws IllegalStateException if a workspace is set
         */
        public Form withWindowsNames() {
            requireNoWorkspace();
            return new Form(true, ignoresCase, null);
        }

        /**
         * Names that differ only in case are the same; the normal form is in lower case. To be said before the
         * workspace.
         *
         * @return the changed form
         * @throws IllegalStateException if a workspace is set
         */
        public Form ignoringCase() {
            requireNoWorkspace();
            return new Form(windows, true, null);
        }

        private void requireNoWorkspace() {
            if (workspace != null) {
                throw new IllegalStateException("the workspace is set last");
            }
        }

        /**
         * Absolute paths at or below this one are taken as relative to it.
         *
         * @param root the workspace's absolute path
         * @return the changed form
         * @throws IllegalArgumentException if it is not absolute
         */
        public Form inWorkspace(String root) {
            NormalPath normal = new Form(windows, ignoresCase, null).of(root);
            if (!normal.root().endsWith("/")) {
                throw new IllegalArgumentException("the workspace \"" + root + "\" is not an absolute path");
            }
            return new Form(windows, ignoresCase, normal);
        }

        /**
         * The workspace.
         *
         * @return its normal form, or empty if none is set
         */
        public Optional<NormalPath> workspace() {
            return Optional.ofNullable(workspace);
        }

        /**
         * Whether names are taken as Windows takes them.
         *
         * @return true if they are
         */
        public boolean hasWindowsNames() {
            return windows;
        }

        /**
         * Whether names that differ only in case are the same.
         *
         * @return true if they are
         */
        public boolean ignoresCase() {
            return ignoresCase;
        }

        /**
         * The normal form of a path. Empty and {@code .} components are dropped; {@code ..} takes the component before
         * it away; it stays at the start of a relative path and is dropped at the root of an absolute one.
         *
         * @param text the path
         * @return its normal form
         */
        public NormalPath of(String text) {
            PathWriter writer = new PathWriter(windows, ignoresCase, workspace);
            StringBuilder normal = new StringBuilder(text.length());
            writer.write(text, normal);
            return writer.read(normal);
        }

        /**
         * Writes normal forms as text, again and again without making objects. For one thread.
         *
         * @return a writer of this form
         */
        public Writer writer() {
            PathWriter writer = new PathWriter(windows, ignoresCase, workspace);
            return writer::write;
        }

        /**
         * How it makes normal forms, in words that are the same for equal forms.
         *
         * @return the words
         */
        @Override
        public String toString() {
            return (windows ? "windows" : "plain")
                    + (ignoresCase ? ", ignoring case" : "")
                    + (workspace == null ? "" : ", in " + workspace);
        }
    }

    /** Writes the normal forms of paths as text. Not thread-safe. */
    @FunctionalInterface
    public interface Writer {

        /**
         * Writes the normal form of a path, as {@link NormalPath#toString} gives it.
         *
         * @param path the path
         * @param into where to, in place of what is there
         * @return whether it is relative and {@linkplain NormalPath#staysBelow stays below} the place it starts from
         */
        boolean write(CharSequence path, StringBuilder into);
    }
}
