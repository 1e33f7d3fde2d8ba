package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.call;
import static dev.toolpolicy.stream.gate.Gates.text;
import static dev.toolpolicy.stream.gate.Gates.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.internal.wire.ChunkCodec;
import dev.toolpolicy.stream.internal.wire.StreamedEvent;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of the provider's own calls: only known ones with known members pass; and the events of the gate. */
class ProviderBlocksTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final List<String> events = new ArrayList<>();

    private static StreamChunk block(String field, String value) throws Exception {
        return StreamChunk.empty()
                .withRaw(value)
                .withUnknownFields(Map.of(field, JSON.readTree(value.replace('\'', '"'))));
    }

    private String sent(long mostHeld, List<StreamChunk> response) {
        GateSession session = Gates.session();
        ToolGate gate = ToolGate.of(request -> session)
                .allowingProviderTools(Set.of("web_search"))
                .holding(mostHeld);
        StreamSettings settings = StreamSettings.defaults().withListeners(List.of(this::note));
        return words(Gates.through(gate, settings, response));
    }

    private void note(StreamEvent event) {
        if (event.kind() == StreamEvent.Kind.EMITTED) {
            List<String> details = event.details().entrySet().stream()
                    .map(each -> each.getKey() + "=" + each.getValue().asText())
                    .sorted()
                    .toList();
            events.add(event.name() + details);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "server_tool_use # {'type':'server_tool_use','id':'i','name':'web_search','input':{'q':'a'}} # true",
                "server_tool_use # {'id':'i','name':'web_search','arguments':{'q':'a'}} # false",
                "server_tool_use # {'type':'tool_use','id':'i','name':'web_search'} # false",
                "server_tool_use # {'id':'','name':'web_search'} # false",
                "server_tool_use # {'id':'i','name':'bash'} # false",
                "web_search_tool_result # {'tool_use_id':'i','content':[]} # false",
                "web_search_call # {'type':'web_search_call','id':'i','status':'done','action':{'query':'a'}} # true",
                "web_search_call # {'type':'web_search_call','id':'i','call':{'name':'a'}} # false",
                "web_search_call # {'type':'file_search_call','id':'i'} # false",
                "file_search_call # {'type':'file_search_call','id':'i','queries':['a']} # false",
            })
    void aBlockPassesOnlyAsTheProviderWritesIt(String field, String value, boolean passes) throws Exception {
        String words = sent(1 << 20, List.of(block(field, value), text("x"), Gates.finish("stop")));
        assertThat(words).isEqualTo(passes ? "x|stop" : words);
        assertThat(words.startsWith("This response was ended: it holds \"" + field + "\""))
                .as(words)
                .isNotEqualTo(passes);
        String tool = JSON.readTree(value.replace('\'', '"')).path("name").asText();
        assertThat(events)
                .containsExactly((passes ? "provider_tool_passed" : "response_rejected") + "[field=" + field + ", tool="
                        + tool + "]");
    }

    @Test
    void theResultOfAKnownCallPassesOnceTheCallHasPassed() throws Exception {
        List<StreamChunk> response = new ArrayList<>(List.of(
                block("server_tool_use", "{'id':'i','name':'web_search'}"),
                block("web_search_tool_result", "{'tool_use_id':'i','content':[]}"),
                text("x")));
        assertThat(sent(1 << 20, response)).isEqualTo("x");
        response.set(1, block("web_search_tool_result", "{'tool_use_id':'i','content':[],'tool_calls':[1]}"));
        assertThat(sent(1 << 20, response)).contains("web_search_tool_result").doesNotContain("x");
        response.set(1, block("server_tool_use", "{'id':'i','name':'web_search'}"));
        assertThat(sent(1 << 20, response)).as("an id that was seen").contains("server_tool_use");
    }

    @Test
    void aTypeThatNamesACallBearsOne() throws Exception {
        for (String value : List.of(
                "{'a':{'b':{'type':'tool_use'}}}",
                "{'a':[{'type':'function'}]}",
                "{'a':[{'b':['x']}]}",
                "{'a':[['x']]}")) {
            assertThat(sent(1 << 20, List.of(block("note", value), text("x"))))
                    .as(value)
                    .contains("\"note\"");
        }
        assertThat(sent(1 << 20, List.of(block("note", "{'a':[1,2],'kind':'text'}"), text("x"))))
                .isEqualTo("x");
    }

    @Test
    void eachVerdictIsAnEvent() {
        List<StreamChunk> response =
                Gates.response("tool_calls", call(0, "ping", "{}"), call(1, "write", "{\"path\":\".git/config\"}"));
        sent(1 << 20, response);
        assertThat(events).hasSize(2);
        assertThat(events.get(0)).isEqualTo("tool_call_passed[call=call_0, reason=, tool=ping]");
        assertThat(events.get(1))
                .startsWith("tool_call_denied[call=call_1, reason=Denied by ")
                .endsWith(", tool=write]");
    }

    @Test
    void tooMuchHeldTextIsAnEvent() {
        StreamChunk[] texts = new StreamChunk[3];
        Arrays.fill(texts, text("x".repeat(1_000)));
        List<StreamChunk> response = Gates.response("", List.of(Gates.delta(0, "c", "read", "{\"pa")), List.of(texts));
        assertThat(sent(3_000, response)).contains("more than 3000 characters wait");
        assertThat(events).hasSize(1);
        assertThat(events.get(0)).startsWith("response_rejected[held=");
        assertThat(Long.parseLong(events.get(0).replaceAll("[^0-9]", ""))).isBetween(3_001L, 10_000L);
    }

    /** Reads a whole message with these blocks, and returns what goes out. */
    private String message(String... blocks) throws Exception {
        String body = "{'type':'message','role':'assistant','content':[" + String.join(",", blocks)
                + ",{'type':'text','text':'x'}],'stop_reason':'end_turn'}";
        StreamChunk whole = ChunkCodec.messages().readWhole(body.replace('\'', '"'));
        ToolGate gate = ToolGate.of(request -> Gates.session()).allowingProviderTools(Set.of("web_search"));
        return words(StreamRunner.of(gate).complete(Gates.REQUEST, List.of(whole)));
    }

    @Test
    void eachBlockOfAWholeMessageIsChecked() throws Exception {
        String search = "{'type':'server_tool_use','id':'%s','name':'web_search','input':{}}";
        String pages = "{'type':'web_search_tool_result','tool_use_id':'%s','content':[]}";
        assertThat(message(search.formatted("a"), pages.formatted("a"), search.formatted("b"), pages.formatted("b")))
                .isEqualTo("x|stop");
        assertThat(message(search.formatted("a").replace("web_search", "bash"), search.formatted("b")))
                .contains("\"server_tool_use\" of \"bash\"");
        assertThat(message(pages.formatted("z"), search.formatted("a"), pages.formatted("a")))
                .contains("\"web_search_tool_result\"");
        assertThat(message("{'type':'text','text':'','note':{'tool_calls':[1]}}", "{'type':'text','text':'','note':1}"))
                .contains("\"content_block.note\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'citations':[{'function_call':{'name':'write','arguments':'{}'}}]",
                "'annotations':[{'tool_calls':[1]}]",
            })
    void aCallAmongPagesOfASearchIsFound(String member) throws Exception {
        String body = "{" + member + ",'choices':[{'index':0,'message':{'content':'x'},'finish_reason':'stop'}]}";
        StreamChunk whole = ChunkCodec.chatCompletions().readWhole(body.replace('\'', '"'));
        assertThat(sent(1 << 20, List.of(whole))).startsWith("This response was ended: it holds");
    }

    @Test
    void eachMemberOfSeveralCallsIsChecked() throws Exception {
        String call = "{'index':%d,'id':'%d','function':{'name':'ping','arguments':'{}','parameters':%s}}";
        String body = "{'choices':[{'index':0,'delta':{'tool_calls':[" + call.formatted(0, 0, "{'a':'b'}") + ","
                + call.formatted(1, 1, "null") + "]}}]}";
        String data = body.replace('\'', '"');
        StreamChunk chunk = ChunkCodec.chatCompletions().read(new StreamedEvent("", data, "data: " + data + "\n\n"));
        assertThat(sent(1 << 20, List.of(chunk))).contains("\"tool_calls.function.parameters\"");
    }
}
