package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.call;
import static dev.toolpolicy.stream.run.Upstream.calls;
import static dev.toolpolicy.stream.run.Upstream.delta;
import static dev.toolpolicy.stream.run.Upstream.finish;
import static dev.toolpolicy.stream.run.Upstream.more;
import static dev.toolpolicy.stream.run.Upstream.role;
import static dev.toolpolicy.stream.run.Upstream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A policy that contradicts what it sent fails where it does, by its name. */
class OutputCheckTest {
    private static final StreamSettings CHECKING =
            StreamSettings.defaults().checkingOutput().deferringCalls();

    /** Sends what it is told, whatever comes. */
    private record Sending(String name, List<StreamChunk> chunks) implements EventDrivenPolicy<Integer> {
        @Override
        public Integer createState() {
            return 0;
        }

        @Override
        public void onChunkComplete(StreamChunk chunk, Integer state, StreamContext context) {
            chunks.forEach(context::send);
        }
    }

    static Stream<Arguments> contradictions() {
        return Stream.of(
                Arguments.of("content or a tool call after the finish", List.of(finish("stop"), text("a"))),
                Arguments.of(
                        "content or a tool call after the finish", List.of(finish("stop"), call(0, "a", "f", "{}"))),
                Arguments.of("a second finish", List.of(text("a"), finish("stop"), finish("stop"))),
                Arguments.of("arguments before their call's name", List.of(call(0, "a", "", "{}"))),
                Arguments.of("arguments before their call's name", List.of(call(0, "a", "f", ""), more(1, "{}"))),
                Arguments.of(
                        "the index 0 after 1", List.of(call(0, "a", "f", ""), call(1, "b", "g", "{}"), more(0, "{}"))),
                Arguments.of("the index 1 after 2", List.of(calls(delta(2, "a", "f", ""), delta(1, "b", "g", "")))),
                Arguments.of("the role \"tool\" after \"assistant\"", List.of(role("assistant"), role("tool"))));
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void contradictoryOutputIsThePolicysError(String what, List<StreamChunk> sent) {
        Client client = new Client();
        StreamRunner runner =
                StreamRunner.of(CHECKING, List.of(new Recorder(), new Sending("mine", sent), new WordCapitalizer(2)));
        assertThatThrownBy(() -> runner.run(Upstream.REQUEST, Upstream.of(text("in")), client))
                .isInstanceOfSatisfying(
                        StreamException.class, e -> assertThat(e.kind()).isEqualTo(StreamException.Kind.OUTPUT))
                .hasMessage("policy mine sent " + what + ", in choice 0");
        assertThat(client.failure()).isNotNull();
    }

    @Test
    void consistentOutputPasses() {
        Client client = new Client();
        List<StreamChunk> sound = List.of(
                role("assistant"),
                text("a"),
                role("assistant"),
                call(0, "a", "f", "{"),
                more(0, "}"),
                call(1, "b", "g", ""),
                more(1, "{}"),
                text("b"),
                finish("tool_calls"),
                Upstream.usage(3));
        StreamRunner.of(CHECKING, List.of(new Sending("mine", sound)))
                .run(Upstream.REQUEST, Upstream.of(text("in")), client);
        assertThat(client.chunks()).isEqualTo(sound);
    }

    @Test
    void heldBackContentMayBeSentAtTheEnd() {
        Client client = new Client();
        StreamRunner.of(CHECKING, List.of(ToolCallJudge.of((call, request) -> ToolCallJudge.Verdict.pass())))
                .run(Upstream.REQUEST, Upstream.of(call(0, "a", "f", "{}"), finish("tool_calls")), client);
        assertThat(client.deltas()).hasSize(1);
    }

    @Test
    void choicesAreCheckedForThemselves() {
        List<StreamChunk> sound = List.of(
                text("a"),
                finish("stop"),
                text("b").withChoice(1),
                finish("stop").withChoice(1));
        Client client = new Client();
        StreamRunner.of(CHECKING.allowingChoices(), List.of(new Sending("mine", sound)))
                .run(Upstream.REQUEST, Upstream.of(text("in")), client);
        assertThat(client.text()).isEqualTo("ab");
    }
}
