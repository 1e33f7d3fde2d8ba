package dev.toolpolicy.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One policy serves many streams at once. */
@Timeout(120)
class ConcurrentStreamsTest {
    private static final int STREAMS = 200;

    /** Holds words back, and waits a random while in every hook. */
    private static final class Slow implements EventDrivenPolicy<StringBuilder> {
        private final AtomicInteger open = new AtomicInteger();

        @Override
        public StringBuilder createState() {
            open.incrementAndGet();
            return new StringBuilder();
        }

        private static void dawdle() {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(200_000));
        }

        @Override
        public void onStreamStarted(StringBuilder state, StreamContext context) {
            dawdle();
        }

        @Override
        public void onContent(String content, StreamChunk chunk, StringBuilder state, StreamContext context) {
            dawdle();
            state.append(content);
        }

        @Override
        public void onChunkComplete(StreamChunk chunk, StringBuilder state, StreamContext context) {
            dawdle();
            if (state.length() > 20) {
                context.send(StreamChunk.text(state.toString()));
                state.setLength(0);
            }
        }

        @Override
        public void onStreamCompleting(StringBuilder state, StreamContext context) {
            context.send(StreamChunk.text(state + "/" + context.request().id()));
        }

        @Override
        public void onStreamClosed(StringBuilder state, StreamContext context) {
            dawdle();
            open.decrementAndGet();
        }
    }

    @Test
    void chunksAfterAStopByAnotherThreadAreDropped() throws Exception {
        CountDownLatch stopping = new CountDownLatch(1);
        CountDownLatch fed = new CountDownLatch(1);
        Client client = new Client() {
            @Override
            public void fail(Throwable error) {
                stopping.countDown();
                try {
                    assertThat(fed.await(60, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                super.fail(error);
            }
        };
        PolicyStream stream = StreamRunner.of(new Slow()).open(Upstream.REQUEST, client, () -> {});
        Thread leaving = new Thread(stream::disconnect);
        leaving.start();
        stopping.await();
        assertThat(stream.push(StreamChunk.text("late"))).isFalse();
        stream.fail(new IOException("the response broke off, since it was cancelled"));
        stream.finish();
        fed.countDown();
        leaving.join();
        assertThat(stream.outcome()).contains(StreamEvent.Outcome.DISCONNECTED);
        assertThat(client.closed()).isEqualTo(1);
        assertThat(client.chunks()).isEmpty();
    }

    @Test
    void twoHundredStreamsDoNotMix() throws Exception {
        Slow policy = new Slow();
        StreamRunner runner = StreamRunner.of(policy);
        CyclicBarrier barrier = new CyclicBarrier(STREAMS);
        ExecutorService threads = Executors.newFixedThreadPool(STREAMS);
        try {
            List<Future<String>> results = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                int number = i;
                results.add(threads.submit(() -> {
                    Client client = new Client();
                    List<StreamChunk> chunks = IntStream.range(0, 40)
                            .mapToObj(n -> StreamChunk.text(number + "." + n + " "))
                            .toList();
                    barrier.await();
                    runner.run(StreamRequest.of("r" + number), chunks.iterator(), client);
                    return client.text();
                }));
            }
            for (int i = 0; i < STREAMS; i++) {
                StringBuilder expected = new StringBuilder();
                for (int n = 0; n < 40; n++) {
                    expected.append(i).append('.').append(n).append(' ');
                }
                assertThat(results.get(i).get()).isEqualTo(expected + "/r" + i);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(policy.open).hasValue(0);
    }

    /** Ten thousand streams, a third of them cut somewhere: each is closed once, and nothing is left of them. */
    @Test
    void streamsThatAreCutAnywhereAreAllClosed() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        AtomicInteger closed = new AtomicInteger();
        EventDrivenPolicy<StringBuilder> counted = new EventDrivenPolicy<>() {
            @Override
            public StringBuilder createState() {
                return new StringBuilder();
            }

            @Override
            public void onChunkComplete(StreamChunk chunk, StringBuilder state, StreamContext context) {
                context.send(chunk);
            }

            @Override
            public void onStreamClosed(StringBuilder state, StreamContext context) {
                closed.incrementAndGet();
            }
        };
        StreamRunner runner = StreamRunner.of(counted);
        int disconnected = 0;
        for (int i = 0; i < 10_000; i++) {
            int leavesAt = random.nextInt(10) < 3 ? random.nextInt(8) : Integer.MAX_VALUE;
            Client client = new Client() {
                @Override
                public void accept(StreamChunk chunk) throws IOException, InterruptedException {
                    if (chunks().size() >= leavesAt) {
                        throw new IOException("gone");
                    }
                    super.accept(chunk);
                }
            };
            StreamEvent.Outcome outcome = runner.run(Upstream.REQUEST, new Upstream(Upstream.everything()), client);
            disconnected += outcome == StreamEvent.Outcome.DISCONNECTED ? 1 : 0;
            assertThat(client.closed()).as("stream %d, seed %d", i, seed).isEqualTo(1);
        }
        assertThat(closed).as("seed %d", seed).hasValue(10_000);
        assertThat(disconnected).as("seed %d", seed).isBetween(2_500, 3_500);
    }
}
