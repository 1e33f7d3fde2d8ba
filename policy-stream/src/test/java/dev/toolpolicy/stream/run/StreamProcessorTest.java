package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.finish;
import static dev.toolpolicy.stream.run.Upstream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.stream.StreamChunk;
import hu.akarnokd.rxjava3.jdk9interop.FlowInterop;
import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** As a reactive processor, by itself and in the libraries that services use. */
@Timeout(60)
class StreamProcessorTest {

    private static List<StreamChunk> response() {
        List<StreamChunk> chunks = new ArrayList<>();
        IntStream.range(0, 1000).forEach(i -> chunks.add(text("w" + i + " ")));
        chunks.add(finish("stop"));
        return chunks;
    }

    private static String capitals() {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, 1000)
                .forEach(i -> text.append(i % 2 == 0 ? "w" : "W").append(i).append(' '));
        return text.toString();
    }

    private static Flow.Processor<StreamChunk, StreamChunk> processor() {
        return StreamRunner.of(new WordCapitalizer(2)).processor(Upstream.REQUEST);
    }

    private static String said(List<StreamChunk> chunks) {
        StringBuilder text = new StringBuilder();
        chunks.forEach(chunk -> text.append(chunk.content()));
        return text.toString();
    }

    @Test
    void itWorksInReactorWithASlowClientOnAnotherThread() {
        Flow.Processor<StreamChunk, StreamChunk> processor = processor();
        JdkFlowAdapter.publisherToFlowPublisher(Flux.fromIterable(response()).publishOn(Schedulers.parallel()))
                .subscribe(processor);
        List<StreamChunk> got = JdkFlowAdapter.flowPublisherToFlux(processor)
                .publishOn(Schedulers.boundedElastic(), 1)
                .collectList()
                .block();
        assertThat(got).isNotNull();
        assertThat(said(got)).isEqualTo(capitals());
        assertThat(got.get(got.size() - 1).finishReason()).isEqualTo("stop");
    }

    @Test
    void itWorksInRxJava() {
        Flow.Processor<StreamChunk, StreamChunk> processor = processor();
        Flowable.fromIterable(response())
                .observeOn(io.reactivex.rxjava3.schedulers.Schedulers.computation())
                .to(FlowInterop.toFlow())
                .subscribe(processor);
        List<StreamChunk> got =
                FlowInterop.fromFlowPublisher(processor).toList().blockingGet();
        assertThat(said(got)).isEqualTo(capitals());
    }

    /** A subscriber that asks for what a test wants. */
    private static final class PolicyInvoker implements Flow.Subscriber<StreamChunk> {
        private final List<StreamChunk> got = new ArrayList<>();
        private final CompletableFuture<List<StreamChunk>> end = new CompletableFuture<>();
        private Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
        }

        @Override
        public void onNext(StreamChunk chunk) {
            got.add(chunk);
        }

        @Override
        public void onError(Throwable error) {
            end.completeExceptionally(error);
        }

        @Override
        public void onComplete() {
            end.complete(got);
        }
    }

    /** A publisher that counts, and sends when a test says so. */
    private static final class Counting implements Flow.Publisher<StreamChunk>, Flow.Subscription {
        private long asked;
        private int cancelled;

        @Override
        public void subscribe(Flow.Subscriber<? super StreamChunk> subscriber) {
            subscriber.onSubscribe(this);
        }

        @Override
        public void request(long n) {
            asked += n;
        }

        @Override
        public void cancel() {
            cancelled++;
        }
    }

    @Test
    void theProcessorRequestsOnlyWhatIsDemanded() {
        Flow.Processor<StreamChunk, StreamChunk> processor =
                StreamRunner.of(new Recorder()).processor(Upstream.REQUEST);
        Counting model = new Counting();
        PolicyInvoker client = new PolicyInvoker();
        model.subscribe(processor);
        processor.subscribe(client);
        assertThat(model.asked).isZero();
        client.subscription.request(2);
        assertThat(model.asked).isEqualTo(1);
        processor.onNext(text("a"));
        processor.onNext(text("b"));
        assertThat(client.got).hasSize(2);
        assertThat(model.asked).as("the client has had its two").isEqualTo(2);
        client.subscription.request(Long.MAX_VALUE);
        processor.onNext(finish("stop"));
        assertThat(client.got).as("the finish is held back until the end").hasSize(2);
        processor.onComplete();
        assertThat(client.end.join()).hasSize(3);
        assertThat(model.cancelled).isZero();
    }

    @Test
    void aClientThatCancelsEndsTheStream() {
        Recorder policy = new Recorder();
        Flow.Processor<StreamChunk, StreamChunk> processor =
                StreamRunner.of(policy).processor(Upstream.REQUEST);
        Counting model = new Counting();
        PolicyInvoker client = new PolicyInvoker();
        processor.subscribe(client);
        model.subscribe(processor);
        client.subscription.request(1);
        processor.onNext(text("a"));
        client.subscription.cancel();
        client.subscription.cancel();
        processor.onNext(text("b"));
        assertThat(policy.trace()).endsWith("CHUNK_COMPLETE", "STREAM_CLOSED DISCONNECTED");
        assertThat(model.cancelled).isEqualTo(1);
        assertThat(client.got).hasSize(1);
        assertThat(client.end).isNotDone();
    }

    @Test
    void aPolicyThatTerminatesCancelsTheModelAndCompletesTheClient() {
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                context.send(text("no"));
                context.terminate();
            }
        });
        Flow.Processor<StreamChunk, StreamChunk> processor =
                StreamRunner.of(policy).processor(Upstream.REQUEST);
        Counting model = new Counting();
        PolicyInvoker client = new PolicyInvoker();
        processor.subscribe(client);
        model.subscribe(processor);
        client.subscription.request(10);
        processor.onNext(text("a"));
        assertThat(client.end.join()).containsExactly(text("no"), finish("stop"));
        assertThat(model.cancelled).isEqualTo(1);
    }

    @Test
    void failuresAndBadRequestsReachTheClient() {
        for (Throwable error : List.of(new IllegalStateException("down"), new IllegalArgumentException("n"))) {
            Recorder policy = new Recorder();
            Flow.Processor<StreamChunk, StreamChunk> processor =
                    StreamRunner.of(policy).processor(Upstream.REQUEST);
            Counting model = new Counting();
            PolicyInvoker client = new PolicyInvoker();
            model.subscribe(processor);
            processor.subscribe(client);
            if (error instanceof IllegalArgumentException) {
                client.subscription.request(0);
            } else {
                processor.onError(error);
            }
            assertThatThrownBy(client.end::join).hasCauseInstanceOf(error.getClass());
            assertThat(policy.trace()).endsWith("STREAM_CLOSED FAILED");
        }
    }

    @Test
    void aResponseWithoutAnythingIsAnErrorUnlessThatIsAllowed() {
        for (boolean allowed : new boolean[] {false, true}) {
            StreamSettings settings =
                    allowed ? StreamSettings.defaults().allowingEmptyOutput() : StreamSettings.defaults();
            Flow.Processor<StreamChunk, StreamChunk> processor =
                    StreamRunner.of(settings, List.of(new Recorder())).processor(Upstream.REQUEST);
            PolicyInvoker client = new PolicyInvoker();
            processor.subscribe(client);
            new Counting().subscribe(processor);
            processor.onComplete();
            if (allowed) {
                assertThat(client.end.join()).isEmpty();
            } else {
                assertThatThrownBy(client.end::join).hasCauseInstanceOf(StreamException.class);
            }
        }
    }

    @Test
    void aSecondSubscriberIsRefused() {
        Flow.Processor<StreamChunk, StreamChunk> processor = processor();
        processor.subscribe(new PolicyInvoker());
        PolicyInvoker second = new PolicyInvoker();
        processor.subscribe(second);
        assertThatThrownBy(second.end::join).hasMessageContaining("one subscriber");
    }

    @Test
    void itStandsBehindThePublisherOfTheJdk() throws Exception {
        Flow.Processor<StreamChunk, StreamChunk> processor = processor();
        PolicyInvoker client = new PolicyInvoker();
        try (SubmissionPublisher<StreamChunk> model = new SubmissionPublisher<>()) {
            model.subscribe(processor);
            processor.subscribe(client);
            client.subscription.request(Long.MAX_VALUE);
            response().forEach(model::submit);
        }
        assertThat(said(client.end.get(20, TimeUnit.SECONDS))).isEqualTo(capitals());
    }
}
