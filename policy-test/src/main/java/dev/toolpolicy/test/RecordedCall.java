package dev.toolpolicy.test;

import dev.toolpolicy.internal.text.ResourceText;
import dev.toolpolicy.test.internal.EmptyCalls;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A streamed body with one call, and the facts that a test needs about it. The bodies are resources of this artifact.
 * They were written for tests, in the framing of the providers.
 *
 * @param body the body
 * @param tool the name of the called tool
 * @param condition the pointer of the first argument and a prefix of its value, as members of a rule
 * @param arguments the arguments of the call
 * @param lastPiece text that stands only in the event with the last piece of the arguments
 * @param goodbye a body of the same format without calls
 * @param cut bodies of the same format with a call of {@code list_files} that was cut behind its name, by their names
 * @param whole bodies of the same format with a call of {@code list_files} without arguments, by their names
 */
public record RecordedCall(
        String body,
        String tool,
        String condition,
        String arguments,
        String lastPiece,
        String goodbye,
        Map<String, String> cut,
        Map<String, String> whole) {
    private static final String REPORT =
            "{\"summary\":\"The forklift of hall 2 stood in front of gate 5, both carriers waited"
                    + " outside for an hour, and the night shift unloaded the pallets by hand before the rain came.\"}";
    private static final String BOOK =
            "{\"title\":\"The Lighthouse Ledger of Stone Point\",\"shelf\":\"B4 upper left\",\"pages\":212,"
                    + "\"year\":1998}";

    /** Copies the bodies. */
    public RecordedCall {
        cut = Collections.unmodifiableMap(new LinkedHashMap<>(cut));
        whole = Collections.unmodifiableMap(new LinkedHashMap<>(whole));
    }

    /** Returns a report in the format of OpenAI's chat completions. */
    public static RecordedCall chat() {
        return new RecordedCall(
                ResourceText.of(RecordedCall.class, "chat.sse"),
                "file_report",
                "arg = \"/summary\", prefix = \"The forklift\"",
                REPORT,
                "\"arguments\":\"}\"",
                ResourceText.of(RecordedCall.class, "chat-goodbye.sse"),
                EmptyCalls.Format.CHAT.cut(),
                EmptyCalls.Format.CHAT.whole());
    }

    /** Returns a book in the format of OpenAI's responses. */
    public static RecordedCall responses() {
        return book(EmptyCalls.Format.RESPONSES, "responses", "\"delta\":\"}\"");
    }

    /** Returns a book in the format of Anthropic's messages. */
    public static RecordedCall messages() {
        return book(EmptyCalls.Format.MESSAGES, "messages", "1998}\"}");
    }

    private static RecordedCall book(EmptyCalls.Format format, String name, String lastPiece) {
        String condition = "arg = \"/title\", prefix = \"The Light\"";
        String body = ResourceText.of(RecordedCall.class, name + ".sse");
        String goodbye = ResourceText.of(RecordedCall.class, name + "-goodbye.sse");
        return new RecordedCall(body, "add_book", condition, BOOK, lastPiece, goodbye, format.cut(), format.whole());
    }
}
