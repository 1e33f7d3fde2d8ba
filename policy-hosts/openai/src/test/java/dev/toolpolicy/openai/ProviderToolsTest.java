package dev.toolpolicy.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.core.ObjectMappers;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.responses.ResponseStreamEvent;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The labels of what OpenAI's servers ran for the model. */
class ProviderToolsTest {
    private final PolicySession session = PolicyEngine.builder()
            .tools(ToolCatalog.of(List.of(
                    DeclaredTool.of("web_search", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW)),
                    DeclaredTool.of("send", ToolSchema.of())
                            .withRun(RuleList.of(
                                    RuleSpec.when(Condition.onLabel("web"), Mode.DENY),
                                    RuleSpec.otherwise(Mode.ALLOW))))))
            .results("web_search", ResultSpec.labelled("web"))
            .results("send", ResultSpec.labelled())
            .build()
            .session("s");
    private final ToolTurn turn = session.turn(
            ToolHandlers.builder(session.offeredTools())
                    .otherwise((arguments, call) -> "sent")
                    .build(),
            TurnSettings.defaults());

    private List<String> labels() {
        return session.labels().stream().map(SessionLabel::name).toList();
    }

    /** Ends the response, and returns whether its last call ran. */
    private boolean sent() {
        List<CallResult> results =
                turn.finish(ResponseEnd.COMPLETE).toCompletableFuture().join().results();
        return results.get(results.size() - 1).kind() == CallResult.Kind.RAN;
    }

    private static void read(StreamedTurn.Feed<ResponseStreamEvent> feed, int at, String item) throws IOException {
        String added = "{\"type\": \"response.output_item.added\", \"sequence_number\": 0, \"output_index\": " + at
                + ", \"item\": " + item.replace('\'', '"') + "}";
        feed.accept(ObjectMappers.jsonMapper().readValue(added, ResponseStreamEvent.class));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "web | {'type': 'web_search_call', 'id': 'p', 'status': 'in_progress'}",
                "untrusted | {'type': 'file_search_call', 'id': 'p', 'status': 'in_progress', 'queries': []}",
                "untrusted | {'type': 'mcp_call', 'id': 'p', 'name': 'ask', 'server_label': 'x', 'arguments': '{}'}",
                "untrusted | {'type': 'mcp_call', 'id': 'p', 'name': 'web_search', 'server_label': 'x', 'arguments':"
                        + " '{}'}",
                "untrusted | {'type': 'mcp_list_tools', 'id': 'p', 'server_label': 'x', 'tools': []}",
                "untrusted | {'type': 'some_new_call', 'id': 'p'}",
                "'' | {'type': 'message', 'id': 'm', 'role': 'assistant', 'status': 'in_progress', 'content': []}",
                "'' | {'type': 'reasoning', 'id': 'r', 'summary': []}",
                "'' | {'type': 'function_call', 'call_id': 'c', 'name': 'web_search', 'arguments': ''}"
            })
    void countForTheCallsBehind(String label, String item) throws IOException {
        ResponsesFeed feed = new ResponsesFeed(turn);
        read(feed, 0, item);
        read(feed, 1, "{'type': 'function_call', 'call_id': 'd', 'name': 'send', 'arguments': ''}");

        assertThat(String.join(" ", labels())).isEqualTo(label);
        assertThat(sent()).isEqualTo(!label.equals("web"));
    }

    @Test
    void pagesThatACompletionQuotesCount() throws IOException {
        ChatCompletionsFeed feed = new ChatCompletionsFeed(turn);
        String chunk = "{\"id\": \"x\", \"choices\": [{\"index\": 0, \"delta\": %s, \"finish_reason\": null}]}";
        for (String delta : List.of(
                "{\"annotations\": [{\"type\": \"url_citation\"}]}",
                "{\"tool_calls\": [{\"index\": 0, \"id\": \"d\", \"type\": \"function\", \"function\": {\"name\":"
                        + " \"send\", \"arguments\": \"\"}}]}")) {
            feed.accept(ObjectMappers.jsonMapper().readValue(chunk.formatted(delta), ChatCompletionChunk.class));
        }
        assertThat(labels()).containsExactly("web");
        assertThat(sent()).isFalse();
    }

    @Test
    void aCallInTheFormBeforeToolsIsSeen() throws IOException {
        ChatCompletionsFeed feed = new ChatCompletionsFeed(turn);
        feed.accept(
                chunk("{\"id\": \"x\", \"choices\": [{\"index\": 0, \"delta\": {\"function_call\": {\"name\": \"send\","
                        + " \"arguments\": \"{}\"}}, \"finish_reason\": \"function_call\"}]}"));

        assertThat(turn.finish(feed.end()).toCompletableFuture().join().results())
                .hasSize(1);
    }

    @Test
    void citationsOfAChunkCountAsASearch() throws IOException {
        new ChatCompletionsFeed(turn)
                .accept(chunk("{\"id\": \"x\", \"citations\": [\"https://evil.example\"], \"choices\": [{\"index\": 0,"
                        + " \"delta\": {\"content\": \"a\"}}]}"));

        assertThat(labels()).containsExactly("web");
    }

    private static ChatCompletionChunk chunk(String json) throws IOException {
        return ObjectMappers.jsonMapper().readValue(json, ChatCompletionChunk.class);
    }
}
