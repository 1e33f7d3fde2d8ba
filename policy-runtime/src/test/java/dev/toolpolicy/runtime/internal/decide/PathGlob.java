package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.rule.Matcher;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The meaning of globs and of matchers on paths, by the JDK's normal form and regular expressions. */
final class PathGlob {
    private static final Path ROOT = Path.of("/w");

    private final boolean workspace;

    PathGlob(boolean workspace) {
        this.workspace = workspace;
    }

    private Path normal(String text) {
        Path path = Path.of(text).normalize();
        return workspace && path.startsWith(ROOT) ? ROOT.relativize(path) : path;
    }

    private static boolean isBelow(Path path) {
        return !path.isAbsolute() && !path.startsWith("..");
    }

    boolean isOutside(String text) {
        return workspace && !isBelow(normal(text));
    }

    boolean same(String one, String other) {
        return normal(one).equals(normal(other));
    }

    boolean holds(Matcher matcher, String value, boolean folds) {
        Path path = normal(value);
        String text = path.toString();
        if (!isBelow(path)) {
            return false;
        } else if (matcher.kind() == Matcher.Kind.GLOB) {
            return matches(path(matcher.text()), text, folds);
        } else if (matcher.kind() == Matcher.Kind.CONST) {
            return matches(Pattern.quote(matcher.values().get(0).textValue()), text, folds);
        }
        if (matcher.kind() == Matcher.Kind.ENUM) {
            return matcher.values().stream().anyMatch(each -> holds(Matcher.constant(each), value, folds));
        }
        String prefix = matcher.text();
        return prefix.equals(".") || matches(Pattern.quote(prefix) + "(?:/.*)?", text, folds);
    }

    static boolean matches(String regex, String text, boolean folds) {
        int flags = Pattern.DOTALL | (folds ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
        return Pattern.compile(regex, flags).matcher(text).matches();
    }

    /** Translates a glob on paths. */
    private static String path(String glob) {
        String plain = glob.startsWith("./") ? glob.substring(2) : glob;
        if (plain.endsWith("/")) {
            return path(plain + "**");
        } else if (plain.indexOf('/') < 0) {
            return glob.startsWith("./") ? body(plain, "[^/]") : "(?:.*/)?" + body(plain, "[^/]");
        }
        return body(plain, "[^/]");
    }

    /** Translates a glob on strings. */
    static String text(String glob) {
        return body(glob, ".");
    }

    private static String body(String glob, String any) {
        StringBuilder regex = new StringBuilder();
        String other = any.equals(".") ? "" : "/";
        int open = 0;
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (glob.startsWith("/**/", i)) {
                regex.append("/(?:.*/)?");
                i += 3;
            } else if (i == 0 && glob.startsWith("**/")) {
                regex.append("(?:.*/)?");
                i += 2;
            } else if (glob.startsWith("/**", i) && i + 3 == glob.length()) {
                regex.append("(?:/.*)?");
                i += 2;
            } else if (c == '*') {
                regex.append(any).append('*');
            } else if (c == '?') {
                regex.append(any);
            } else if (c == '[') {
                int end = glob.indexOf(']', i);
                String set = glob.substring(i + 1, end);
                regex.append('[')
                        .append(set.startsWith("!") ? "^" + other + set.substring(1) : set)
                        .append(']');
                i = end;
            } else if (c == '{' || c == '}') {
                regex.append(c == '{' ? "(?:" : ")");
                open += c == '{' ? 1 : -1;
            } else {
                regex.append(c == ',' && open > 0 ? "|" : Pattern.quote(String.valueOf(c)));
            }
        }
        return regex.toString();
    }
}
