package dev.toolpolicy.stream.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.internal.wire.ChunkCodec;
import dev.toolpolicy.stream.run.Sent;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request tells of its conversation labels the session, before any call of the response is decided. */
class RequestLabelsTest {
    private static final String BEGIN = "{'messages': [{'role': 'user', 'content': 'hi'}]}";

    private final PolicySession session = PolicyEngine.builder()
            .tools(ToolCatalog.of(List.of(
                    tool("read_mail", RuleSpec.otherwise(Mode.ALLOW)),
                    tool("contacts", RuleSpec.otherwise(Mode.ALLOW)),
                    tool("web_search", RuleSpec.otherwise(Mode.ALLOW)),
                    tool(
                            "send",
                            RuleSpec.when(Condition.onLabel("untrusted"), Mode.DENY),
                            RuleSpec.otherwise(Mode.ALLOW)))))
            .results("read_mail", ResultSpec.labelled("untrusted", "private"))
            .results("contacts", ResultSpec.labelled("internal"))
            .results("web_search", ResultSpec.labelled("untrusted", "web"))
            .results("send", ResultSpec.labelled())
            .build()
            .session("s");
    private final ToolGate gate =
            ToolGate.of(request -> GateSession.of(session)).allowingProviderTools(Set.of("web_search"));

    private static DeclaredTool tool(String name, RuleSpec... rules) {
        return DeclaredTool.of(name, ToolSchema.of()).withRun(RuleList.of(rules));
    }

    /** Answers a request, and returns what goes out as text. */
    private String answer(String request, List<StreamChunk> response) throws IOException {
        ObjectNode body = (ObjectNode) new ObjectMapper().readTree(request.replace('\'', '"'));
        return Gates.words(Sent.by(
                StreamRunner.of(StreamSettings.defaults(), List.of(gate)), new StreamRequest("r", body), response));
    }

    private String send(String request) throws IOException {
        return answer(request, Gates.response("tool_calls", Gates.call(0, "send", "{}")));
    }

    private List<String> labels() {
        return session.labels().stream().map(SessionLabel::name).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "internal | 'messages': [{'role': 'assistant', 'tool_calls': [{'id': 'a', 'type': 'function',"
                        + " 'function': {'name': 'contacts', 'arguments': '{}'}}]}, {'role': 'tool', 'tool_call_id':"
                        + " 'a'}]",
                "'' | 'messages': [{'role': 'assistant', 'tool_calls': [{'id': 'a', 'type': 'function', 'function':"
                        + " {'name': 'read_mail', 'arguments': '{}'}}]}]",
                "private untrusted | 'messages': [{'role': 'assistant', 'tool_calls': [{'id': 'a', 'function':"
                        + " {'name': 'read_mail', 'arguments': '{}'}}]}, {'role': 'tool', 'tool_call_id': 'a'}]",
                "internal untrusted | 'messages': [{'role': 'assistant', 'tool_calls': [{'id': 'a', 'function':"
                        + " {'name': 'contacts', 'arguments': '{}'}}, {'id': 'a', 'function': {'name': 'send',"
                        + " 'arguments': '{}'}}]}, {'role': 'tool', 'tool_call_id': 'a'}]",
                "untrusted | 'messages': [{'role': 'tool', 'tool_call_id': 'a'}]",
                "untrusted | 'messages': [{'role': 'tool'}]",
                "internal | 'messages': [{'role': 'function', 'name': 'contacts', 'content': 'x'}]",
                "untrusted | 'messages': [], 'web_search_options': {}",
                "untrusted | 'messages': [], 'search_parameters': {'mode': 'auto'}",
                "untrusted | 'messages': [], 'plugins': [{'id': 'web'}]",
                "untrusted web | 'messages': [{'role': 'assistant', 'content': 'x', 'annotations': [{'type':"
                        + " 'url_citation'}]}]",
                "'' | 'messages': [{'role': 'assistant', 'content': 'x', 'annotations': []}]",
                "internal | 'messages': [{'role': 'assistant', 'content': [{'type': 'tool_use', 'id': 'a', 'name':"
                        + " 'contacts', 'input': {}}]}, {'role': 'user', 'content': [{'type': 'tool_result',"
                        + " 'tool_use_id': 'a'}]}]",
                "untrusted web | 'messages': [{'role': 'assistant', 'content': [{'type': 'server_tool_use', 'id': 'a',"
                        + " 'name': 'web_search', 'input': {}}, {'type': 'web_search_tool_result', 'tool_use_id':"
                        + " 'a'}]}]",
                "internal | 'input': [{'type': 'function_call', 'call_id': 'a', 'name': 'contacts', 'arguments': '{}'},"
                        + " {'type': 'function_call_output', 'call_id': 'a'}]",
                "internal | 'input': [{'type': 'mcp_call', 'id': 'a', 'name': 'contacts', 'output': 'x'}]",
                "untrusted web | 'input': [{'type': 'web_search_call', 'id': 'a'}]",
                "untrusted | 'input': [{'type': 'item_reference', 'id': 'a'}]",
                "untrusted | 'input': 'hi', 'previous_response_id': 'r1'",
                "untrusted | 'input': 'hi', 'conversation': 'c1'",
                "'' | 'input': [{'type': 'message', 'role': 'assistant', 'content': []}, {'type': 'reasoning'}]"
            })
    void aFollowedConversationHasTheLabelsOfItsResults(String labels, String members) throws IOException {
        answer(BEGIN, List.of(Gates.text("Hello."), Gates.finish("stop")));
        assertThat(labels()).isEmpty();

        assertThat(send("{" + members + "}").contains("removed")).isEqualTo(labels.contains("untrusted"));
        assertThat(String.join(" ", labels())).isEqualTo(labels.replace("'", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'messages': [{'role': 'user'}, {'role': 'assistant', 'content': 'hi'}]}",
                "{'messages': [{'role': 'tool', 'tool_call_id': 'a'}]}",
                "{'input': [{'type': 'reasoning'}]}",
                "{'input': [{'type': 'function_call', 'call_id': 'a', 'name': 'contacts', 'arguments': '{}'}]}"
            })
    void aConversationThatBeganElsewhereIsUntrusted(String request) throws IOException {
        assertThat(send(request)).contains("The call of \"send\" was removed");
        assertThat(labels()).contains("untrusted");
    }

    @Test
    void aNewConversationIsClean() throws IOException {
        assertThat(send(BEGIN)).doesNotContain("removed");
        assertThat(labels()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "web_search_call, {'type': 'web_search_call'; 'id': 'w1'; 'status': 'completed'}",
        "server_tool_use, {'type': 'server_tool_use'; 'id': 'w1'; 'name': 'web_search'}"
    })
    void aToolThatTheProviderRunsLabelsTheCallsBehindIt(String field, String block) throws IOException {
        JsonNode search = new ObjectMapper().readTree(block.replace('\'', '"').replace(';', ','));
        List<StreamChunk> searched = List.of(StreamChunk.empty().withUnknownFields(Map.of(field, search)));

        String sent = answer(BEGIN, Gates.response("tool_calls", searched, Gates.call(0, "send", "{}")));

        assertThat(sent).contains("The call of \"send\" was removed");
        assertThat(labels()).containsExactly("untrusted", "web");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"see\",\"annotations\":[{\"type\":\"url_citation\"}]}}]}",
                "{\"citations\":[\"https://evil.example\"],\"choices\":[{\"index\":0,\"message\":{\"content\":\"see\"}}]}"
            })
    void pagesOfASearchInAChatCompletionLabel(String searched) throws Exception {
        StreamChunk quoted = ChunkCodec.chatCompletions().readWhole(searched);
        String sent = answer(BEGIN, Gates.response("tool_calls", List.of(quoted), Gates.call(0, "send", "{}")));

        assertThat(sent).contains("The call of \"send\" was removed");
        assertThat(labels()).contains("untrusted");
    }

    @Test
    void allToolsThatTheProviderRanForAWholeMessageLabel() throws Exception {
        String ran = "{'type':'server_tool_use','id':'%s','name':'%s','input':{}}";
        String body = "{'type':'message','role':'assistant','content':[" + ran.formatted("a", "web_search") + ","
                + ran.formatted("b", "contacts") + "],'stop_reason':'end_turn'}";
        StreamChunk whole = ChunkCodec.messages().readWhole(body.replace('\'', '"'));
        StreamRunner.of(gate.allowingProviderTools(Set.of("web_search", "contacts")))
                .complete(Gates.REQUEST, List.of(whole));

        assertThat(labels()).containsExactlyInAnyOrder("internal", "untrusted", "web");
    }
}
