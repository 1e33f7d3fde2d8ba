package dev.toolpolicy.stream.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.stream.wire.WirePart.ArgumentText;
import dev.toolpolicy.stream.wire.WirePart.CallEnded;
import dev.toolpolicy.stream.wire.WirePart.CallStarted;
import dev.toolpolicy.stream.wire.WirePart.Owner;
import dev.toolpolicy.stream.wire.WirePart.PlainText;
import dev.toolpolicy.stream.wire.WirePart.ResponseEnded;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cases that the recorded bodies of the messages format don't show. */
class MessagesReaderTest {
    private static final CallStarted START = new CallStarted(0, "a", "one", Owner.SERVICE);
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
                        new ArgumentText(0, "{\"n\":9007199254740993}"),
                        new CallEnded(0),
                        new ResponseEnded(false, "no stop reason"));
    }

    @Test
    void anEmptyInputInTheStartIsAPlaceholder() throws WireException {
        assertThat(read(start("{}"), delta("{}"), STOP)).startsWith(START, new ArgumentText(0, "{}"), new CallEnded(0));
        assertThat(read(start("{}"), STOP)).startsWith(START, new CallEnded(0));
    }

    @Test
    void anInputThatComesTwiceIsReadAsItStreamed() throws WireException {
        assertThat(read(start("{'n':1}"), delta("{\\\"m\\\": 2}"), STOP))
                .startsWith(START, new ArgumentText(0, "{\"m\": 2}"), new CallEnded(0));
    }

    @Test
    void anInputThatIsNoObjectIsNotTakenForAnEmptyOne() throws WireException {
        assertThat(read(start("'free'"), STOP)).startsWith(START, new ArgumentText(0, "\"free\""), new CallEnded(0));
        assertThat(read(start("null"), STOP)).startsWith(START, new ArgumentText(0, "null"), new CallEnded(0));
    }

    @Test
    void anErrorOrARefusalCutsTheResponse() throws WireException {
        assertThat(read(start("{}"), STOP, "{'type':'error','error':{'type':'overloaded_error'}}"))
                .endsWith(new ResponseEnded(false, "error"));
        assertThat(read(start("{}"), STOP, "{'type':'message_delta','delta':{'stop_reason':'refusal'}}"))
                .endsWith(new ResponseEnded(false, "refusal"));
    }

    @Test
    void aBodyInOnePieceIsReadAlike() throws WireException {
        assertThat(WireResponse.read(WireBodies.object(
                                        "{'type':'message','model':'m','stop_reason':'tool_use','content':["
                                            + "{'type':'text','text':'hm'},{'type':'tool_use','id':'a','name':'one','input':{'n':1}}]}")
                                .toString())
                        .parts())
                .containsExactly(
                        new PlainText("hm"),
                        new CallStarted(1, "a", "one", Owner.SERVICE),
                        new ArgumentText(1, "{\"n\":1}"),
                        new CallEnded(1),
                        new ResponseEnded(true, "tool_use"));
    }
}
