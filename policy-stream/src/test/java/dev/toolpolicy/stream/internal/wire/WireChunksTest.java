package dev.toolpolicy.stream.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses become chunks and chunks responses: to the byte if nothing was changed. */
class WireChunksTest {
    private static final String START = "{'type':'message_start','message':{'role':'assistant','content':[]}}";
    private static final String CALL = "{'type':'content_block_start','index':0,'content_block':"
            + "{'type':'tool_use','id':'t1','name':'ping','input':{}}}";

    static ChunkCodec codec(RecordedStream stream) {
        return switch (stream.format()) {
            case MESSAGES -> ChunkCodec.messages();
            case RESPONSES -> ChunkCodec.responses();
            case CHAT_COMPLETIONS -> ChunkCodec.chatCompletions();
        };
    }

    /** Whether the recording's own project has changed paths in the whole texts of its calls, and not in the pieces. */
    static boolean isEdited(RecordedStream stream) {
        return stream.toString().contains("flue-v0-8-latest.cassette__4");
    }

    /** A body with the blank line behind its last event, which some recordings of responses lack. */
    static String ended(RecordedStream stream) {
        String body = RecordedStream.text(stream.body().orElseThrow());
        return stream.format() == WireFormat.RESPONSES ? body.stripTrailing() + "\n\n" : body;
    }

    static boolean callsByProvider(RecordedStream stream) {
        return stream.calls().stream().anyMatch(call -> call.owner() != RecordedStream.Owner.SERVICE);
    }

    static Stream<RecordedStream> bodies() {
        return RecordedBodiesTest.bodies().filter(stream -> !isEdited(stream));
    }

    private static StreamChunk read(ChunkCodec codec, String json) throws WireException {
        String data = json.replace('\'', '"');
        return codec.read(new StreamedEvent("", data, "data: " + data + "\n\n"));
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void aBodyIsWrittenAsItCame(RecordedStream stream) throws IOException, WireException {
        String body = ended(stream);
        ChunkCodec codec = codec(stream);
        StringBuilder written = new StringBuilder();
        for (StreamChunk chunk : StreamChunks.ofEvents(codec, body)) {
            written.append(codec.write(chunk));
        }
        String complete = body.endsWith("\n\n") ? body : body + "\n";
        assertThat(written.append(codec.end()).toString()).isIn(body, complete, complete + "data: [DONE]\n\n");
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void onlyCallsOfTheProviderAreUnknown(RecordedStream stream) throws IOException, WireException {
        List<String> unknown = new ArrayList<>();
        for (StreamChunk chunk : StreamChunks.ofEvents(codec(stream), ended(stream))) {
            unknown.addAll(chunk.unknownFields());
        }
        assertThat(unknown).allSatisfy(field -> assertThat(field).isIn("server_tool_use", "web_search_tool_result"));
        assertThat(unknown.isEmpty()).isEqualTo(!callsByProvider(stream));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'choices':[{'index':0,'delta':{'function_call':{'name':'ls'}}}]}",
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'type':'custom','custom':{'name':'sh','input':'ls'}}]}}]}",
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'name':'ls','arguments':'{}'}]}}]}",
                "{'choices':[{'index':0,'delta':{'tool_calls':{'0':{}}}}]}",
                "{'choices':[{'index':0,'delta':{'content':[{'type':'tool'}]}}]}",
                "{'choices':[{'index':0,'delta':{},'message':{'tool_calls':[{'function':{'name':'ls'}}]}}]}",
                "{'choices':[{'index':0,'delta':{'executed_tools':[{'name':'ls'}]}}]}",
                "{'choices':[],'steps':[{'name':'ls'}]}",
            })
    void hiddenFieldsOfAChatCompletionAreReported(String event) throws WireException {
        StreamChunk chunk = read(ChunkCodec.chatCompletions(), event);
        assertThat(chunk.unknownFields()).hasSizeGreaterThanOrEqualTo(1);
        assertThat(chunk.toolCalls())
                .as("nothing that could be decided about")
                .allMatch(delta -> delta.name().isEmpty() && delta.arguments().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"'choices':null,", "'choices':[],", ""})
    void aChunkMayHaveOnlyItsUsage(String choices) throws WireException {
        ChunkCodec codec = ChunkCodec.chatCompletions();
        StreamChunk chunk = read(codec, "{" + choices + "'usage':{'total_tokens':7}}");
        assertThat(chunk.usage().orElseThrow()).containsEntry("total_tokens", 7L);
        assertThat(chunk.unknownFields()).isEmpty();
        assertThat(codec.write(chunk)).isEqualTo(chunk.raw().orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'choices':[{'index':0,'delta':{}},{'index':1,'delta':{}}]}",
                "{'choices':{'index':0}}",
                "{'choices':[{'index':'0','delta':{}}]}",
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0.0,'function':{}}]}}]}",
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'id':1,'function':{}}]}}]}",
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'function':{'name':['ls']}}]}}]}",
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'function':[{'name':'ls'}]}]}}]}",
                "{'choices':[{'index':0,'delta':{'content':'a','content':'b'}}]}",
                "{'choices':[{'index':0,'delta':{'content':'a','Content':'b'}}]}",
                "[]",
                "{} {}",
            })
    void ambiguousBodiesAreRefused(String event) {
        assertThatThrownBy(() -> read(ChunkCodec.chatCompletions(), event)).isInstanceOf(WireException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "{'type':'content_block_start','index':0,'content_block':{'type':'server_tool_use','name':'web_search'}}"
                    + " # server_tool_use",
                "{'type':'content_block_start','index':0,'content_block':{'type':'mcp_tool_use','name':'x'}} #"
                        + " mcp_tool_use",
                "{'type':'content_block_start','index':0,'content_block':{'type':'tool_use','name':'x','caller':{'type':'code_execution_20250825'}}}"
                    + " # tool_use",
                "{'type':'content_block_start','index':0,'content_block':{'type':'text','text':'','steps':[1]}} #"
                        + " content_block.steps",
                "{'type':'message_start','message':{'role':'assistant','content':[{'type':'tool_use'}]}} #"
                        + " message.content",
                "{'type':'message_delta','delta':{'stop_reason':'end_turn','calls':[1]}} # delta.calls",
                "{'type':'tool_run','name':'x'} # tool_run",
            })
    void hiddenFieldsOfAMessageAreReported(String event, String field) throws WireException {
        assertThat(read(ChunkCodec.messages(), event).unknownFields()).contains(field);
    }

    @Test
    void blocksThatContradictEachOtherAreRefused() throws WireException {
        for (String event : List.of(
                "{'type':'content_block_start','index':1,'content_block':{'type':'text','text':''}}",
                "{'type':'content_block_delta','index':1,'delta':{'type':'input_json_delta','partial_json':'{}'}}",
                "{'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'x'}}",
                "{'type':'content_block_stop','index':1}")) {
            ChunkCodec codec = ChunkCodec.messages();
            read(codec, START);
            read(codec, CALL);
            assertThatThrownBy(() -> read(codec, event)).as(event).isInstanceOf(WireException.class);
        }
        ChunkCodec behind = ChunkCodec.messages(); // SDKs have another block at the index of the call
        read(behind, START.replace("[]", "[{'type':'text','text':'x'}]"));
        assertThatThrownBy(() -> read(behind, CALL)).isInstanceOf(WireException.class);
        ChunkCodec codec = ChunkCodec.messages();
        read(codec, CALL.replace("{}", "{'a':1}"));
        read(codec, "{'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta','partial_json':''}}");
        assertThatThrownBy(
                        () -> read(
                                codec,
                                "{'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta','partial_json':'{}'}}"))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> ChunkCodec.messages().read(new StreamedEvent("ping", json(CALL), "")))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> read(ChunkCodec.messages(), CALL.replace("'index':0", "'index':1")))
                .as("an index is left out")
                .hasMessage("content block 1 doesn't follow the one before it");
        String unnamed = "{'type':'content_block_start','index':0,'content_block':"
                + "{'type':'tool_use','id':'a','toolset_name':'crm','name':'','input':{}}}";
        assertThatThrownBy(() -> read(ChunkCodec.messages(), unnamed)).hasMessage("a call has no id or no name");
    }

    /** A reader may take a piece without an index for one of the first block. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'content_block_delta','delta':{'type':'input_json_delta','partial_json':'{}'}}",
                "{'type':'content_block_delta','index':null,'delta':{'type':'input_json_delta','partial_json':'{}'}}",
                "{'type':'content_block_stop'}",
                "{'type':'content_block_stop','index':0}",
                "{'type':'content_block_start','content_block':{'type':'tool_use','id':'t2','name':'ping','input':{}}}",
                "{'type':'message_start','message':{'role':'assistant','content':[]}}",
                "{'type':'content_block_start','index':1,'content_block':{'type':'tool_use','id':'','name':'ping','input':{}}}",
                "{'type':'content_block_start','index':1,'content_block':{'type':'text','text':'','name':'ping'}}",
                "{'type':'content_block_start','index':1,'content_block':{'type':'thinking','thinking':'','input':{}}}",
                "{'type':'content_block_start','index':1,'content_block':['text']}",
                "{'type':'content_block_start','index':1,'content_block':{'type':'text','text':'','citations':{'a':1}}}",
                "{'type':'message_delta','delta':{'stop_reason':'end_turn'},'content_block':{'type':'tool_use'}}",
                "{'type':'message_delta','delta':{'stop_reason':'end_turn'},'message':{'content':[]}}",
                "{'type':'message_delta','delta':[]}",
            })
    void eventsAfterAStoppedBlockNameTheirOwn(String event) throws WireException {
        ChunkCodec codec = ChunkCodec.messages();
        read(codec, START);
        read(codec, CALL);
        read(codec, "{'type':'content_block_stop','index':0}");
        assertThatThrownBy(() -> read(codec, event)).isInstanceOf(WireException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'ping','content_block':{'type':'tool_use','name':'x'}}",
                "{'type':'message_stop','message':{'content':[{'type':'tool_use'}]}}",
                "{'type':'content_block_start','index':0,'content_block':{'type':'text','text':'','citations':[{'type':'tool_use'}]}}",
            })
    void hiddenFieldsOfOtherEventsAreReported(String event) throws WireException {
        assertThat(read(ChunkCodec.messages(), event).unknownFields()).isNotEmpty();
    }

    @Test
    void argumentsThatCameAsAnObjectAreWrittenAsText() throws WireException {
        ChunkCodec codec = ChunkCodec.chatCompletions();
        StreamChunk chunk = read(
                codec,
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'id':'a','type':'function',"
                        + "'function':{'name':'ls','arguments':{'a':1}}}]}}]}");
        assertThat(codec.write(chunk)).contains("\"arguments\":\"{\\\"a\\\":1}\"");
    }

    @Test
    void eventsOfChatCompletionsHaveNoNamesOfTheirOwn() throws WireException {
        String event = json("{'choices':[{'index':0,'delta':{'content':'x'}}]}");
        for (String name : List.of("", "message", "error")) {
            assertThat(ChunkCodec.chatCompletions()
                            .read(new StreamedEvent(name, event, ""))
                            .content())
                    .isEqualTo("x");
        }
        assertThatThrownBy(() -> ChunkCodec.chatCompletions().read(new StreamedEvent("ping", event, "")))
                .hasMessage("an event of chat completions has the name \"ping\"");
    }

    @Test
    void rewrittenChatCompletionsCanBeReadAgain() throws WireException {
        String before =
                json("{'id':'c1','object':'chat.completion','created':7,'model':'m','choices':[{'index':0,'message':"
                    + "{'role':'assistant','content':null,'tool_calls':[{'id':'a','type':'function','function':{'name':'ls',"
                    + "'arguments':'{}'}}]},'finish_reason':'tool_calls'}],'usage':{'total_tokens':3}}");
        ChunkCodec codec = ChunkCodec.chatCompletions();
        StreamChunk chunk = codec.readWhole(before);
        assertThat(codec.writeWhole(List.of(chunk))).isEqualTo(before);
        List<ToolCallDelta> renumbered = List.of(new ToolCallDelta(0, "a", "ls", "{}"));
        assertThat(codec.writeWhole(List.of(chunk.withToolCalls(renumbered).withContent("No."))))
                .isEqualTo(json(
                        "{'id':'c1','object':'chat.completion','created':7,'model':'m','choices':[{'index':0,'message':"
                            + "{'role':'assistant','content':'No.','tool_calls':[{'id':'a','function':{'name':'ls','arguments':'{}'},"
                            + "'type':'function'}]},'finish_reason':'tool_calls'}],'usage':{'total_tokens':3}}"));
    }

    @Test
    void inputThatCameInTheStartIsTheCalls() throws WireException {
        assertThat(read(ChunkCodec.messages(), CALL.replace("{}", "{'a':1.0}")).toolCalls())
                .containsExactly(new ToolCallDelta(0, "t1", "ping", "{\"a\":1.0}"));
    }

    /** Of two calls that only their ids tell apart the one goes on that passed. */
    @Test
    void passedCallsKeepTheirIds() throws WireException {
        ChunkCodec codec = ChunkCodec.messages();
        StreamChunk both = codec.readWhole(json("{'type':'message','role':'assistant','content':["
                + "{'type':'tool_use','id':'t1','name':'ping','input':{}},"
                + "{'type':'tool_use','id':'t2','name':'ping','input':{}}],'stop_reason':'tool_use'}"));
        StreamChunk second = both.withToolCalls(List.of(both.toolCalls().get(1)));
        assertThat(codec.writeWhole(List.of(second))).contains("t2").doesNotContain("t1");
    }

    /** A client would read what is there, and not an empty object. */
    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "'x'", "7"})
    void anInputThatIsNoObjectIsNotTakenForAnEmptyOne(String input) throws WireException {
        assertThat(read(ChunkCodec.messages(), CALL.replace("{}", input)).toolCalls())
                .containsExactly(new ToolCallDelta(0, "t1", "ping", json(input)));
        assertThat(ChunkCodec.messages()
                        .readWhole(json("{'type':'message','role':'assistant','content':["
                                + "{'type':'tool_use','id':'t1','name':'ping','input':" + input + "}]}"))
                        .toolCalls())
                .containsExactly(new ToolCallDelta(0, "t1", "ping", json(input)));
    }

    @Test
    void aCallWithoutInputHasNone() throws WireException {
        for (String input : List.of(",'input':{}", "")) {
            assertThat(read(ChunkCodec.messages(), CALL.replace(",'input':{}", input))
                            .toolCalls())
                    .containsExactly(new ToolCallDelta(0, "t1", "ping", ""));
        }
    }

    @Test
    void rewrittenCallsFitIntoAChatCompletion() throws WireException {
        ChunkCodec codec = ChunkCodec.chatCompletions();
        StreamChunk first = read(
                codec,
                "{'id':'c1','object':'chat.completion.chunk','created':7,'model':'m','choices':"
                    + "[{'index':0,'delta':{'role':'assistant','content':''},'finish_reason':null}],'usage':{'total_tokens':3}}");
        codec.write(first);
        assertThat(codec.write(StreamChunk.text("no")))
                .isEqualTo("data: "
                        + json("{'id':'c1','object':'chat.completion.chunk','created':7,'model':'m','choices':"
                                + "[{'index':0,'delta':{'content':'no'},'finish_reason':null}]}")
                        + "\n\n");
        CompletedUnit call = CompletedUnit.call(0, 0, "i", "ping", "{}").withArguments(NullNode.instance);
        assertThat(codec.write(StreamChunk.call(call, 2)))
                .contains(
                        json(
                                "'delta':{'tool_calls':[{'index':2,'id':'i','function':{'name':'ping','arguments':'{}'},'type':'function'}]}"));
        assertThat(codec.write(StreamChunk.empty())).isEmpty();
        assertThat(codec.end()).isEmpty();
        assertThat(codec.write(
                        StreamChunk.finish("stop").withUsage(first.usage().orElseThrow())))
                .contains(json("'delta':{},'finish_reason':'stop'}],'usage':{'total_tokens':3}}"));
        assertThat(codec.end()).isEqualTo("data: [DONE]\n\n");
        assertThat(codec.end()).isEmpty();
        assertThat(codec.failure("broken")).startsWith(json("data: {'error':{'message':'broken'"));
    }

    @Test
    void rewrittenCallsFitIntoAMessage() throws WireException {
        ChunkCodec codec = ChunkCodec.messages();
        codec.write(read(codec, START));
        codec.write(read(codec, "{'type':'content_block_start','index':0,'content_block':{'type':'text','text':''}}"));
        assertThat(codec.write(StreamChunk.text("a")))
                .isEqualTo(json("event: content_block_delta\n"
                        + "data:"
                        + " {'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'a'}}\n\n"));
        codec.write(read(codec, "{'type':'content_block_stop','index':0}"));
        assertThat(codec.write(StreamChunk.text("b")))
                .isEqualTo(json("event: content_block_start\n"
                        + "data:"
                        + " {'type':'content_block_start','index':1,'content_block':{'type':'text','text':''}}\n\n"
                        + "event: content_block_delta\n"
                        + "data:"
                        + " {'type':'content_block_delta','index':1,'delta':{'type':'text_delta','text':'b'}}\n\n"
                        + "event: content_block_stop\n"
                        + "data: {'type':'content_block_stop','index':1}\n\n"));
        CompletedUnit call = CompletedUnit.call(0, 0, "i", "ping", "{}").withArguments(NullNode.instance);
        assertThat(codec.write(StreamChunk.call(call, 0)))
                .contains(
                        json("'index':2,'content_block':{'type':'tool_use','id':'i','name':'ping','input':{}}"),
                        json("'partial_json':'{}'"));
        assertThat(codec.write(StreamChunk.finish("stop")))
                .isEqualTo(json("event: message_delta\ndata: {'type':'message_delta','delta':"
                        + "{'stop_reason':'end_turn','stop_sequence':null},'usage':{'output_tokens':0}}\n\n"));
        assertThat(codec.end()).isEqualTo(json("event: message_stop\ndata: {'type':'message_stop'}\n\n"));
        assertThat(codec.end()).isEmpty();
        assertThat(ChunkCodec.messages().write(StreamChunk.text("x"))).startsWith("event: message_start\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: a\rdata: b\n\n",
                "data: a\r\rx",
                "data: \u00ff\n\n",
                "\u00ef\u00bb\u00bfdata: a\n\n",
                " data: a\n\n",
                "data : a\n\n",
                "Data: a\n\n",
                "data: a\n\u00ef\u00bb\u00bfdata\n\n"
            })
    void streamsThatCanBeReadInTwoWaysAreRefused(String text) {
        EventStream events = new EventStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)), 100);
        assertThatThrownBy(events::next).isInstanceOf(WireException.class);
    }

    @Test
    void eventsComeAsTheStandardSays() throws IOException, WireException {
        String text = ": hello\n\nevent: x\r\ndata:a\r\ndata:  b\r\nid: 1\r\n\r\ndata\n\ndata: cut";
        EventStream events = new EventStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 100);
        assertThat(events.next()).contains(new StreamedEvent("", "", ": hello\n\n"));
        assertThat(events.next()).contains(new StreamedEvent("x", "a\n b", "event: x\nid: 1\ndata: a  b\n\n"));
        assertThat(events.next()).contains(new StreamedEvent("", "", "data\n\n"));
        assertThat(events.next()).isEqualTo(Optional.empty());
        EventStream small =
                new EventStream(new ByteArrayInputStream("data: 12345\n\n".getBytes(StandardCharsets.UTF_8)), 10);
        assertThatThrownBy(small::next).hasMessage("an event has more than 10 bytes");
    }
}
