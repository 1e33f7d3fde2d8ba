package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.cli.internal.command.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The calls of a recorded file, and the order in which they began and ended. Not thread-safe. */
final class Transcript {
    /** The number of lines at the beginning of a file by which its format is found. */
    private static final int FIRST_LINES = 50;

    private static final long LARGEST = 512L << 20;
    private static final Set<String> CLAUDE = Set.of("user", "assistant", "system", "summary", "queue-operation");

    private final List<Entry> steps = new ArrayList<>();
    private final Map<String, Entry> byId = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    /** By session, what its user has written since its last call. */
    private final Map<String, List<String>> said = new HashMap<>();

    private int skipped;

    /** A recorded call. It is in the list of steps once where it began and once where it ended. */
    static final class Entry {
        final int line;
        final String session;
        final String id;
        final List<String> said = new ArrayList<>();
        private final String tool;
        private final String arguments;
        private String result = "";
        private Then then = Then.UNKNOWN;
        private Effect effect = Effect.UNKNOWN;

        private Entry(int line, String session, String id, String tool, String arguments) {
            this.line = line;
            this.session = session;
            this.id = id;
            this.tool = tool;
            this.arguments = arguments;
        }

        Then then() {
            return then;
        }

        RecordedCall call() {
            return new RecordedCall(
                    tool,
                    arguments,
                    Optional.empty(),
                    then.ran() ? Optional.of(effect.withText(result)) : Optional.empty());
        }
    }

    /**
     * Reads a file.
     *
     * @param file the file
     * @param told its format; empty to find it out
     * @throws UsageException if it can't be read, or has no known format
     */
    static Transcript read(Path file, Optional<Format> told) throws UsageException {
        try {
            if (Files.size(UsageException.requireFile(file)) > LARGEST) {
                throw new UsageException(file + " has more than " + (LARGEST >> 20) + " MiB");
            }
            // Bytes that are not UTF-8 become replacement characters, so that one bad line doesn't hide the others.
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return told.orElseGet(() -> format(text)).reader.read(file.toString(), text);
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

    /** Notes that a call began. A call of an id that came before is the same call, written twice. */
    void begin(int line, String session, String id, String tool, String arguments) {
        Entry entry = new Entry(line, session, id, tool, arguments);
        if (id.isEmpty() || byId.putIfAbsent(session + "\n" + id, entry) == null) {
            entry.said.addAll(said.getOrDefault(session, List.of()));
            said.remove(session);
            steps.add(entry);
        }
    }

    /** Notes a message of the user, in the user's own words. */
    void user(String session, String text) {
        said.computeIfAbsent(session, name -> new ArrayList<>()).add(text);
    }

    /**
     * Notes what became of a call, if one of this id began.
     *
     * @param result the text that the model read; empty if it isn't recorded
     */
    void end(String session, String id, Then then, Effect effect, String result) {
        Entry entry = byId.get(session + "\n" + id);
        if (entry != null && entry.then == Then.UNKNOWN && then != Then.UNKNOWN) {
            entry.then = then;
            entry.effect = effect;
            entry.result = result;
            steps.add(entry);
        }
    }

    /** Notes a line that can't be read. */
    void problem(int line, String message) {
        problems.add("line " + line + ": " + message);
    }

    /** Notes a call without arguments, or one that the provider ran, which can't be decided. */
    void skip() {
        skipped++;
    }

    List<Entry> steps() {
        return List.copyOf(steps);
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    int skipped() {
        return skipped;
    }

    /** The formats of recorded files. */
    enum Format {
        CLAUDE_CODE(new ClaudeTranscript()),
        CODEX(new CodexTranscript()),
        AUDIT(new AuditTranscript()),
        BODY(new BodyTranscript());

        private final Reader reader;

        Format(Reader reader) {
            this.reader = reader;
        }
    }

    /** A reader of one format. */
    interface Reader {
        /**
         * Reads a file.
         *
         * @param name the name of the file, which is the session of calls without one
         * @param text its text
         * @throws UsageException if it isn't of this format
         */
        Transcript read(String name, String text) throws UsageException;
    }
}
