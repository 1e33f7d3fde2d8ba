package dev.toolpolicy.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.core.ObjectMappers;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.ToolUseBlockParam;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The model's own blocks in the next request. */
class MessageBlocksTest {
    private final MessageBlocks blocks = new MessageBlocks();

    private TurnResult turn(String... events) throws IOException {
        PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("mail.send", ToolSchema.of(Parameter.required("to", ParameterType.string())))
                                .withRun(RuleList.always(Mode.ALLOW)))))
                .build()
                .session("s");
        ToolTurn turn = session.turn(
                ToolHandlers.builder(session.offeredTools())
                        .otherwise((arguments, call) -> "sent")
                        .build(),
                TurnSettings.defaults());
        MessagesFeed feed = new MessagesFeed(turn);
        for (String json : events) {
            RawMessageStreamEvent event =
                    ObjectMappers.jsonMapper().readValue(json.replace('\'', '"'), RawMessageStreamEvent.class);
            blocks.accept(event);
            feed.accept(event);
        }
        return turn.finish(ResponseEnd.COMPLETE).toCompletableFuture().join();
    }

    /** The engine's name of such a tool has its set in front, which the provider would refuse. */
    @Test
    void aCallOfASetOfToolsGoesBackAsItCame() throws IOException {
        TurnResult result = turn(
                "{'type': 'content_block_start', 'index': 0, 'content_block': {'type': 'tool_use', 'id': 'c', 'name':"
                        + " 'send', 'toolset_name': 'mail', 'input': {}, 'caller': {'type': 'direct'}}}",
                "{'type': 'content_block_delta', 'index': 0, 'delta': {'type': 'input_json_delta', 'partial_json':"
                        + " '{\\'to\\': \\'ann\\'}'}}",
                "{'type': 'content_block_stop', 'index': 0}");
        assertThat(result.results())
                .singleElement()
                .matches(call -> call.success() && call.tool().equals("mail.send"));
        ToolUseBlockParam call = blocks.said(result).get(0).asToolUse();
        assertThat(call.id()).isEqualTo("c");
        assertThat(call.name()).isEqualTo("send");
        assertThat(call.toolsetName()).contains("mail");
        assertThat(call.input()._additionalProperties()).hasToString("{to=ann}");
    }

    /** Anthropic refuses a text without other characters than white space. */
    @Test
    void aBlankTextIsLeftOut() throws IOException {
        TurnResult result = turn(
                "{'type': 'content_block_start', 'index': 0, 'content_block': {'type': 'text', 'text': ''}}",
                "{'type': 'content_block_delta', 'index': 0, 'delta': {'type': 'text_delta', 'text': ' \\n'}}",
                "{'type': 'content_block_stop', 'index': 0}",
                "{'type': 'content_block_start', 'index': 1, 'content_block': {'type': 'text', 'text': 'ok'}}",
                "{'type': 'content_block_stop', 'index': 1}");
        assertThat(blocks.said(result)).extracting(ContentBlockParam::isText).containsExactly(true);
        assertThat(blocks.text()).isEqualTo(" \nok");
    }
}
