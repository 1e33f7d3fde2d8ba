package dev.toolpolicy.agents.internal.hook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The paths in arguments whose schema doesn't say what is a path: those of a server's tool, and a patch. One path too
 * many costs a question.
 */
final class NamedPaths {
    /** No system opens a longer path. */
    private static final int LONGEST = 4_096;

    private final PathSettings settings;
    private final Path directory;
    private final NormalPath workspace;
    private final Collection<Path> guarded;

    /**
     * Creates paths.
     *
     * @param settings the engine's settings, in a workspace
     * @param directory the directory in which the agent works
     * @param guarded the files of the policy and of the agent's settings
     */
    NamedPaths(PathSettings settings, Path directory, Collection<Path> guarded) {
        this.settings = settings;
        this.directory = directory.toAbsolutePath().normalize();
        this.workspace = settings.form().workspace().orElseThrow();
        this.guarded =
                guarded.stream().map(file -> file.toAbsolutePath().normalize()).toList();
    }

    /** Returns whether a text in the arguments of a server's tool, or the name of a member, names a guarded file. */
    boolean areGuarded(JsonNode value) {
        if (value.isTextual()) {
            return isGuarded(value.textValue());
        }
        return StreamSupport.stream(value.spliterator(), false).anyMatch(this::areGuarded)
                || value.properties().stream()
                        .map(Map.Entry::getKey)
                        .anyMatch(name -> looksLikePath(name) && isGuarded(name));
    }

    /** Returns whether the name of a member can be more than a word that a tool has for an argument. */
    private boolean looksLikePath(String name) {
        return name.chars().anyMatch(c -> "/\\.%~".indexOf(c) >= 0)
                || guarded.stream()
                        .anyMatch(file -> String.valueOf(file.getFileName()).equalsIgnoreCase(name));
    }

    /** Returns whether a text names a guarded file. */
    boolean isGuarded(String text) {
        String trimmed = trimmed(text);
        return Stream.of(text, trimmed)
                .distinct()
                .flatMap(each -> Stream.concat(Stream.of(each), ofUri(each)))
                .filter(path -> !path.isBlank())
                .flatMap(this::places)
                .anyMatch(this::isGuardedPlace);
    }

    /** Returns whether the absolute path of a guarded file begins with a text. */
    boolean mayBeginGuarded(String text) {
        NormalPath.Form form = NormalPath.Form.PLAIN.ignoringCase();
        String begin = form.of(text).toString();
        return guarded.stream()
                .anyMatch(file -> form.of(file.toString()).toString().startsWith(begin));
    }

    /** Returns where a path may lead: what is relative starts at the workspace or at the agent's directory. */
    private Stream<String> places(String path) {
        if (path.startsWith("/")) {
            return Stream.of(path);
        }
        Stream<String> home = path.startsWith("~") ? Stream.of(path) : Stream.empty();
        NormalPath normal = settings.form().of(path);
        // A tool may join it to another argument, as in "src" and "../file".
        Stream<String> joined = normal.climbs() == 0
                ? Stream.empty()
                : Stream.of(new NormalPath("", 0, normal.components()).toString());
        return Stream.of(home, Stream.of(workspace + "/" + path, directory + "/" + path), joined)
                .flatMap(each -> each)
                .distinct();
    }

    private boolean isGuardedPlace(String path) {
        NormalPath normal = settings.form().outsideOfWorkspace().of(path);
        boolean isAroundWorkspace = workspace.isAtOrBelow(normal)
                && !workspace.equals(normal)
                && !normal.components().isEmpty();
        return isAroundWorkspace
                || settings.isAgainst(path, true)
                || settings.resolve(path)
                        .map(real -> settings.isAgainst(real.toString(), true))
                        .orElseGet(() -> path.length() <= LONGEST
                                && Arrays.asList(path.split("/", -1)).contains(".."));
    }

    /** Returns the paths of a URI of a file: with its end, and without what may be its query or fragment. */
    private static Stream<String> ofUri(String text) {
        if (!text.regionMatches(true, 0, "file:", 0, 5)) {
            return Stream.empty();
        }
        String path = text.substring(5);
        if (path.startsWith("//")) {
            path = path.substring(Math.max(path.indexOf('/', 2), 0));
        }
        return Stream.of(path, path.split("[?#]", 2)[0]).map(NamedPaths::decoded);
    }

    /** Replaces {@code %2e} and the like; the rest stays. */
    private static String decoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < from.length; i++) {
            int high = from[i] == '%' && i + 2 < from.length ? Character.digit(from[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(from[i + 2], 16);
            bytes.write(low < 0 ? from[i] : high * 16 + low);
            i += low < 0 ? 0 : 2;
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Returns why a patch needs approval; empty if it doesn't. */
    Optional<String> againstPatch(String patch) {
        String text = patch.toLowerCase(Locale.ROOT);
        if (guarded.stream().anyMatch(file -> isWrittenIn(text, file))) {
            return Optional.of("the patch names a file of the policy or of the agent's settings");
        }
        return Stream.of(patch.split("\n", -1))
                .flatMap(NamedPaths::header)
                .flatMap(this::againstHeader)
                .findFirst();
    }

    /** Returns whether a text has the name of a file, and of its folder where that must be written. */
    private boolean isWrittenIn(String text, Path file) {
        Path folder = file.getParent();
        return text.contains(String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT))
                && (folder == null
                        || directory.startsWith(folder)
                        || text.contains(String.valueOf(folder.getFileName()).toLowerCase(Locale.ROOT)));
    }

    /** Returns the path in a line of a patch. Codex trims such lines. */
    private static Stream<String> header(String line) {
        String trimmed = trimmed(line);
        int colon = trimmed.indexOf(':');
        if (!trimmed.startsWith("***") || colon < 0) {
            return Stream.empty();
        }
        String path = trimmed.substring(colon + 1);
        return Stream.of(path.startsWith(" ") ? path.substring(1) : path);
    }

    private Stream<String> againstHeader(String path) {
        if (!path.equals(trimmed(path))) {
            return Stream.of("a path in the patch begins with a blank");
        }
        String here = path.startsWith("/") ? path : directory + "/" + path;
        if (!staysInside(here) || path.startsWith("~") && !staysInside(path)) {
            return Stream.of("a path in the patch leads out of the workspace, or can't be read");
        }
        return isGuarded(path)
                ? Stream.of("the patch names a file of the policy or of the agent's settings")
                : Stream.empty();
    }

    private boolean staysInside(String path) {
        return settings.form().of(path).staysBelow()
                && settings.resolve(path).filter(NormalPath::staysBelow).isPresent();
    }

    /** Returns a text without the white space around it, as Unicode has it. */
    static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return c <= ' ' || c == '\u0085' || c == '\ufeff' || Character.isWhitespace(c) || Character.isSpaceChar(c);
    }
}
