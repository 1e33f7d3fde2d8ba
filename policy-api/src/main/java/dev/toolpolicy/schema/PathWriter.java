package dev.toolpolicy.schema;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A writer of paths in normal form. It writes in place: dropped parts are never copied, and {@code ..} cuts off what
 * was written. Not thread-safe.
 */
final class PathWriter {
    private static final String WINDOWS_SHARES = "//";

    private final boolean windows;
    private final boolean ignoresCase;
    private final @Nullable NormalPath workspace;
    private final String workspaceText;
    /** The directory that a tilde at the start means; null if it is a character. */
    private final @Nullable String home;

    /** Length of the root. */
    private int root;

    private int climbs;
    /** Start of the components that {@code ..} may remove. */
    private int floor;

    PathWriter(
            boolean windows,
            boolean ignoresCase,
            @Nullable NormalPath workspace,
            String workspaceText,
            @Nullable String home) {
        this.windows = windows;
        this.ignoresCase = ignoresCase;
        this.workspace = workspace;
        this.workspaceText = workspaceText;
        this.home = home;
    }

    /** Writes a path's normal form. Returns whether it is relative and has no leading {@code ..}. */
    boolean write(CharSequence path, StringBuilder out) {
        return writeFrom(home != null && startsWithTilde(path) ? atHome(home, path) : path, out);
    }

    private boolean startsWithTilde(CharSequence path) {
        return path.length() > 0 && path.charAt(0) == '~' && (path.length() == 1 || isSeparator(path.charAt(1)));
    }

    /** Replaces a tilde by the home directory, whose text ends with a slash only if it is a root. */
    private static String atHome(String home, CharSequence path) {
        int rest = home.endsWith("/") ? 2 : 1;
        return home + path.subSequence(Math.min(rest, path.length()), path.length());
    }

    private boolean writeFrom(CharSequence path, StringBuilder out) {
        out.setLength(0);
        climbs = 0;
        root = writeRoot(path, out);
        floor = root;
        int length = path.length();
        for (int start = root; start <= length; ) {
            int end = start;
            while (end < length && !isSeparator(path.charAt(end))) {
                end++;
            }
            writeComponent(path, start, windows ? endOfWindowsName(path, start, end) : end, out);
            start = end + 1;
        }
        leaveWorkspace(out);
        if (out.length() == 0) {
            out.append('.');
        }
        return root == 0 && climbs == 0;
    }

    /** Returns the path that was written last. */
    NormalPath read(StringBuilder normal) {
        List<String> components = new ArrayList<>();
        boolean isEmpty = root == 0 && climbs == 0 && normal.length() == 1 && normal.charAt(0) == '.';
        int start = root + 3 * climbs;
        while (start < normal.length() && !isEmpty) {
            int slash = normal.indexOf("/", start);
            int end = slash < 0 ? normal.length() : slash;
            components.add(normal.substring(start, end));
            start = end + 1;
        }
        return new NormalPath(normal.substring(0, root), climbs, components);
    }

    private boolean isSeparator(char c) {
        return c == '/' || windows && c == '\\';
    }

    private int writeRoot(CharSequence path, StringBuilder out) {
        if (windows && isSeparatorAt(path, 0) && isSeparatorAt(path, 1)) {
            out.append(WINDOWS_SHARES);
        } else {
            if (windows && path.length() > 1 && path.charAt(1) == ':' && isLetter(path.charAt(0))) {
                out.append(Character.toLowerCase(path.charAt(0))).append(':');
            }
            if (isSeparatorAt(path, out.length())) {
                out.append('/');
            }
        }
        return out.length();
    }

    private boolean isSeparatorAt(CharSequence path, int index) {
        return index < path.length() && isSeparator(path.charAt(index));
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private void writeComponent(CharSequence path, int start, int end, StringBuilder out) {
        int dots = dots(path, start, end);
        if (dots == 2) {
            climb(out);
        } else if (start < end && dots != 1) {
            separate(out);
            if (ignoresCase) {
                fold(path, start, end, out);
            } else {
                out.append(path, start, end);
            }
        }
    }

    /** Returns 1 or 2 for a component of one or two dots, else 0. */
    private static int dots(CharSequence path, int start, int end) {
        int length = end - start;
        boolean only = length == 1 && path.charAt(start) == '.'
                || length == 2 && path.charAt(start) == '.' && path.charAt(start + 1) == '.';
        return only ? length : 0;
    }

    private void separate(StringBuilder out) {
        if (out.length() > root) {
            out.append('/');
        }
    }

    private void climb(StringBuilder out) {
        if (out.length() > floor) {
            int last = out.length() - 1;
            while (last > floor && out.charAt(last) != '/') {
                last--;
            }
            out.setLength(last);
        } else if (root == 0 || out.charAt(root - 1) != '/') {
            separate(out);
            out.append("..");
            floor = out.length();
            climbs++;
        }
    }

    /**
     * Returns the end of a component as Windows reads it: {@code .env::$DATA}, {@code .env.} and {@code .env } are
     * {@code .env}.
     */
    private static int endOfWindowsName(CharSequence path, int start, int end) {
        int unpadded = end;
        for (int i = end - 1; i > start && path.charAt(start) != ':'; i--) {
            unpadded = path.charAt(i) == ':' ? i : unpadded;
        }
        while (unpadded > start && path.charAt(unpadded - 1) == ' ') {
            unpadded--;
        }
        if (dots(path, start, unpadded) > 0) {
            return unpadded;
        }
        int name = unpadded;
        while (name > start && (path.charAt(name - 1) == ' ' || path.charAt(name - 1) == '.')) {
            name--;
        }
        return name == start ? unpadded : name;
    }

    private static void fold(CharSequence path, int start, int end, StringBuilder out) {
        for (int i = start; i < end; ) {
            int c = Character.codePointAt(path, i);
            i += Character.charCount(c);
            out.appendCodePoint(Character.toLowerCase(Character.toUpperCase(c)));
        }
    }

    /** Makes a path at or below the workspace relative to it. */
    private void leaveWorkspace(StringBuilder out) {
        int length = workspaceText.length();
        if (workspace == null || root != workspace.root().length() || climbs > 0 || !startsWith(out, workspaceText)) {
            return;
        }
        boolean isRoot = workspace.components().isEmpty();
        if (isRoot || out.length() == length || out.charAt(length) == '/') {
            out.delete(0, isRoot || out.length() == length ? length : length + 1);
            root = 0;
        }
    }

    private static boolean startsWith(StringBuilder text, String start) {
        if (text.length() < start.length()) {
            return false;
        }
        for (int i = 0; i < start.length(); i++) {
            if (text.charAt(i) != start.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
