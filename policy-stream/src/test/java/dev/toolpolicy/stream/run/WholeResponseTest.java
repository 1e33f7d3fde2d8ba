package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.delta;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Complete responses through the same hooks, and policies without hooks. */
class WholeResponseTest {
    private static final StreamChunk RESPONSE = StreamChunk.text("one two three")
            .withRole("assistant")
            .withToolCalls(List.of(delta(0, "x", "read", "{\"p\":1}"), delta(1, "y", "rm", "{}")))
            .withFinishReason("tool_calls")
            .withUsage(Upstream.usage(3).usage().orElseThrow());

    @Test
    void passedChunksStayTheSameObjects() {
        assertThat(StreamRunner.of(new Recorder()).complete(Upstream.REQUEST, List.of(RESPONSE)))
                .singleElement()
                .isSameAs(RESPONSE);
    }

    @Test
    void aCompleteResponseGetsTheVerdictsOfItsStream() {
        for (boolean each : new boolean[] {false, true}) {
            List<String> judged = new ArrayList<>();
            ToolCallJudge judge = ToolCallJudge.of((call, request) -> {
                judged.add(call.name());
                return call.name().equals("rm") ? ToolCallJudge.Verdict.block("no") : ToolCallJudge.Verdict.pass();
            });
            StreamRunner runner = StreamRunner.of(each ? judge.passingEach() : judge, new WordCapitalizer(2));
            StreamChunk whole =
                    runner.complete(Upstream.REQUEST, List.of(RESPONSE)).get(0);

            List<StreamChunk> pieces = new ArrayList<>(List.of(Upstream.role("assistant")));
            "one two three".chars().forEach(c -> pieces.add(Upstream.text(Character.toString(c))));
            pieces.addAll(List.of(
                    Upstream.call(0, "x", "read", "{\"p\""),
                    Upstream.more(0, ":1}"),
                    Upstream.call(1, "y", "rm", ""),
                    Upstream.more(1, "{}"),
                    Upstream.finish("tool_calls"),
                    Upstream.usage(3)));
            Client client = new Client();
            runner.run(Upstream.REQUEST, pieces.iterator(), client);

            assertThat(client.text()).isEqualTo(whole.content());
            assertThat(client.deltas()).isEqualTo(whole.toolCalls());
            assertThat(client.finishes()).containsExactly(whole.finishReason());
            assertThat(judged).containsExactly("read", "rm", "read", "rm");
            assertThat(whole.toolCalls()).hasSize(each ? 1 : 0);
            assertThat(whole.usage()).isEqualTo(RESPONSE.usage());
        }
    }

    @Test
    void severalChoicesStaySeveral() {
        StreamRunner runner =
                StreamRunner.of(StreamSettings.defaults().allowingChoices(), List.of(new WordCapitalizer(1)));
        List<StreamChunk> whole = runner.complete(
                Upstream.REQUEST,
                List.of(
                        StreamChunk.text("a").withFinishReason("stop"),
                        StreamChunk.text("b").withChoice(1).withFinishReason("stop")));
        assertThat(whole)
                .containsExactly(
                        StreamChunk.text("A").withFinishReason("stop"),
                        StreamChunk.text("B").withChoice(1).withFinishReason("stop"));
    }

    @Test
    void callsOfManyChunksBecomeOneResponse() {
        WholeResponse response = new WholeResponse();
        Upstream.everything().forEach(response::accept);
        StreamChunk whole = response.choices().get(0);
        assertThat(whole.content()).isEqualTo("Let me see. Now.");
        assertThat(whole.toolCalls())
                .containsExactly(delta(0, "a", "read", "{\"path\":\"x\"}"), delta(1, "b", "list", "{}"));
        assertThat(whole.finishReason()).isEqualTo("tool_calls");
    }

    @Test
    void aRawPolicyHasBothEndsAndIsClosedOnce() {
        RawStreamPolicy lastOnly = (request, incoming, outgoing) -> {
            StreamChunk last = StreamChunk.empty();
            while (incoming.hasNext()) {
                last = incoming.next();
            }
            outgoing.accept(last);
            outgoing.complete();
            outgoing.fail(new IllegalStateException("too late"));
        };
        Upstream upstream = Upstream.of(Upstream.text("a"), Upstream.text("b"));
        Client client = new Client();
        assertThat(lastOnly.run(Upstream.REQUEST, upstream, client)).isEqualTo(StreamEvent.Outcome.COMPLETED);
        assertThat(client.chunks()).containsExactly(Upstream.text("b"));
        assertThat(client.closed()).isEqualTo(1);
        assertThat(client.failure()).isNull();
        assertThat(upstream.closed()).isEqualTo(1);
    }

    @Test
    void aRawPolicyThatFailsOrForgetsClosesBothEnds() {
        Client failed = new Client();
        Upstream upstream = Upstream.of(Upstream.text("a"));
        RawStreamPolicy broken = (request, incoming, outgoing) -> {
            throw new IllegalStateException("broken");
        };
        assertThatThrownBy(() -> broken.run(Upstream.REQUEST, upstream, failed)).hasMessage("broken");
        assertThat(failed.failure()).hasMessage("broken");
        assertThat(upstream.closed()).isEqualTo(1);

        Client forgotten = new Client();
        RawStreamPolicy idle = (request, incoming, outgoing) -> {};
        idle.run(Upstream.REQUEST, Upstream.of(), forgotten);
        assertThat(forgotten.closed()).isEqualTo(1);

        Client gone = new Client();
        RawStreamPolicy left = (request, incoming, outgoing) -> {
            throw new IOException("gone");
        };
        assertThat(left.run(Upstream.REQUEST, Upstream.of(), gone)).isEqualTo(StreamEvent.Outcome.DISCONNECTED);
        assertThat(gone.closed()).isEqualTo(1);
    }

    @Test
    void theRunnerItselfIsARawPolicy() {
        RawStreamPolicy runner = StreamRunner.of(new Recorder())::run;
        Client client = new Client();
        runner.run(StreamRequest.of("r"), Upstream.of(Upstream.text("a")), client);
        assertThat(client.text()).isEqualTo("a");
        assertThat(client.closed()).isEqualTo(1);
        assertThat(CompletedUnit.text(0, "a", false).truncated()).isFalse();
    }
}
