package dev.toolpolicy.stream.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.stream.StreamChunk;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases that the recorded bodies of the messages format don't show. */
class MessagesReaderTest {
    private static final WirePart START = WirePart.call(0, "a", "one");
    private static final String STOP = "{'type':'content_block_stop','index':0}";

    private static String start(String input) {
        return "{'type':'content_block_start','index':0,'content_block':"
                + "{'type':'tool_use','id':'a','name':'one','input':" + input + "}}";
    }

    private static String delta(String text) {
        return "{'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta','partial_json':'" + text
                + "'}}";
    }

    private static List<WirePart> read(String... events) throws WireException {
        StringBuilder body = new StringBuilder();
        for (String event : events) {
            body.append("data: ").append(WireBodies.object(event)).append("\n\n");
        }
        return WireResponse.read(body.toString()).parts();
    }

    @Test
    void theInputMayComeOnlyInTheStart() throws WireException {
        assertThat(read(start("{'n':9007199254740993}"), STOP))
                .containsExactly(
                        START,
                        WirePart.arguments(0, "{\"n\":9007199254740993}"),
                        WirePart.end(false, "no finish reason"));
    }

    private static String written(ChunkCodec codec, String event) throws WireException {
        String data = event.replace('\'', '"');
        return codec.write(codec.read(new StreamedEvent("", data, "data: " + data + "\n\n")));
    }

    /** Some clients read a call's input from the start of its block, and some from the pieces only. */
    @Test
    void anInputInTheStartIsWrittenAsAPiece() throws WireException {
        ChunkCodec codec = ChunkCodec.messages();
        assertThat(written(codec, start("{'n':1.0}")))
                .isEqualTo("event: content_block_start\ndata: "
                        + start("{}").replace('\'', '"')
                        + "\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
                        + "\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"n\\\":1.0}\"}}\n\n");
        written(codec, STOP);
        assertThat(codec.write(StreamChunk.text("b"))).contains("\"content_block_start\",\"index\":1");
    }

    @Test
    void anEventWithoutDataIsWrittenAsItCame() throws WireException {
        ChunkCodec codec = ChunkCodec.messages();
        String sent = "event: ping\ndata:\n\n";
        assertThat(codec.write(codec.read(new StreamedEvent("ping", "", sent)))).isEqualTo(sent);
    }

    @Test
    void anEmptyInputInTheStartIsAPlaceholder() throws WireException {
        assertThat(read(start("{}"), delta("{}"), STOP)).startsWith(START, WirePart.arguments(0, "{}"));
        assertThat(read(start("{}"), STOP)).startsWith(START);
    }

    @Test
    void anInputThatComesTwiceIsRefused() {
        assertThatThrownBy(() -> read(start("{'n':1}"), delta("{\\\"m\\\": 2}"), STOP))
                .isInstanceOf(WireException.class)
                .hasMessage("line 3: \"input_json_delta\" doesn't belong into its content block");
    }

    @Test
    void anInputThatIsNoObjectIsNotTakenForAnEmptyOne() throws WireException {
        assertThat(read(start("'free'"), STOP)).startsWith(START, WirePart.arguments(0, "\"free\""));
        assertThat(read(start("null"), STOP)).startsWith(START, WirePart.arguments(0, "null"));
    }

    @Test
    void anErrorOrARefusalCutsTheResponse() throws WireException {
        assertThat(read(start("{}"), STOP, "{'type':'error','error':{'type':'overloaded_error'}}"))
                .endsWith(WirePart.end(false, "error"));
        assertThat(read(start("{}"), STOP, "{'type':'message_delta','delta':{'stop_reason':'refusal'}}"))
                .endsWith(WirePart.end(false, "content_filter"));
    }

    @Test
    void aBodyInOnePieceIsReadAlike() throws WireException {
        assertThat(WireResponse.read(WireBodies.object(
                                        "{'type':'message','model':'m','stop_reason':'tool_use','content':["
                                            + "{'type':'text','text':'hm'},{'type':'tool_use','id':'a','name':'one','input':{'n':1}}]}")
                                .toString())
                        .parts())
                .containsExactly(
                        WirePart.text("hm"),
                        WirePart.call(0, "a", "one"),
                        WirePart.arguments(0, "{\"n\":1}"),
                        WirePart.end(true, "tool_calls"));
    }

    private static WirePart end(String... events) throws WireException {
        List<WirePart> parts = read(events);
        return parts.get(parts.size() - 1);
    }

    @Test
    void aCallThatDidNotStopCutsTheResponse() throws WireException {
        String reason = "{'type':'message_delta','delta':{'stop_reason':'tool_use'}}";

        assertThat(end(start("{}"), STOP, reason)).isEqualTo(WirePart.end(true, "tool_calls"));
        assertThat(end(start("{}"), reason)).isEqualTo(WirePart.end(false, "length"));
        assertThat(end(start("{}").replace("tool_use", "server_tool_use"), reason))
                .isEqualTo(WirePart.end(false, "length"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "tool_calls", "TOOL_USE", "function_call", "END_TURN"})
    void aReasonOfAnotherFormatIsACut(String reason) throws WireException {
        assertThat(end(start("{}"), STOP, "{'type':'message_delta','delta':{'stop_reason':'" + reason + "'}}"))
                .isEqualTo(WirePart.end(false, "length"));
    }
}
