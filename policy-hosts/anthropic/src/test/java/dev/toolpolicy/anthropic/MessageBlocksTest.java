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
import dev.toolpolicy.runtime.CallResult;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The model's own blocks in the next request. */
class MessageBlocksTest {
    private final MessageBlocks blocks = new MessageBlocks();

    private TurnResult turn(String... events) throws IOException {
        PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(Stream.of("mail.send", "mail.send_a", "mail.send_b")
                        .map(name -> DeclaredTool.of(
                                        name, ToolSchema.of(Parameter.required("to", ParameterType.string())))
                                .withRun(RuleList.always(Mode.ALLOW)))
                        .toList()))
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

    /** Some servers between count no indexes. Both calls have run, so the provider must get both with their results. */
    @Test
    void twoCallsAtOneIndexGoBackAsTwo() throws IOException {
        TurnResult result =
                turn(start(0, "a"), piece(0, "ann"), stop(0), start(0, "b"), start(0, "b"), piece(0, "bob"), stop(0));
        assertThat(result.results()).allMatch(CallResult::success).hasSize(2);
        assertThat(said(result)).containsExactly("a {to=ann}", "b {to=bob}");
    }

    @Test
    void callsThatStartInAnotherOrderThanTheirIndexesGoBackWithTheirOwnIds() throws IOException {
        TurnResult result = turn(start(1, "b"), piece(1, "bob"), stop(1), start(0, "a"), piece(0, "ann"), stop(0));
        assertThat(said(result)).containsExactly("b {to=bob}", "a {to=ann}");
        assertThat(blocks.said(result))
                .extracting(block -> block.asToolUse().name())
                .containsExactly("send_b", "send_a");
    }

    private List<String> said(TurnResult result) {
        return blocks.said(result).stream()
                .map(ContentBlockParam::asToolUse)
                .map(call -> call.id() + " " + call.input()._additionalProperties())
                .toList();
    }

    private static String start(int index, String id) {
        return "{'type': 'content_block_start', 'index': " + index + ", 'content_block': {'type': 'tool_use', 'id': '"
                + id + "', 'name': 'send_" + id
                + "', 'toolset_name': 'mail', 'input': {}, 'caller': {'type': 'direct'}}}";
    }

    private static String piece(int index, String to) {
        return "{'type': 'content_block_delta', 'index': " + index
                + ", 'delta': {'type': 'input_json_delta', 'partial_json': '{\\'to\\': \\'" + to + "\\'}'}}";
    }

    private static String stop(int index) {
        return "{'type': 'content_block_stop', 'index': " + index + "}";
    }
}
