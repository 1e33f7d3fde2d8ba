package dev.toolpolicy.agents.internal.hook;

import dev.toolpolicy.agents.internal.local.LocalPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The patterns by which agents list files. They name files, though they aren't paths. Stateless. */
final class FilePatterns {
    /** Parts of patterns by which they may go up, or of which agents' libraries make other texts. */
    private static final List<String> UNCLEAR = List.of("..", "\\", "{,", ",,", ",}");

    private static final String SPECIAL = "*?[{(";
    /** The characters beside letters and digits of which no alternative makes another folder. */
    private static final String IN_ALTERNATIVES = "{}()_-,|*";

    private FilePatterns() {}

    /** Returns why a call that lists files needs approval: it may reach files outside of the workspace. */
    static Optional<String> against(HookEvent event, LocalPaths paths) {
        String pattern = event.input().path("pattern").asText();
        boolean leaves = event.tool().equalsIgnoreCase("glob")
                && (UNCLEAR.stream().anyMatch(pattern::contains)
                        || pattern.startsWith("~")
                        || hasUnclearAlternatives(pattern)
                        || !paths.contains(folder(event, pattern)));
        return leaves ? Optional.of("/pattern may reach files outside of the workspace") : Optional.empty();
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

    /** Returns the folder that a pattern begins with, or the nearest one around it that exists. */
    private static Path folder(HookEvent event, String pattern) {
        String path =
                event.input().path("path").asText(event.input().path("dir_path").asText());
        int plain = IntStream.range(0, pattern.length())
                .filter(i -> SPECIAL.indexOf(pattern.charAt(i)) >= 0)
                .findFirst()
                .orElse(pattern.length());
        Path folder = Path.of(event.directory()).resolve(path).resolve(pattern.substring(0, plain));
        while (!Files.exists(folder) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        return folder;
    }
}
