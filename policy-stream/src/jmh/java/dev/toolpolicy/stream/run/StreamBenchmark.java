package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** What a chunk costs on its way through policies that pass everything on, beside a loop that copies by hand. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StreamBenchmark {
    private static final int CHUNKS = 1000;
    private static final StreamRequest REQUEST = StreamRequest.of("benchmark");

    /**
     * How many policies stand in a row; they are of one class, as the hooks of different ones would cost a table
     * look-up more.
     */
    @Param({"1", "2", "5", "10"})
    public int policies;

    private List<StreamChunk> response;
    private StreamRunner runner;

    /** Passes everything on. */
    public static final class PassThrough implements EventDrivenPolicy<Object> {
        @Override
        public Object createState() {
            return new Object();
        }

        @Override
        public void onChunkComplete(StreamChunk chunk, Object state, StreamContext context) {
            context.send(chunk);
        }
    }

    /** Gives its chunks to JMH. */
    private record Sink(Blackhole hole) implements ChunkSink {
        @Override
        public void accept(StreamChunk chunk) {
            hole.consume(chunk);
        }

        @Override
        public void complete() {}

        @Override
        public void fail(Throwable error) {
            throw new IllegalStateException(error);
        }
    }

    /** A response of a thousand chunks, each with a word of text. */
    @Setup
    public void prepare() {
        response = new ArrayList<>();
        for (int i = 0; i < CHUNKS - 1; i++) {
            response.add(StreamChunk.text("word" + i % 100 + " "));
        }
        response.add(StreamChunk.finish(StreamChunk.STOP));
        runner = StreamRunner.of(StreamSettings.defaults(), Collections.nCopies(policies, new PassThrough()));
    }

    /**
     * A loop that makes a new chunk of each and hands it on.
     *
     * @param hole takes the chunks
     */
    @Benchmark
    @OperationsPerInvocation(CHUNKS)
    public void copiedByHand(Blackhole hole) {
        ChunkSink sink = new Sink(hole);
        try {
            for (Iterator<StreamChunk> chunks = response.iterator(); chunks.hasNext(); ) {
                StreamChunk chunk = chunks.next();
                sink.accept(chunk.withContent(chunk.content()));
            }
            sink.complete();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A loop that hands each chunk on as it is.
     *
     * @param hole takes the chunks
     */
    @Benchmark
    @OperationsPerInvocation(CHUNKS)
    public void handedOn(Blackhole hole) {
        ChunkSink sink = new Sink(hole);
        try {
            for (Iterator<StreamChunk> chunks = response.iterator(); chunks.hasNext(); ) {
                sink.accept(chunks.next());
            }
            sink.complete();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The runner.
     *
     * @param hole takes the chunks
     */
    @Benchmark
    @OperationsPerInvocation(CHUNKS)
    public void passedThrough(Blackhole hole) {
        runner.run(REQUEST, response.iterator(), new Sink(hole));
    }
}
