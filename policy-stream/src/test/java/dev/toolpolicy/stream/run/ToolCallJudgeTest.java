package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.call;
import static dev.toolpolicy.stream.run.Upstream.calls;
import static dev.toolpolicy.stream.run.Upstream.delta;
import static dev.toolpolicy.stream.run.Upstream.finish;
import static dev.toolpolicy.stream.run.Upstream.more;
import static dev.toolpolicy.stream.run.Upstream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.run.ToolCallJudge.Verdict;
import dev.toolpolicy.stream.sink.Pulse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A refused or unjudged call never leaks a fragment, for every verdict and every end of the response. */
class ToolCallJudgeTest {

    /** The judge's behavior for the last call, which is the tested one. */
    enum Judging {
        PASS,
        BLOCK,
        FAIL,
        SLOW,
        CANCELLED
    }

    /** The forms in which calls arrive. */
    enum Shape {
        ONE,
        TWO,
        TWO_IN_ONE_CHUNK;

        List<StreamChunk> chunks() {
            return switch (this) {
                case ONE -> List.of(call(0, "z", "last", "{\"secret\""), more(0, ":1}"));
                case TWO ->
                    List.of(
                            call(0, "a", "first", ""),
                            more(0, "{}"),
                            call(1, "z", "last", "{\"secret\":"),
                            more(1, "1}"));
                case TWO_IN_ONE_CHUNK ->
                    List.of(calls(delta(0, "a", "first", "{}"), delta(1, "z", "last", "{\"secret\":1}")));
            };
        }

        int count() {
            return this == ONE ? 1 : 2;
        }
    }

    @Test
    void unknownFieldsDoNotPass() {
        StreamChunk strange = text("a").withRaw("raw").withUnknownFields(Map.of("x_call", TextNode.valueOf("rm")));
        Client client = new Client();
        checked(ToolCallJudge.of((call, request) -> Verdict.pass()))
                .run(Upstream.REQUEST, Upstream.of(strange, finish("stop")), client);
        assertThat(client.chunks().get(0)).isEqualTo(text("a"));
    }

    record Case(Judging judging, Shape shape, String reason, boolean each) {}

    static Stream<Case> matrix() {
        List<Case> cases = new ArrayList<>();
        for (Judging judging : Judging.values()) {
            for (Shape shape : Shape.values()) {
                for (String reason : List.of("tool_calls", "stop", "length", "content_filter", "")) {
                    cases.add(new Case(judging, shape, reason, false));
                    cases.add(new Case(judging, shape, reason, true));
                }
            }
        }
        return cases.stream();
    }

    private static Verdict judge(Judging judging, String name, FakeTimer timer) {
        if (!name.equals("last")) {
            return Verdict.pass();
        }
        return switch (judging) {
            case PASS -> Verdict.pass();
            case BLOCK -> Verdict.block("not this");
            case FAIL -> throw new IllegalStateException("judge is down");
            case SLOW -> {
                timer.advance(Duration.ofSeconds(90));
                yield Verdict.pass();
            }
            case CANCELLED -> throw new CancellationException("cancelled");
        };
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void nothingLeaks(Case c) {
        FakeTimer timer = new FakeTimer();
        ToolCallJudge judge = ToolCallJudge.of((call, request) -> judge(c.judging(), call.name(), timer))
                .keptAliveBy(new Pulse(Duration.ofSeconds(10), timer));
        StreamSettings settings =
                StreamSettings.defaults().checkingOutput().withPatience(Duration.ofSeconds(30), timer);
        List<StreamChunk> chunks = new ArrayList<>(List.of(text("hi")));
        chunks.addAll(c.shape().chunks());
        if (!c.reason().isEmpty()) {
            chunks.add(finish(c.reason()));
        }
        Client client = new Client();
        StreamRunner runner = StreamRunner.of(settings, List.of(c.each() ? judge.passingEach() : judge));
        Throwable thrown = catchThrowable(() -> runner.run(Upstream.REQUEST, chunks.iterator(), client));

        assertThat(client.faults()).isEmpty();
        boolean judged = c.reason().equals("tool_calls") || c.reason().equals("stop");
        boolean cancelled = judged && c.judging() == Judging.CANCELLED;
        boolean passes = judged && (c.judging() == Judging.PASS || c.judging() == Judging.SLOW);
        assertThat(thrown != null).isEqualTo(cancelled);
        assertThat(client.text()).startsWith("hi");
        if (passes) {
            assertThat(client.deltas())
                    .hasSize(c.shape().count())
                    .last()
                    .isEqualTo(delta(c.shape().count() - 1, "z", "last", "{\"secret\":1}"));
            assertThat(client.finishes()).containsExactly(c.reason());
            return;
        }
        assertThat(client.chunks().toString()).doesNotContain("secret", "last#");
        boolean firstPasses =
                c.each() && c.shape() != Shape.ONE && !cancelled && !c.reason().isEmpty();
        assertThat(client.deltas()).isEqualTo(firstPasses ? List.of(delta(0, "a", "first", "{}")) : List.of());
        checkEnd(c, client, cancelled, firstPasses);
    }

    private static void checkEnd(Case c, Client client, boolean cancelled, boolean firstPasses) {
        if (cancelled || c.reason().isEmpty()) {
            assertThat(client.finishes()).isEmpty();
            boolean said = client.text().contains("A tool call was dropped: the response ended before it was whole.");
            assertThat(said).isEqualTo(!cancelled);
            return;
        }
        assertThat(client.text()).contains("A tool call was blocked: ");
        boolean becomesStop = c.reason().equals("tool_calls") && !firstPasses;
        assertThat(client.finishes()).containsExactly(becomesStop ? "stop" : c.reason());
    }

    @Test
    void aSlowJudgeWithoutAPulseTimesOutAndLeaksNothing() {
        FakeTimer timer = new FakeTimer();
        ToolCallJudge judge = ToolCallJudge.of((call, request) -> judge(Judging.SLOW, "last", timer));
        StreamSettings settings =
                StreamSettings.defaults().checkingOutput().withPatience(Duration.ofSeconds(30), timer);
        Client client = new Client();
        Throwable thrown = catchThrowable(() -> StreamRunner.of(settings, List.of(judge))
                .run(
                        Upstream.REQUEST,
                        Upstream.of(text("hi"), call(0, "z", "last", "{}"), finish("tool_calls")),
                        client));
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        StreamException.class, e -> assertThat(e.kind()).isEqualTo(StreamException.Kind.TIMEOUT));
        assertThat(client.deltas()).isEmpty();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(timer.open()).isZero();
    }

    @Test
    void callsBehindABlockedOneAreRenumbered() {
        ToolCallJudge judge = ToolCallJudge.of(
                        (call, request) -> call.name().equals("bad") ? Verdict.block("bad") : Verdict.pass())
                .passingEach();
        Client client = new Client();
        checked(judge)
                .run(
                        Upstream.REQUEST,
                        Upstream.of(
                                calls(delta(0, "a", "bad", "{}"), delta(1, "b", "good", "{ \"x\" : 1 }")),
                                finish("tool_calls")),
                        client);
        assertThat(client.deltas()).containsExactly(delta(0, "b", "good", "{ \"x\" : 1 }"));
        assertThat(client.finishes()).containsExactly("tool_calls");
    }

    @Test
    void callsWithoutNameOrWithMalformedArgumentsAreBlockedUnasked() {
        List<String> asked = new ArrayList<>();
        ToolCallJudge judge = ToolCallJudge.of((call, request) -> {
            asked.add(call.name());
            return Verdict.pass();
        });
        for (StreamChunk bad :
                List.of(call(0, "a", "", "{}"), call(0, "a", "f", "{\"a\":1}{\"a\":1}"), call(0, "a", "f", "{"))) {
            Client client = new Client();
            checked(judge).run(Upstream.REQUEST, Upstream.of(bad, finish("tool_calls")), client);
            assertThat(client.deltas()).isEmpty();
            assertThat(client.finishes()).containsExactly("stop");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void textThatRidesWithACallPassesAndNoFragmentWithIt() {
        Client client = new Client();
        StreamChunk mixed = text("hello")
                .withToolCalls(List.of(delta(0, "z", "last", "{\"secret\":1}")))
                .withRaw("secret");
        checked(ToolCallJudge.of((call, request) -> Verdict.block("no")))
                .run(Upstream.REQUEST, Upstream.of(mixed, finish("tool_calls")), client);
        assertThat(client.chunks().get(0)).isEqualTo(text("hello"));
        assertThat(client.deltas()).isEmpty();
    }

    @Test
    void chunksWithoutCallsPassUnchanged() {
        StreamChunk raw = text("hello").withRaw("{ as it came }");
        Client client = new Client();
        checked(ToolCallJudge.of((call, request) -> Verdict.pass())).run(Upstream.REQUEST, Upstream.of(raw), client);
        assertThat(client.chunks()).singleElement().isSameAs(raw);
    }

    private static StreamRunner checked(EventDrivenPolicy<?>... policies) {
        return StreamRunner.of(StreamSettings.defaults().checkingOutput(), List.of(policies));
    }
}
