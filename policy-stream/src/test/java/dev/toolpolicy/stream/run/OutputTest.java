package dev.toolpolicy.stream.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.shared.Until;
import dev.toolpolicy.stream.StreamChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A slow client holds the stream back; one that leaves while a send waits ends it. */
@Timeout(60)
class OutputTest {

    private static Upstream numbers(int count) {
        return new Upstream(
                IntStream.range(0, count).mapToObj(i -> Upstream.text(i + " ")).toList());
    }

    @Test
    void aSlowClientHoldsTheStreamBack() throws Exception {
        ChunkChannel channel = new ChunkChannel(4);
        Upstream upstream = numbers(1000);
        CompletableFuture<StreamEvent.Outcome> run = CompletableFuture.supplyAsync(
                () -> StreamRunner.of(new Recorder()).run(Upstream.REQUEST, upstream, channel));
        List<String> got = new ArrayList<>();
        int mostWaiting = 0;
        int mostTaken = 0;
        for (StreamChunk chunk : channel) {
            got.add(chunk.content());
            if (got.size() % 100 == 0 && got.size() < 1000) {
                Until.met("the runner is as far as it may be", () -> channel.size() == 4);
            }
            mostWaiting = Math.max(mostWaiting, channel.size());
            mostTaken = Math.max(mostTaken, upstream.taken() - got.size());
        }
        assertThat(got)
                .isEqualTo(IntStream.range(0, 1000).mapToObj(i -> i + " ").toList());
        assertThat(run.get()).isEqualTo(StreamEvent.Outcome.COMPLETED);
        assertThat(mostWaiting).isEqualTo(4);
        assertThat(mostTaken)
                .as("chunks taken from the model beyond those that the client has")
                .isBetween(4, 5);
    }

    @Test
    void aClientThatLeavesWhileASendWaitsEndsTheStream() throws Exception {
        ChunkChannel channel = new ChunkChannel(2);
        Recorder policy = new Recorder();
        Upstream upstream = numbers(1000);
        CompletableFuture<StreamEvent.Outcome> run =
                CompletableFuture.supplyAsync(() -> StreamRunner.of(policy).run(Upstream.REQUEST, upstream, channel));
        Until.met("a third chunk was taken", () -> upstream.taken() == 3);
        TimeUnit.MILLISECONDS.sleep(20);
        assertThat(run).as("a send waits").isNotDone();
        channel.close();

        assertThat(run.get(40, TimeUnit.SECONDS)).isEqualTo(StreamEvent.Outcome.DISCONNECTED);
        assertThat(policy.trace()).endsWith("STREAM_CLOSED DISCONNECTED");
        assertThat(policy.count(Hook.STREAM_ERROR)).isZero();
        assertThat(upstream.closed()).isEqualTo(1);
        assertThat(upstream.taken()).isEqualTo(3);
    }

    @Test
    void aServiceThatInterruptsASendThatWaitsCancelsTheStream() throws Exception {
        ChunkChannel channel = new ChunkChannel(1);
        Recorder policy = new Recorder();
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                StreamRunner.of(policy).run(Upstream.REQUEST, numbers(10), channel);
            } catch (Throwable e) {
                ended.complete(e);
            }
        });
        thread.start();
        Until.met("a send waits", () -> thread.getState() == Thread.State.WAITING);
        thread.interrupt();
        assertThat(ended.get(40, TimeUnit.SECONDS)).isInstanceOf(java.util.concurrent.CancellationException.class);
        assertThat(policy.trace()).endsWith("STREAM_CLOSED CANCELLED");
        assertThat(channel.next().content()).isEqualTo("0 ");
        assertThatThrownBy(channel::hasNext).hasRootCauseInstanceOf(java.util.concurrent.CancellationException.class);
    }

    @Test
    void pushedChunksAreSentBeforePushReturns() {
        Client client = new Client();
        Recorder policy = new Recorder();
        int[] cancelled = new int[1];
        try (PolicyStream stream = StreamRunner.of(policy).open(Upstream.REQUEST, client, () -> cancelled[0]++)) {
            assertThat(policy.trace()).containsExactly("STREAM_STARTED");
            assertThat(stream.push(Upstream.text("a"))).isTrue();
            assertThat(client.text()).isEqualTo("a");
            stream.finish();
            assertThat(stream.push(Upstream.text("b"))).isFalse();
            assertThat(stream.outcome()).contains(StreamEvent.Outcome.COMPLETED);
        }
        assertThat(client.text()).isEqualTo("a");
        assertThat(client.closed()).isEqualTo(1);
        assertThat(cancelled[0]).isZero();
    }

    @Test
    void aPushedStreamIsEndedFromOutsideAtOnceOrAfterTheHook() {
        for (boolean inside : new boolean[] {false, true}) {
            Client client = new Client();
            PolicyStream[] stream = new PolicyStream[1];
            Recorder policy = new Recorder((hook, context) -> {
                if (inside && hook == Hook.CONTENT) {
                    CompletableFuture.runAsync(stream[0]::disconnect).join();
                    assertThat(context.outcome()).isEmpty();
                }
            });
            int[] cancelled = new int[1];
            stream[0] = StreamRunner.of(policy).open(Upstream.REQUEST, client, () -> cancelled[0]++);
            assertThat(stream[0].push(Upstream.text("a"))).isEqualTo(!inside);
            CompletableFuture.runAsync(stream[0]::disconnect).join();
            stream[0].cancel();
            assertThat(stream[0].outcome()).contains(StreamEvent.Outcome.DISCONNECTED);
            assertThat(policy.trace()).endsWith("STREAM_CLOSED DISCONNECTED");
            assertThat(policy.count(Hook.STREAM_CLOSED)).isEqualTo(1);
            assertThat(client.closed()).isEqualTo(1);
            assertThat(cancelled[0]).isEqualTo(1);
        }
    }

    @Test
    void aHookCannotFeedItsOwnStream() {
        PolicyStream[] stream = new PolicyStream[1];
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                stream[0].push(Upstream.text("again"));
            }
        });
        Client client = new Client();
        stream[0] = StreamRunner.of(policy).open(Upstream.REQUEST, client, () -> {});
        assertThat(stream[0].push(Upstream.text("a"))).isFalse();
        assertThat(client.failure()).isInstanceOf(IllegalStateException.class);
    }
}
