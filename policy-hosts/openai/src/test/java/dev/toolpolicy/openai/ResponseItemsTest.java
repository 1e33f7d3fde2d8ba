package dev.toolpolicy.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.core.ObjectMappers;
import com.openai.models.responses.ResponseStreamEvent;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model's own items in the next request. */
class ResponseItemsTest {
    private static final String CALL =
            "{'type': 'function_call', 'id': 'f', 'call_id': 'c', 'name': 'ping', 'arguments': '{}'}";

    private final List<String> ran = new ArrayList<>();
    private final ResponseItems items = new ResponseItems();

    private TurnResult turn(String... outputs) throws IOException {
        PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(
                        List.of(DeclaredTool.of("ping", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW)))))
                .build()
                .session("s");
        ToolHandlers tools = ToolHandlers.builder(session.offeredTools())
                .otherwise((arguments, call) -> {
                    ran.add("ping");
                    return "pong";
                })
                .build();
        List<ResponseStreamEvent> events = new ArrayList<>();
        for (String output : outputs) {
            for (String type : List.of("added", "done")) {
                events.add(
                        event("{'type': 'response.output_item." + type + "', 'sequence_number': 1, " + output + "}"));
            }
        }
        events.add(event("{'type': 'response.completed', 'sequence_number': 9, 'response': {'status': 'completed'}}"));
        return new StreamedTurn(session, tools, TurnSettings.defaults())
                .<ResponseStreamEvent>read(
                        events.stream().peek(items::accept).iterator(), StreamedTurn.BY_THE_READER, ResponsesFeed::new)
                .toCompletableFuture()
                .join();
    }

    private static ResponseStreamEvent event(String json) throws IOException {
        return ObjectMappers.jsonMapper().readValue(json.replace('\'', '"'), ResponseStreamEvent.class);
    }

    /** Servers that count no output_index exist. The call would run, and then nothing could answer it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'reasoning', 'id': 'r', 'summary': []}",
                "{'type': 'message', 'id': 'm', 'role': 'assistant', 'status': 'completed', 'content': []}",
                "{'type': 'function_call', 'id': 'g', 'call_id': 'd', 'name': 'ping', 'arguments': '{}'}",
            })
    void aCallAtThePlaceOfAnotherItemDoesNotRun(String other) {
        assertThatThrownBy(() -> turn("'output_index': 0, 'item': " + other, "'output_index': 0, 'item': " + CALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two items of the response have the output_index 0");
        assertThat(ran).isEmpty();
    }

    @Test
    void itemsAtPlacesOfTheirOwnGoBack() throws IOException {
        TurnResult result = turn(
                "'output_index': 0, 'item': {'type': 'reasoning', 'id': 'r', 'summary': []}",
                "'output_index': 1, 'item': " + CALL);
        assertThat(ran).containsExactly("ping");
        assertThat(items.said(result.records())).hasSize(2);
        assertThat(items.answered(result.results())).hasSize(1);
    }
}
