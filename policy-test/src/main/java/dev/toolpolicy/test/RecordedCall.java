package dev.toolpolicy.test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A recorded body with one call, and what a test needs to know of it.
 *
 * @param body the body
 * @param tool the tool that it calls
 * @param condition the start of the call's first argument, a few pieces long: as a rule's pointer and prefix
 * @param arguments the call's arguments
 * @param lastPiece what stands in the last piece of the arguments
 * @param goodbye a body of the same format without calls
 */
public record RecordedCall(
        String body, String tool, String condition, String arguments, String lastPiece, String goodbye) {
    private static final String REPORT = "{\"summary\":\"The cache warmer raced the artifact uploader, the retry storm saturated the"
            + " queue, three regions were drained by hand, dashboards lagged nine minutes, and rollback took forty minutes.\"}";
    private static final String BOOK = "{\"title\":\"Mistborn: The Final Empire\",\"author\":\"Brandon Sanderson\",\"pages\":544,"
            + "\"publication_year\":2006}";

    /** A report in OpenAI's chat completions. */
    public static RecordedCall chat() {
        return new RecordedCall(
                read("openai__rig__chat_tool_truncation_matrix__streaming_gpt41_complete_agent__0"),
                "file_report", "arg = \"/summary\", prefix = \"The cache\"", REPORT, "\"arguments\":\"}\"", """
                data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,\
                "delta":{"content":"Bye."},"finish_reason":"stop"}]}

                data: [DONE]

                """);
    }

    /** A book in OpenAI's responses. */
    public static RecordedCall responses() {
        return book("openai__mirascope__openai_gpt_4o_responses__async_stream__1", "\"delta\":\"}\"", """
                event: response.completed
                data: {"type":"response.completed","sequence_number":1,"response":{"id":"r","object":"response",\
                "created_at":1,"status":"completed","model":"m","output":[]}}

                """);
    }

    /** A book in Anthropic's messages. */
    public static RecordedCall messages() {
        return book("anthropic__mirascope__anthropic_claude_sonnet_4_0__stream__1", "2006}\"}", """
                event: message_delta
                data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},\
                "usage":{"output_tokens":1}}

                event: message_stop
                data: {"type":"message_stop"}

                """);
    }

    private static RecordedCall book(String name, String lastPiece, String goodbye) {
        return new RecordedCall(read(name), "__mirascope_formatted_output_tool__",
                "arg = \"/title\", prefix = \"Mistborn\"", BOOK, lastPiece, goodbye);
    }

    private static String read(String name) {
        try (InputStream in = RecordedCall.class.getResourceAsStream("/streams/sse/" + name + ".sse")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name, e);
        }
    }
}
