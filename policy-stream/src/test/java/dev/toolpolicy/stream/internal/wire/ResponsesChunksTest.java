package dev.toolpolicy.stream.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenAI responses become chunks and chunks responses. */
class ResponsesChunksTest {
    private static final String BEGUN = "{'type':'response.created','response':{'output':[]},'sequence_number':0}";
    private static final String ADDED = "{'type':'response.output_item.added','output_index':0,'item':{'type':"
        + "'function_call','id':'f','call_id':'c','name':'go','arguments':'','status':'in_progress'},'sequence_number':1}";
    private static final String DELTA = "{'type':'response.function_call_arguments.delta','output_index':0,'item_id':"
            + "'f','delta':'{`a`:1}','sequence_number':2}";
    private static final String WHOLE = "{'type':'response.function_call_arguments.done','output_index':0,'item_id':"
            + "'f','arguments':'{`a`:1}','sequence_number':3}";
    private static final String ITEM =
            "{'type':'function_call','id':'f','call_id':'c','name':'go','arguments':'{`a`:1}','status':'completed'}";
    private static final String DONE =
            "{'type':'response.output_item.done','output_index':0,'item':" + ITEM + ",'sequence_number':4}";
    private static final String END = "{'type':'response.completed','response':{'status':'completed','output':[" + ITEM
            + "]},'sequence_number':5}";
    private static final List<String> CALL = List.of(BEGUN, ADDED, DELTA, WHOLE, DONE, END);

    private static String event(String json) {
        String data = json.replace('\'', '"').replace("`", "\\\"");
        return "data: " + data + "\n\n";
    }

    private static List<StreamChunk> read(ChunkCodec codec, List<String> events) throws IOException, WireException {
        return StreamChunks.ofEvents(
                codec,
                String.join("", events.stream().map(ResponsesChunksTest::event).toList()));
    }

    private static List<ToolCallDelta> pieces(List<StreamChunk> chunks) {
        return chunks.stream().flatMap(chunk -> chunk.toolCalls().stream()).toList();
    }

    /** The types of the events that are written for chunks. */
    private static List<String> written(List<String> events) throws IOException, WireException {
        ChunkCodec codec = ChunkCodec.responses();
        StringBuilder out = new StringBuilder();
        for (StreamChunk chunk : read(codec, events)) {
            out.append(codec.write(chunk));
        }
        return out.toString()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring(6).replace("\\\"", "`").replace('"', '\''))
                .toList();
    }

    private static List<String> with(int at, String event) {
        List<String> events = new ArrayList<>(CALL);
        events.set(at, event);
        return events;
    }

    @Test
    void aCallIsReadOnceAndWrittenAsItCame() throws Exception {
        List<StreamChunk> chunks = read(ChunkCodec.responses(), CALL);
        assertThat(pieces(chunks))
                .containsExactly(
                        new ToolCallDelta(0, "c", "go", ""),
                        new ToolCallDelta(0, "", "", "{\"a\":1}"),
                        new ToolCallDelta(0, "", "", ""),
                        new ToolCallDelta(0, "", "", ""));
        assertThat(chunks.get(5).finishReason()).isEqualTo(StreamChunk.TOOL_CALLS);
        assertThat(written(CALL)).isEqualTo(CALL);
    }

    /** Where a provider leaves an event out, clients that read only that one still read the call. */
    @ParameterizedTest
    @CsvSource({"2", "3", "23", "123"})
    void whatIsLeftOutOfACallIsAdded(String left) throws Exception {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < CALL.size(); i++) {
            if (left.indexOf('0' + i) < 0) {
                events.add(CALL.get(i));
            }
        }
        assertThat(written(events))
                .extracting(event -> event.replaceAll(",'sequence_number':\\d", ""))
                .extracting(ResponsesChunksTest::members)
                .isEqualTo(CALL.stream()
                        .map(event -> event.replaceAll(",'sequence_number':\\d", ""))
                        .map(ResponsesChunksTest::members)
                        .toList());
        assertThat(written(events))
                .extracting(event -> event.replaceAll(".*'sequence_number':(\\d).*", "$1"))
                .containsExactly("0", "1", "2", "3", "4", "5");
    }

    private static ObjectNode members(String event) {
        return WireBodies.object(event.replace("`", "\\\""));
    }

    @Test
    void argumentsInTheFirstEventBecomeAPiece() throws Exception {
        List<String> events = with(1, ADDED.replace("'arguments':''", "'arguments':'{`a`:'"));
        events.set(2, DELTA.replace("{`a`:1}", "1}"));
        List<String> written = written(events);
        assertThat(written.get(1)).contains("'arguments':''");
        assertThat(written.get(2)).contains("'delta':'{`a`:'", "'item_id':'f'", "'sequence_number':2");
        assertThat(written.get(3)).contains("'delta':'1}'", "'sequence_number':3");
    }

    @Test
    void whatDiffersBetweenTheEventsOfACallIsAnError() {
        for (List<String> events : List.of(
                with(3, WHOLE.replace("1", "2")),
                with(3, WHOLE.replace("'item_id'", "'name':'ls','item_id'")),
                with(4, DONE.replace("'go'", "'ls'")),
                with(4, DONE.replace("'c'", "'d'")),
                with(4, DONE.replace("'f'", "'g'")),
                with(4, DONE.replace("`a`:1", "`a`:2")),
                with(4, DONE.replace("'{`a`:1}'", "''")),
                with(4, DONE.replace("'function_call'", "'message'")),
                with(5, END.replace("'go'", "'ls'")),
                with(5, END.replace("'c'", "'d'")),
                with(5, END.replace("'f'", "'g'")),
                with(5, END.replace("`a`:1", "`a`:2")),
                with(5, END.replace("[" + ITEM, "[" + ITEM + "," + ITEM)),
                with(5, END.replace("'function_call'", "'custom_tool_call'")),
                with(5, END.replace("'status':'completed','output'", "'status':'failed','output'")))) {
            assertThatThrownBy(() -> read(ChunkCodec.responses(), events))
                    .as("%s", events)
                    .isInstanceOf(WireException.class);
        }
    }

    @Test
    void piecesOfItemsThatAreNotOpenAreErrors() {
        for (List<String> events : List.of(
                List.of(BEGUN, DELTA),
                List.of(BEGUN, ADDED, ADDED.replace("'output_index':0", "'output_index':1")),
                List.of(BEGUN, ADDED.replace("'output_index':0", "'output_index':1")),
                List.of(BEGUN, ADDED.replace("'output_index':0,", "")),
                List.of(BEGUN, ADDED, DELTA.replace("'output_index':0", "'output_index':1")),
                List.of(BEGUN, ADDED, DELTA.replace("'item_id':'f'", "'item_id':'g'")),
                List.of(BEGUN, ADDED, DELTA.replace("'item_id':'f',", "")),
                List.of(BEGUN, ADDED, WHOLE.replace("{`a`:1}", ""), DELTA),
                List.of(BEGUN, ADDED, DELTA, WHOLE, DELTA),
                List.of(BEGUN, ADDED, DELTA.replace("'delta'", "'Delta':'x','delta'")),
                List.of(BEGUN, ADDED, DELTA, WHOLE, DONE, DONE),
                List.of(BEGUN, ADDED, DELTA, WHOLE, DONE, ADDED.replace("'output_index':0", "'output_index':1")),
                List.of(BEGUN, ADDED.replace("'call_id':'c',", "")),
                List.of(BEGUN, ADDED.replace("'name':'go',", "")),
                List.of(BEGUN, ADDED.replace("'go'", "['go']")),
                List.of(
                        BEGUN,
                        ADDED,
                        "{'type':'response.output_text.delta','output_index':0,'item_id':'f','content_index':0,'delta':'x'}"),
                List.of(BEGUN, ADDED, DELTA, WHOLE, DONE, END, ADDED.replace("'output_index':0", "'output_index':1")),
                List.of(BEGUN, END, END))) {
            assertThatThrownBy(() -> read(ChunkCodec.responses(), events))
                    .as("%s", events)
                    .isInstanceOf(WireException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "custom_tool_call",
                "computer_call",
                "local_shell_call",
                "shell_call",
                "apply_patch_call",
                "mcp_call",
                "mcp_approval_request",
                "tool_search_call",
                "web_search_call",
                "file_search_call",
                "code_interpreter_call",
                "image_generation_call",
                "function_call_output",
                "",
            })
    void itemsThatAreNoFunctionCallTextOrReasoningAreReported(String type) throws Exception {
        String item = "{'type':'" + type + "','id':'i','call_id':'c','name':'go','arguments':'{}'}";
        String field = type.isEmpty() ? "item" : type;
        List<StreamChunk> chunks = read(
                ChunkCodec.responses(),
                List.of("{'type':'response.output_item.added','output_index':0,'item':" + item + "}"));
        assertThat(chunks.get(0).unknownField(field)).isPresent();
        assertThat(chunks.get(0).toolCalls()).isEmpty();
        StreamChunk whole = ChunkCodec.responses()
                .readWhole("{'object':'response','status':'completed','output':[%s]}"
                        .formatted(item)
                        .replace('\'', '"'));
        assertThat(whole.unknownField(field)).isPresent();
        assertThat(whole.toolCalls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'response.created','response':{'output':[{'type':'function_call','name':'ls'}]}}",
                "{'type':'response.in_progress','response':{'output':[],'calls':[{'name':'ls'}]}}",
                "{'type':'response.created','response':{'usage':{'x':{'type':'function_call','name':'ls'}}}}",
                "{'type':'response.mcp_call_arguments.delta','output_index':0,'delta':'{}'}",
                "{'type':'response.web_search_call.completed','output_index':0}",
                "{'type':'response.shell_call_command.delta','output_index':0,'delta':'ls'}",
                "{'type':'response.of_tomorrow'}",
                "{'type':'response.output_item.added','output_index':0,'item':{'type':'function_call','id':'f','call_id':'c','name':'go','namespace':'crm'}}",
                "{'type':'response.output_item.added','output_index':0,'item':{'type':'message','content':[{'type':'tool_use','name':'ls'}]}}",
                "{'type':'response.output_item.added','output_index':0,'item':{'type':'reasoning','summary':[{'type':'custom_tool_call','name':'ls'}]}}",
                "{'type':'keepalive','item':{'type':'function_call','name':'ls'}}",
            })
    void hiddenFieldsOfAResponseAreReported(String event) throws Exception {
        assertThat(read(ChunkCodec.responses(), List.of(event)).get(0).unknownFields())
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'object':'response','output':[{'type':'function_call','call_id':'c','namespace':'crm','name':''}]}",
                "{'object':'response','status':'in_progress','output':[]}",
                "{'object':'response','status':'queued','output':[]}",
                "{'object':'response','output':{}}",
                "{'object':'list','data':[]}",
                "{'object':'response','output':['x']}",
                "{'object':'response','output':[{'type':'function_call','id':'f','name':'go','arguments':'{}'}]}",
                "{'object':'response','output':[{'type':'function_call','id':'f','call_id':'c','name':'go','arguments':{}}]}",
                "{'object':'response','output':[{'type':'reasoning','id':'f'},{'type':'reasoning','id':'f'}]}",
            })
    void otherBodiesAreRefused(String body) {
        assertThatThrownBy(() -> ChunkCodec.responses().readWhole(body.replace('\'', '"')))
                .isInstanceOf(WireException.class);
    }

    /** A policy that drops a text has it dropped in all events that repeat it. */
    @Test
    void aTextThatWasChangedIsChangedWhereverItIsRepeated() throws Exception {
        String part = "{'type':'output_text','text':'the secret','annotations':[]}";
        String item = "{'type':'message','id':'m','status':'completed','role':'assistant','content':[" + part + "]}";
        String of = "'item_id':'m','output_index':0,'content_index':0,";
        List<String> events = List.of(
                BEGUN,
                "{'type':'response.output_item.added','output_index':0,'item':{'type':'message','id':'m','role':'assistant','content':[]}}",
                "{'type':'response.content_part.added'," + of + "'part':{'type':'output_text','text':''}}",
                "{'type':'response.output_text.delta'," + of + "'delta':'the '}",
                "{'type':'response.output_text.delta'," + of + "'delta':'secret'}",
                "{'type':'response.output_text.done'," + of + "'text':'the secret'}",
                "{'type':'response.content_part.done'," + of + "'part':" + part + "}",
                "{'type':'response.output_item.done','output_index':0,'item':" + item + "}",
                "{'type':'response.completed','response':{'status':'completed','output':[" + item + "]}}");
        ChunkCodec codec = ChunkCodec.responses();
        StringBuilder out = new StringBuilder();
        for (StreamChunk chunk : read(codec, events)) {
            out.append(codec.write(chunk.content().equals("secret") ? chunk.withContent("word") : chunk));
        }
        assertThat(out.toString()).doesNotContain("secret");
        assertThat(out.toString().split("the word", -1)).as("repetitions").hasSize(5);
        assertThat(WireResponse.read(out.toString()).parts()).contains(WirePart.text("the "), WirePart.text("word"));
    }

    @Test
    void aResponseThatIsCutEndsWithItsReason() throws Exception {
        for (String[] each : new String[][] {
            {"'incomplete','incomplete_details':{'reason':'max_output_tokens'}", "length"},
            {"'incomplete','incomplete_details':{'reason':'content_filter'}", "content_filter"},
            {"'incomplete'", "incomplete"},
            {"'failed'", "failed"}
        }) {
            String type = each[0].substring(1, each[0].indexOf('\'', 1));
            assertThat(read(
                                    ChunkCodec.responses(),
                                    List.of("{'type':'response." + type + "','response':{'status':" + each[0] + "}}"))
                            .get(0)
                            .finishReason())
                    .isEqualTo(each[1]);
        }
        String cut = DONE.replace("'completed'", "'incomplete'");
        assertThat(read(ChunkCodec.responses(), List.of(BEGUN, ADDED, DELTA, cut, END))
                        .get(4)
                        .finishReason())
                .isEqualTo(StreamChunk.LENGTH);
    }
}
