package dev.toolpolicy.agents.internal.hook;

import dev.toolpolicy.agents.internal.local.LocalPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The patterns by which agents list files. They name files, though they aren't paths. Stateless. */
final class FilePatterns {
    /** What makes a pattern mean files elsewhere, also in one of its alternatives. */
    private static final List<String> UPWARDS = List.of("..", "{/", ",/", "(/", "|/", "{~", ",~");

    private static final String SPECIAL = "*?[{(\\";

    private FilePatterns() {}

    /** Returns why a call that lists files needs approval: it may reach files outside of the workspace. */
    static Optional<String> leave(HookEvent event, LocalPaths paths) {
        String pattern = event.input().path("pattern").asText();
        boolean leaves = event.tool().equalsIgnoreCase("glob")
                && (UPWARDS.stream().anyMatch(pattern::contains)
                        || pattern.startsWith("~")
                        || pattern.startsWith("\\")
                        || !paths.contains(folder(event, pattern)));
        return leaves ? Optional.of("/pattern may reach files outside of the workspace") : Optional.empty();
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
