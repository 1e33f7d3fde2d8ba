package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Policies between a model and a client of Reactor: an example of a stream that is fed. */
final class ReactivePolicies {
    private ReactivePolicies() {}

    /** Returns what the policies send. A chunk is taken from the model only when the client wants more. */
    static Flux<StreamChunk> guarded(StreamRunner runner, StreamRequest request, Flux<StreamChunk> response) {
        return Flux.defer(() -> {
            Output output = new Output();
            PolicyStream stream = runner.open(request, output, () -> {});
            return response.map(stream::push)
                    .concatWith(Mono.fromCallable(() -> {
                        stream.finish();
                        return false;
                    }))
                    .onErrorResume(error -> Mono.fromCallable(() -> {
                        stream.fail(error);
                        return false;
                    }))
                    .takeUntil(more -> !more)
                    .concatMap(more -> output.take(), 0)
                    .doOnCancel(stream::disconnect);
        });
    }

    /** What the policies have sent and the client hasn't got yet. */
    private static final class Output implements ChunkSink {
        private final Queue<StreamChunk> sent = new ConcurrentLinkedQueue<>();
        private volatile @Nullable Throwable failure;

        @Override
        public void accept(StreamChunk chunk) {
            sent.add(chunk);
        }

        @Override
        public void complete() {}

        @Override
        public void fail(Throwable error) {
            failure = error;
        }

        Flux<StreamChunk> take() {
            Throwable error = failure;
            Flux<StreamChunk> all = Flux.generate(to -> {
                StreamChunk next = sent.poll();
                if (next == null) {
                    to.complete();
                } else {
                    to.next(next);
                }
            });
            return error == null ? all : all.concatWith(Flux.error(error));
        }
    }
}
