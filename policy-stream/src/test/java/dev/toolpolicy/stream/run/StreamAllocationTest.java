package dev.toolpolicy.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The memory cost of a chunk on its way through policies: the collected text, and nothing else. */
class StreamAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CHUNKS = 20_000;

    private static final class PassThrough implements EventDrivenPolicy<@Nullable Void> {
        @Override
        public @Nullable Void createState() {
            return null;
        }

        @Override
        public void onChunkComplete(StreamChunk chunk, @Nullable Void state, StreamContext context) {
            context.send(chunk);
        }
    }

    private record Counting(long[] count) implements ChunkSink {
        @Override
        public void accept(StreamChunk chunk) {
            count[0]++;
        }

        @Override
        public void complete() {}

        @Override
        public void fail(Throwable error) {}
    }

    private static long bytesPerChunk(StreamChunk chunk) {
        StreamRunner runner = StreamRunner.of(new PassThrough());
        List<StreamChunk> chunks = Collections.nCopies(CHUNKS, chunk);
        long[] count = new long[1];
        runner.run(Upstream.REQUEST, chunks.iterator(), new Counting(count));
        long before = THREADS.getCurrentThreadAllocatedBytes();
        runner.run(Upstream.REQUEST, chunks.iterator(), new Counting(count));
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(count[0]).isEqualTo(2 * CHUNKS);
        return bytes / CHUNKS;
    }

    @Test
    void aChunkOfTextCostsItsTextAsItIsPutTogether() {
        assertThat(bytesPerChunk(Upstream.text("ten chars "))).isLessThanOrEqualTo(48);
    }

    @Test
    void aChunkWithoutTextCostsNothing() {
        assertThat(bytesPerChunk(Upstream.usage(1))).as("the optional").isLessThanOrEqualTo(16);
        assertThat(bytesPerChunk(Upstream.role("assistant"))).isZero();
    }
}
