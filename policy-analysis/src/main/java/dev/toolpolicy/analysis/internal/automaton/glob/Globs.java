package dev.toolpolicy.analysis.internal.automaton.glob;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.PathLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.CaseFolding;
import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import dev.toolpolicy.analysis.internal.automaton.pattern.Regex;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The languages of globs, on strings and on normal forms of paths. Stateless. */
public final class Globs {
    private static final AutomatonLimits LIMITS = AutomatonLimits.DEFAULT;
    private static final String HOME = "~";

    private static final Regex SLASH = new Regex.Characters(CodePointSet.of('/'));
    private static final Regex NAME =
            new Regex.Repeat(new Regex.Characters(GlobReader.NAME_CHARACTERS), 1, Regex.Repeat.UNBOUNDED);

    private Globs() {}

    /**
     * Returns the strings that a glob matches as a whole.
     *
     * @throws TextSyntaxException if it is not a valid glob
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException if it exceeds a limit
     */
    public static Language onStrings(String glob, boolean ignoresCase) {
        requireText(glob);
        UnaryOperator<CodePointSet> equal = ignoresCase ? CaseFolding::closed : set -> set;
        return Language.matching(new GlobReader(glob, 0, glob.length(), false, equal).read(), LIMITS);
    }

    /**
     * Returns the normal forms of the paths that a glob matches. A relative glob matches only paths that stay below
     * their start; an absolute one also relative paths whose place in the workspace it matches.
     *
     * @throws TextSyntaxException if it is not a valid glob
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException if it exceeds a limit
     */
    public static Language onPaths(String glob, NormalPath.Form form, boolean ignoresCase) {
        requireText(glob);
        boolean folds = ignoresCase || form.ignoresCase();
        UnaryOperator<CodePointSet> equal =
                form.ignoresCase() ? CaseFolding::closedInPaths : ignoresCase ? CaseFolding::closed : set -> set;
        boolean atHome = isAtHome(glob);
        int head = atHome ? HOME.length() + 1 : root(glob, form.hasWindowsNames());
        if (head > 0) {
            String start = atHome ? HOME : glob.substring(0, head);
            String directory = form.outsideOfWorkspace().ofRule(start).toString();
            List<@Nullable Regex> parts = glob.equals(HOME) ? List.of() : read(glob, head, equal);
            return Placement.of(in(directory, parts, folds), form);
        }
        List<@Nullable Regex> parts = read(glob, 0, equal);
        boolean anyDepth = components(glob, 0).size() == 1;
        if (anyDepth && !parts.isEmpty() && parts.get(0) != null) {
            parts.add(0, null);
        }
        Language below = whole(joined(parts)).and(form.hasWindowsNames() ? Below.WINDOWS : Below.POSIX);
        return isEverything(parts) ? below.or(Below.HERE) : below;
    }

    /** The place where paths start, and the paths below it; computed on first use. */
    private static final class Below {
        static final Language HERE = Language.of(TextLanguage.words("."), LIMITS);
        static final Language POSIX = PathLanguage.under(".", false).minus(HERE);
        static final Language WINDOWS = PathLanguage.under(".", true).minus(HERE);

        private Below() {}
    }

    /** Returns the paths in a directory that components match; the directory too if they match no name. */
    private static Language in(String directory, List<@Nullable Regex> parts, boolean ignoresCase) {
        Regex start = Literals.of(directory.endsWith("/") ? directory : directory + "/", ignoresCase);
        Language inside = whole(Regex.sequence(List.of(start, joined(parts)))).minus(whole(start));
        return isEverything(parts) ? inside.or(whole(Literals.of(directory, ignoresCase))) : inside;
    }

    /** Returns whether the components match any number of names, none too. */
    private static boolean isEverything(List<@Nullable Regex> parts) {
        return parts.stream().allMatch(part -> part == null);
    }

    private static Language whole(Regex regex) {
        return Language.matching(regex, LIMITS);
    }

    private static void requireText(String glob) {
        if (glob.isEmpty()) {
            throw new TextSyntaxException(glob, "an empty glob", 0);
        }
    }

    private static boolean isAtHome(String glob) {
        if (!glob.startsWith(HOME)) {
            return false;
        } else if (glob.length() > 1 && glob.charAt(1) != '/') {
            throw new TextSyntaxException(glob, "a \"~\" that isn't followed by \"/\"", 0);
        }
        return true;
    }

    /** Returns the length of the root that a glob starts with; 0 for a relative one. */
    private static int root(String glob, boolean windows) {
        boolean drive = windows
                && glob.length() > 2
                && isDriveLetter(glob.charAt(0))
                && glob.charAt(1) == ':'
                && glob.charAt(2) == '/';
        if (drive) {
            return 3;
        }
        return windows && glob.startsWith("//") ? 2 : glob.startsWith("/") ? 1 : 0;
    }

    private static boolean isDriveLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /** Reads components; null stands for any number of them. */
    private static List<@Nullable Regex> read(String glob, int start, UnaryOperator<CodePointSet> equal) {
        List<@Nullable Regex> read = new ArrayList<>();
        List<Part> parts = components(glob, start);
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            String text = glob.substring(part.start(), part.end());
            boolean last = i == parts.size() - 1;
            if (text.equals("..")) {
                throw new TextSyntaxException(glob, "\"..\" as a component", part.start());
            } else if (text.equals("**") || text.isEmpty() && last && start + i > 0) {
                if (read.isEmpty() || read.get(read.size() - 1) != null) {
                    read.add(null);
                }
            } else if (!text.isEmpty() && !text.equals(".")) {
                read.add(new GlobReader(glob, part.start(), part.end(), true, equal).read());
            }
        }
        return read;
    }

    /** Joins components by slashes. */
    private static Regex joined(List<@Nullable Regex> parts) {
        List<Regex> all = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Regex part = parts.get(i);
            boolean last = i == parts.size() - 1;
            if (part != null) {
                all.add(part);
                if (!last && !(i == parts.size() - 2 && parts.get(i + 1) == null)) {
                    all.add(SLASH);
                }
            } else if (last && i > 0) {
                all.add(below());
            } else if (last) {
                all.add(new Regex.Repeat(Regex.sequence(List.of(NAME, below())), 0, 1));
            } else {
                all.add(Regex.repeated(Regex.sequence(List.of(NAME, SLASH))));
            }
        }
        return Regex.sequence(all);
    }

    /** Returns any number of components, each with the slash before it. */
    private static Regex below() {
        return Regex.repeated(Regex.sequence(List.of(SLASH, NAME)));
    }

    /** A component between two indices of the glob. */
    private record Part(int start, int end) {}

    /**
     * Returns the components from an index on; an empty last one if the glob ends with a slash. A slash in brackets or
     * behind a {@code \} doesn't separate; one in braces is a mistake.
     */
    private static List<Part> components(String glob, int from) {
        List<Part> parts = new ArrayList<>();
        int start = from;
        boolean inBraces = false;
        for (int i = from; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '[') {
                i = endOfClass(glob, i);
            } else if (c == '{' || c == '}') {
                inBraces = c == '{';
            } else if (c == '/') {
                if (inBraces) {
                    throw new TextSyntaxException(glob, "a \"/\" within braces", i);
                }
                parts.add(new Part(start, i));
                start = i + 1;
            }
        }
        parts.add(new Part(start, glob.length()));
        return parts;
    }

    /** Returns the index of the bracket that ends a class, or of the one that begins it if none does. */
    private static int endOfClass(String glob, int start) {
        int first = start + 1;
        if (first < glob.length() && (glob.charAt(first) == '!' || glob.charAt(first) == '^')) {
            first++;
        }
        for (int i = first; i < glob.length(); i++) {
            if (glob.charAt(i) == '\\') {
                i++;
            } else if (glob.charAt(i) == ']' && i > first) {
                return i;
            }
        }
        return start;
    }
}
