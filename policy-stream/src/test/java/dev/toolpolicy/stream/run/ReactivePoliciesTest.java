package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.finish;
import static dev.toolpolicy.stream.run.Upstream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.stream.StreamChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** The guide's policies between a model and a client of Reactor. */
@Timeout(60)
class ReactivePoliciesTest {
    /** A client that asks for what a test wants. */
    private static final class Asking extends BaseSubscriber<StreamChunk> {
        private final List<StreamChunk> got = new ArrayList<>();

        @Override
        protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {}

        @Override
        protected void hookOnNext(StreamChunk chunk) {
            got.add(chunk);
        }
    }

    private static Flux<StreamChunk> guarded(StreamRunner runner, Flux<StreamChunk> response) {
        return ReactivePolicies.guarded(runner, Upstream.REQUEST, response);
    }

    @Test
    void aSlowClientOnAnotherThreadGetsAllInOrder() {
        List<StreamChunk> response = IntStream.range(0, 1000)
                .mapToObj(i -> text("w" + i + " "))
                .collect(Collectors.toCollection(ArrayList::new));
        response.add(finish("stop"));
        List<StreamChunk> got = guarded(
                        StreamRunner.of(new WordCapitalizer(2)),
                        Flux.fromIterable(response).publishOn(Schedulers.parallel()))
                .publishOn(Schedulers.boundedElastic(), 1)
                .collectList()
                .block();
        assertThat(got).isNotNull();
        assertThat(got.stream().map(StreamChunk::content).collect(Collectors.joining()))
                .isEqualTo(IntStream.range(0, 1000)
                        .mapToObj(i -> (i % 2 == 0 ? "w" : "W") + i + " ")
                        .collect(Collectors.joining()));
        assertThat(got.get(got.size() - 1).finishReason()).isEqualTo("stop");
    }

    @Test
    void theModelIsAskedForWhatTheClientWants() {
        AtomicInteger taken = new AtomicInteger();
        Asking client = new Asking();
        guarded(
                        StreamRunner.of(new Recorder()),
                        Flux.range(0, 100).map(i -> text("t" + i)).doOnNext(chunk -> taken.incrementAndGet()))
                .subscribe(client);
        assertThat(taken).hasValue(0);
        client.request(2);
        assertThat(client.got).containsExactly(text("t0"), text("t1"));
        assertThat(taken).hasValueLessThanOrEqualTo(3);
    }

    @Test
    void aClientThatCancelsEndsTheStreamAndTheModel() {
        Recorder policy = new Recorder();
        AtomicInteger cancelled = new AtomicInteger();
        Asking client = new Asking();
        guarded(StreamRunner.of(policy), Flux.just(text("a"), text("b")).doOnCancel(cancelled::incrementAndGet))
                .subscribe(client);
        client.request(1);
        client.cancel();
        assertThat(client.got).containsExactly(text("a"));
        assertThat(cancelled).hasValue(1);
        assertThat(policy.trace()).endsWith("STREAM_CLOSED DISCONNECTED");
    }

    @Test
    void aPolicyThatTerminatesCancelsTheModelAndCompletesTheClient() {
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                context.send(text("no"));
                context.terminate();
            }
        });
        AtomicInteger cancelled = new AtomicInteger();
        List<StreamChunk> got = guarded(
                        StreamRunner.of(policy), Flux.just(text("a"), text("b")).doOnCancel(cancelled::incrementAndGet))
                .collectList()
                .block();
        assertThat(got).containsExactly(text("no"), finish("stop"));
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void failuresOfTheModelAndOfPoliciesReachTheClientBehindWhatWasSent() {
        Recorder broken = new Recorder((hook, context) -> {
            if (hook == Hook.FINISH_REASON) {
                throw new IllegalStateException("broken");
            }
        });
        for (boolean isModel : new boolean[] {true, false}) {
            Flux<StreamChunk> end =
                    isModel ? Flux.error(new IOException("the model is gone")) : Flux.just(finish("stop"));
            List<StreamChunk> got = new ArrayList<>();
            Recorder policy = isModel ? new Recorder() : broken;
            Flux<StreamChunk> sent = guarded(
                            StreamRunner.of(policy), Flux.just(text("a")).concatWith(end))
                    .doOnNext(got::add);
            assertThatThrownBy(sent::blockLast)
                    .satisfies(thrown -> assertThat(isModel ? thrown.getCause() : thrown)
                            .hasMessage(isModel ? "the model is gone" : "broken"));
            assertThat(got).containsExactly(text("a"));
            assertThat(policy.trace()).endsWith("STREAM_CLOSED FAILED");
        }
    }

    @Test
    void aResponseWithoutAnythingIsAnError() {
        assertThatThrownBy(guarded(StreamRunner.of(new Recorder()), Flux.empty())::blockLast)
                .isInstanceOf(StreamException.class);
    }
}
