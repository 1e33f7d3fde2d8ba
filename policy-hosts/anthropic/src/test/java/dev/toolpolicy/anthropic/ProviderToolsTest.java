package dev.toolpolicy.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.core.ObjectMappers;
import com.anthropic.models.messages.RawMessageStreamEvent;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The labels of what Anthropic's servers ran for the model. */
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

    private static void read(StreamedTurn.Feed<RawMessageStreamEvent> feed, String block) throws IOException {
        String start = "{\"type\": \"content_block_start\", \"index\": 0, \"content_block\": "
                + block.replace('\'', '"') + "}";
        feed.accept(ObjectMappers.jsonMapper().readValue(start, RawMessageStreamEvent.class));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "web | {'type': 'server_tool_use', 'id': 'p', 'name': 'web_search', 'input': {}, 'caller': {'type':"
                        + " 'direct'}}",
                "web | {'type': 'web_search_tool_result', 'tool_use_id': 'p', 'content': []}",
                "untrusted | {'type': 'server_tool_use', 'id': 'p', 'name': 'web_fetch', 'input': {}}",
                "untrusted | {'type': 'mcp_tool_use', 'id': 'p', 'name': 'of_some_server', 'input': {}}",
                "untrusted | {'type': 'mcp_tool_use', 'id': 'p', 'name': 'web_search', 'server_name': 'x', 'input':"
                        + " {}}",
                "'' | {'type': 'text', 'text': 'I will search.'}",
                "'' | {'type': 'redacted_thinking', 'data': 'x'}",
                "'' | {'type': 'tool_use', 'id': 'c', 'name': 'web_search', 'input': {}}"
            })
    void countForTheCallsBehind(String label, String block) throws IOException {
        MessagesFeed feed = new MessagesFeed(turn);
        read(feed, block);
        read(feed, "{'type': 'tool_use', 'id': 'd', 'name': 'send', 'input': {}}");

        assertThat(String.join(" ", labels())).isEqualTo(label);
        assertThat(sent()).isEqualTo(!label.equals("web"));
    }
}
