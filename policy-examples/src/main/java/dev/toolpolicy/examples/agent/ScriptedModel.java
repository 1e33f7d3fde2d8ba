package dev.toolpolicy.examples.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.internal.text.ResourceText;
import dev.toolpolicy.stream.internal.wire.WirePart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A model that says what a script says, one response after the other, in small pieces: to try everything without a
 * network or a key. A script is JSON: {@code [{"say": "...", "calls": [{"tool": "...", "arguments": {...}}]}, ...]}.
 */
final class ScriptedModel implements Model {
    private static final int PIECE = 4;

    private final JsonNode responses;
    private final Duration pause;
    private int next;
    private volatile boolean cancelled;

    private ScriptedModel(JsonNode responses, Duration pause) {
        this.responses = responses;
        this.pause = pause;
    }

    /** Returns the script that comes with the program. */
    static ScriptedModel builtIn(Duration pause) throws IOException {
        return of(ResourceText.of(ScriptedModel.class, "script.json"), "the built-in script", pause);
    }

    /** Returns the script of a file. */
    static ScriptedModel read(Path file, Duration pause) throws IOException {
        try {
            return of(Files.readString(file), file.toString(), pause);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no script " + file, e);
        }
    }

    private static ScriptedModel of(String text, String source, Duration pause) throws IOException {
        try {
            JsonNode script = StrictJson.standard().read(text);
            if (!script.isArray()) {
                throw new IOException(source
                        + " is not a script: a script is a JSON array of responses, each with \"say\" and \"calls\"");
            }
            return new ScriptedModel(script, pause);
        } catch (MalformedJsonException e) {
            throw new IOException(source + " is not JSON: " + e.getMessage() + " (line " + e.line() + ")", e);
        }
    }

    @Override
    public void respond(List<Message> conversation, Consumer<? super WirePart> parts) {
        cancelled = false;
        JsonNode response = responses.path(next++);
        stream(
                response.path("say").asText(response.isMissingNode() ? "The script is at its end." : ""),
                text -> parts.accept(WirePart.text(text)));
        int position = 0;
        for (JsonNode call : response.path("calls")) {
            if (cancelled) {
                break;
            }
            int at = position++;
            parts.accept(WirePart.call(
                    at, "call_" + next + "_" + at, call.path("tool").asText()));
            JsonNode arguments = call.path("arguments");
            stream(
                    arguments.isTextual() ? arguments.textValue() : arguments.toString(),
                    text -> parts.accept(WirePart.arguments(at, text)));
        }
        parts.accept(WirePart.end(!cancelled, cancelled ? "cancelled" : "stop"));
    }

    private void stream(String text, Consumer<String> pieces) {
        for (int at = 0; at < text.length() && !cancelled; at += PIECE) {
            pieces.accept(text.substring(at, Math.min(text.length(), at + PIECE)));
            try {
                Thread.sleep(pause.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                cancelled = true;
            }
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
    }
}
