package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A second implementation of the judging of paths: by the JDK's own normal form, and by a table of links in which what
 * is missing leads where it says, and an empty target can't be resolved.
 */
record PathOracle(boolean ignoresCase, Optional<String> workspace, Optional<Map<String, String>> links) {
    static final PathOracle PLAIN = new PathOracle(false, Optional.empty(), Optional.empty());
    private static final Map<String, String> LINKS =
            Map.of("a/b", "b", "a", "/etc/x", "ab", "", "./a", "a/b/c", "/a", "ab", "a/../b", "../up", "/", "/a/b");

    static PathOracle random(Random random) {
        return new PathOracle(
                random.nextInt(4) == 0,
                random.nextInt(2) == 0 ? Optional.of(random.nextBoolean() ? "/a" : "/") : Optional.empty(),
                random.nextInt(3) == 0 ? Optional.of(LINKS) : Optional.empty());
    }

    /** The same for the real thing. */
    PathSettings settings() {
        NormalPath.Form form = ignoresCase ? NormalPath.Form.PLAIN.ignoringCase() : NormalPath.Form.PLAIN;
        PathSettings settings =
                PathSettings.plain().withForm(workspace.map(form::inWorkspace).orElse(form));
        return links.map(table -> settings.withLinks(path -> {
                    String target = table.getOrDefault(path, path);
                    if (target.isEmpty() && !path.isEmpty()) {
                        throw new IllegalStateException("no file system");
                    }
                    return Optional.of(target);
                }))
                .orElse(settings);
    }

    /** The normal form; characters that the JDK takes for paths on some systems only are spelled out. */
    Path normal(String text) {
        StringBuilder spelled = new StringBuilder();
        text.chars().forEach(c -> spelled.append(c < 127 ? String.valueOf((char) c) : String.format("<%04x>", c)));
        String folded = ignoresCase ? spelled.toString().toLowerCase(Locale.ROOT) : spelled.toString();
        Path path = Path.of(folded).normalize();
        if (workspace.isPresent() && path.isAbsolute() && path.startsWith(workspace.get())) {
            return Path.of(workspace.get()).relativize(path);
        }
        return path;
    }

    /** Whether a rule names an absolute path, which also means the relative ones at its place. */
    private boolean isPlaced(String written) {
        return workspace.isPresent() && written.startsWith("/");
    }

    private Path place(Path normal) {
        return Path.of(workspace.orElseThrow()).resolve(normal).normalize();
    }

    private Path outside(String written) {
        return new PathOracle(ignoresCase, Optional.empty(), Optional.empty()).normal(written);
    }

    /** Whether a path is one that a rule names. */
    boolean isSame(Path normal, String written) {
        return isPlaced(written) ? place(normal).equals(outside(written)) : normal.equals(normal(written));
    }

    /** Whether a path is at or below one that a rule names. */
    boolean isBelow(Path normal, String written, BiPredicate<Path, Path> below) {
        return isPlaced(written) ? below.test(place(normal), outside(written)) : below.test(normal, normal(written));
    }

    /** The text of a normal form, as patterns see it. */
    static String text(Path normal) {
        String text = Pattern.compile("<([0-9a-f]{4})>")
                .matcher(normal.toString())
                .replaceAll(spelled ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(spelled.group(1), 16))));
        return text.isEmpty() ? "." : text;
    }

    /** The targets of links; empty if unknown. */
    private Optional<Path> real(String text) {
        String target = links.orElse(Map.of()).getOrDefault(text, text);
        return target.isEmpty() && !text.isEmpty() ? Optional.empty() : Optional.of(normal(target));
    }

    /** Whether a rule's test holds for a path, in its one or two forms. */
    boolean holds(String text, Mode mode, Predicate<Path> test) {
        boolean asWritten = test.test(normal(text));
        if (links.isEmpty()) {
            return asWritten;
        }
        boolean asResolved = real(text).map(test::test).orElse(false);
        return mode == Mode.ALLOW ? asWritten && asResolved : asWritten || asResolved;
    }

    /** Whether a path keeps its call from running unattended. */
    boolean guards(String text) {
        if (links.isPresent() && real(text).isEmpty()) {
            return true;
        }
        return workspace.isPresent()
                && (leaves(normal(text)) || real(text).map(PathOracle::leaves).orElse(true));
    }

    private static boolean leaves(Path path) {
        return path.isAbsolute() || path.startsWith("..");
    }
}
