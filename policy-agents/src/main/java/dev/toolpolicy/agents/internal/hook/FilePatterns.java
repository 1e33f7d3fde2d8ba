package dev.toolpolicy.agents.internal.hook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.agents.internal.local.LocalPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The patterns by which agents list files. They name files, though they aren't paths. Stateless. */
final class FilePatterns {
    /** Parts of patterns by which they may go up, or of which agents' libraries make other texts. */
    private static final List<String> UNCLEAR = List.of("..", "\\", "{,", ",,", ",}");

    /** The most files that are looked at for a pattern. */
    private static final int MOST = 10_000;

    private static final String SPECIAL = "*?[{(";
    /** The characters beside letters and digits of which no alternative makes another folder. */
    private static final String IN_ALTERNATIVES = "{}()_-,|*";

    private FilePatterns() {}

    /** Returns why a call that lists files needs approval: it may reach files outside of the workspace. */
    static Optional<String> against(HookEvent event, LocalPaths paths) {
        String name = event.tool().equals("read_many_files") ? "include" : "pattern";
        JsonNode patterns = event.input().path(name);
        boolean lists = name.equals("include") || event.tool().equalsIgnoreCase("glob");
        boolean leaves = lists
                && Stream.concat(Stream.of(patterns), patterns.valueStream())
                        .anyMatch(each -> leaves(each.asText(), event, paths));
        return leaves ? Optional.of("/" + name + " may reach files outside of the workspace") : Optional.empty();
    }

    private static boolean leaves(String pattern, HookEvent event, LocalPaths paths) {
        return UNCLEAR.stream().anyMatch(pattern::contains)
                || pattern.startsWith("~")
                || hasUnclearAlternatives(pattern)
                || leavesBy(pattern, event, paths);
    }

    /** Returns whether an alternative has a slash, a dot or another character that may make it a folder elsewhere. */
    private static boolean hasUnclearAlternatives(String pattern) {
        int depth = 0;
        for (char c : pattern.toCharArray()) {
            depth += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
            if (depth > 0 && !Character.isLetterOrDigit(c) && IN_ALTERNATIVES.indexOf(c) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the folder that a pattern begins with, or one that it may match, is outside of the workspace. */
    private static boolean leavesBy(String pattern, HookEvent event, LocalPaths paths) {
        String path =
                event.input().path("path").asText(event.input().path("dir_path").asText());
        int plain = IntStream.range(0, pattern.length())
                .filter(i -> SPECIAL.indexOf(pattern.charAt(i)) >= 0)
                .findFirst()
                .orElse(pattern.length());
        int part = plain == pattern.length() ? plain : pattern.lastIndexOf('/', plain) + 1;
        Path start = Path.of(event.directory()).resolve(path).resolve(pattern.substring(0, part));
        Path folder = start;
        while (!Files.exists(folder) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        String before = pattern.substring(part).concat("**");
        int depth = (int) before.substring(0, before.indexOf("**"))
                .chars()
                .filter(c -> c == '/')
                .count();
        return !paths.contains(folder)
                || folder.equals(start)
                        && depth > 0
                        && hasLinkOut(folder, pattern.substring(part, plain), depth, paths);
    }

    /** Returns whether a folder below one, if its name begins as it must, is outside of the workspace or can't be listed. */
    private static boolean hasLinkOut(Path folder, String begin, int depth, LocalPaths paths) {
        try (Stream<Path> all = Files.walk(folder, depth, FileVisitOption.FOLLOW_LINKS)) {
            int seen = 0;
            for (Path each : (Iterable<Path>) all::iterator) {
                String name = folder.relativize(each).toString();
                boolean leaves = Files.isDirectory(each) && !paths.contains(each);
                if (++seen > MOST || leaves && name.regionMatches(true, 0, begin, 0, begin.length())) {
                    return true;
                }
            }
            return false;
        } catch (IOException | UncheckedIOException e) {
            return true;
        }
    }
}
