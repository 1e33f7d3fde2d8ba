package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.cli.internal.decide.Transcript.Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Reads recorded files of any format. */
final class Transcripts {
    /** How many lines at the beginning of a file may tell its format. */
    private static final int FIRST_LINES = 50;

    private static final long LARGEST = 512L << 20;
    private static final Set<String> CLAUDE = Set.of("user", "assistant", "system", "summary", "queue-operation");

    private Transcripts() {}

    /**
     * Reads a file.
     *
     * @param file the file
     * @param told its format; empty to find it out
     * @throws UsageException if it can't be read, or has no known format
     */
    static Transcript read(Path file, Optional<Format> told) throws UsageException {
        try {
            if (Files.size(file) > LARGEST) {
                throw new UsageException(file + " has more than " + (LARGEST >> 20) + " MiB");
            }
            // Bytes that are not UTF-8 become replacement characters, so that one bad line doesn't hide the others.
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return told.orElseGet(() -> format(text)).reader().read(file.toString(), text);
        } catch (IOException e) {
            throw new UsageException("can't read " + file + ": " + e.getClass().getSimpleName());
        }
    }

    /** Returns the format that the first lines tell; a body if they tell none. */
    private static Format format(String text) {
        return text.lines()
                .filter(line -> line.startsWith("{"))
                .limit(FIRST_LINES)
                .flatMap(line -> formatOf(line).stream())
                .findFirst()
                .orElse(Format.BODY);
    }

    private static Optional<Format> formatOf(String text) {
        JsonNode line;
        try {
            line = StrictJson.standard().read(text);
        } catch (MalformedJsonException e) {
            return Optional.empty(); // the reader of the format reports it
        }
        if (line.path("payload").isObject() && line.has("timestamp")) {
            return Optional.of(Format.CODEX);
        } else if (line.path("verdict").isTextual() && line.path("tool").isTextual()) {
            return Optional.of(Format.AUDIT);
        }
        boolean isClaude = CLAUDE.contains(line.path("type").asText())
                && !line.path("message").isMissingNode();
        return isClaude ? Optional.of(Format.CLAUDE_CODE) : Optional.empty();
    }
}
