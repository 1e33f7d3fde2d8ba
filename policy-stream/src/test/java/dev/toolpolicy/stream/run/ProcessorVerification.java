package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.StreamChunk;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.IdentityFlowProcessorVerification;

/** The processor, with a policy that passes everything on, as the Reactive Streams TCK wants to see it: also of nothing. */
public final class ProcessorVerification extends IdentityFlowProcessorVerification<StreamChunk> {
    private final ExecutorService threads;

    ProcessorVerification(ExecutorService threads) {
        super(new TestEnvironment(200, 100, false), 1000);
        this.threads = threads;
    }

    @Override
    protected Flow.Processor<StreamChunk, StreamChunk> createIdentityFlowProcessor(int bufferSize) {
        StreamSettings settings = StreamSettings.defaults().allowingEmptyOutput();
        return StreamRunner.of(settings, List.of(new Recorder())).processor(Upstream.REQUEST);
    }

    /** A stream that fails before its subscriber comes. */
    @Override
    protected Flow.Publisher<StreamChunk> createFailedFlowPublisher() {
        return subscriber -> {
            Flow.Processor<StreamChunk, StreamChunk> processor = createIdentityFlowProcessor(1);
            processor.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long n) {}

                @Override
                public void cancel() {}
            });
            processor.onError(new IllegalStateException("the model is down"));
            processor.subscribe(subscriber);
        };
    }

    @Override
    public ExecutorService publisherExecutorService() {
        return threads;
    }

    @Override
    public StreamChunk createElement(int element) {
        return StreamChunk.text("word " + element);
    }

    @Override
    public long maxSupportedSubscribers() {
        return 1;
    }
}
