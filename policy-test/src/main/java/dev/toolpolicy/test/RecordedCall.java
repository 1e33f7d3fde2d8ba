package dev.toolpolicy.test;

import dev.toolpolicy.test.internal.EmptyCalls;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A streamed body with one call, and the facts that a test needs about it. The bodies are resources of this artifact.
 * They were written for tests, in the framing of the providers.
 */
public final class RecordedCall {
    private static final String REPORT =
            "{\"summary\":\"The forklift of hall 2 stood in front of gate 5, both carriers waited"
                    + " outside for an hour, and the night shift unloaded the pallets by hand before the rain came.\"}";
    private static final String BOOK =
            "{\"title\":\"The Lighthouse Ledger of Stone Point\",\"shelf\":\"B4 upper left\",\"pages\":212,"
                    + "\"year\":1998}";

    private final EmptyCalls.Format format;
    private final String body;
    private final String tool;
    private final String condition;
    private final String arguments;
    private final String lastPiece;
    private final String goodbye;

    private RecordedCall(
            EmptyCalls.Format format,
            String body,
            String tool,
            String condition,
            String arguments,
            String lastPiece,
            String goodbye) {
        this.format = format;
        this.body = body;
        this.tool = tool;
        this.condition = condition;
        this.arguments = arguments;
        this.lastPiece = lastPiece;
        this.goodbye = goodbye;
    }

    /** Returns the format, in which there are bodies whose calls have no arguments. */
    EmptyCalls.Format format() {
        return format;
    }

    /** Returns the body. */
    public String body() {
        return body;
    }

    /** Returns the name of the called tool. */
    public String tool() {
        return tool;
    }

    /** Returns the pointer of the first argument and a prefix of its value, as members of a rule. */
    public String condition() {
        return condition;
    }

    /** Returns the arguments of the call. */
    public String arguments() {
        return arguments;
    }

    /** Returns text that stands only in the event with the last piece of the arguments. */
    public String lastPiece() {
        return lastPiece;
    }

    /** Returns a body of the same format without calls. */
    public String goodbye() {
        return goodbye;
    }

    /** Returns a report in the format of OpenAI's chat completions. */
    public static RecordedCall chat() {
        return new RecordedCall(
                EmptyCalls.Format.CHAT,
                read("chat.sse"),
                "file_report",
                "arg = \"/summary\", prefix = \"The forklift\"",
                REPORT,
                "\"arguments\":\"}\"",
                """
                data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,\
                "delta":{"content":"Bye."},"finish_reason":"stop"}]}

                data: [DONE]

                """);
    }

    /** Returns a book in the format of OpenAI's responses. */
    public static RecordedCall responses() {
        return book(EmptyCalls.Format.RESPONSES, "responses.sse", "\"delta\":\"}\"", """
            event: response.completed
            data: {"type":"response.completed","sequence_number":1,"response":{"id":"r","object":"response",\
            "created_at":1,"status":"completed","model":"m","output":[]}}

            """);
    }

    /** Returns a book in the format of Anthropic's messages. */
    public static RecordedCall messages() {
        return book(EmptyCalls.Format.MESSAGES, "messages.sse", "1998}\"}", """
            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},\
            "usage":{"output_tokens":1}}

            event: message_stop
            data: {"type":"message_stop"}

            """);
    }

    private static RecordedCall book(EmptyCalls.Format format, String file, String lastPiece, String goodbye) {
        return new RecordedCall(
                format, read(file), "add_book", "arg = \"/title\", prefix = \"The Light\"", BOOK, lastPiece, goodbye);
    }

    private static String read(String file) {
        try (InputStream in = RecordedCall.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing beside RecordedCall.class");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
