package dev.toolpolicy.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.core.ObjectMappers;
import com.openai.models.chat.completions.ChatCompletionChunk;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chunks that no type of the SDK expects, as some providers send them. */
class OddChunksTest {
    private final PolicySession session = PolicyEngine.builder()
            .tools(ToolCatalog.of(
                    List.of(DeclaredTool.of("ping", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW)))))
            .build()
            .session("s");
    private final ToolTurn turn = session.turn(
            ToolHandlers.builder(session.offeredTools())
                    .otherwise((arguments, call) -> "pong")
                    .build(),
            TurnSettings.defaults());

    /** A chunk without choices changes nothing. Arguments may be an object, but not an array. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{} | RAN", "'{}' | RAN", "[] | INVALID", "[{}] | INVALID", "7 | INVALID", "null | RAN"})
    void aCallRunsOnlyWithAnObject(String arguments, CallResult.Kind kind) throws IOException {
        ChatCompletionsFeed feed = new ChatCompletionsFeed(turn);
        for (String members : List.of(
                "'choices': null",
                "'choices': [{'index': 0, 'delta': {'tool_calls': [{'index': 0, 'id': 'c', 'type': 'function',"
                        + " 'function': {'name': 'ping', 'arguments': " + arguments + "}}]}}]",
                "'choices': [{'index': 0, 'delta': {}, 'finish_reason': 'tool_calls'}]",
                "'choices': null, 'usage': {'total_tokens': 7}")) {
            String json = "{'id': 'x', " + members + "}";
            feed.accept(ObjectMappers.jsonMapper().readValue(json.replace('\'', '"'), ChatCompletionChunk.class));
        }
        assertThat(turn.finish(feed.end()).toCompletableFuture().join().results())
                .extracting(CallResult::kind)
                .containsExactly(kind);
    }
}
