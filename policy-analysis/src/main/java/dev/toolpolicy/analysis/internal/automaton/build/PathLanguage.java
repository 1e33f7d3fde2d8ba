package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;

/**
 * Languages of normal forms of paths as texts: a root, which is empty for a relative path, then any leading {@code ..},
 * then components joined by {@code /}. Stateless.
 */
public final class PathLanguage {
    /** Large limits, since the size of the result depends only on the length of the path. */
    private static final AutomatonLimits LIMITS =
            new AutomatonLimits(1, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 1);

    private PathLanguage() {}

    /**
     * Returns the normal forms at or below a path, by whole components.
     *
     * @param path the path's normal form
     * @param windows true if a path may start with a drive or, for a share, with {@code //}
     * @return a language whose normal forms are correct; it may also contain texts that are not normal forms
     * @throws PatternTooComplexException if the path is too long
     */
    public static Language under(String path, boolean windows) {
        int root = root(path, windows);
        String rest = path.substring(root);
        boolean climbs = rest.equals("..") || rest.endsWith("/..");
        if (!rest.isEmpty() && !path.equals(".")) {
            Language atOrBelow = at(path);
            return climbs ? atOrBelow.minus(at(path + "/..")) : atOrBelow;
        }
        String start = path.equals(".") ? "" : path;
        Language below = prefix(start);
        if (!start.endsWith("/")) {
            below = below.minus(at(start + "..")).minus(prefix(start + "/"));
        }
        if (windows && start.isEmpty()) {
            return below.minus(Language.of(TextLanguage.pattern("^[a-z]:"), LIMITS));
        }
        return windows && start.equals("/") ? below.minus(prefix("//")) : below;
    }

    /** Returns the length of a normal form's root. */
    private static int root(String path, boolean windows) {
        int drive = windows && path.length() > 1 && path.charAt(1) == ':' ? 2 : 0;
        int root = path.startsWith("/", drive) ? drive + 1 : drive;
        return windows && path.startsWith("//") ? 2 : root;
    }

    private static Language at(String path) {
        return Language.atOrBelow(path, LIMITS);
    }

    private static Language prefix(String text) {
        return Language.of(TextLanguage.prefix(text), LIMITS);
    }
}
