package dev.toolpolicy.stream.run;

import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A client's sink that gets a heartbeat whenever a whole interval passed without output, from the stream's start to its
 * end. While the sink is busy the client needs none.
 */
final class HeartbeatSink implements ChunkSink {
    private final ChunkSink sink;
    private final ReentrantLock turn = new ReentrantLock();
    private final ScheduledFuture<?> beats;
    private @Nullable IOException gone;
    private boolean quiet;
    private boolean closed;

    HeartbeatSink(ChunkSink sink, StreamSettings.Beat heartbeat) {
        this.sink = sink;
        beats = heartbeat.start(this::beat);
    }

    private void beat() {
        if (!turn.tryLock()) {
            return;
        }
        try {
            if (quiet && !closed && gone == null) {
                sink.heartbeat();
            }
            quiet = true;
        } catch (IOException e) {
            gone = e;
        } catch (Throwable e) {
            gone = new IOException("a heartbeat failed", e);
            UserCode.rethrowFatal(e);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void accept(StreamChunk chunk) throws IOException, InterruptedException {
        turn.lock();
        try {
            if (gone != null) {
                throw gone;
            }
            quiet = false;
            sink.accept(chunk);
        } finally {
            turn.unlock();
        }
    }

    private void close() {
        closed = true;
        beats.cancel(false);
    }

    @Override
    public void complete() throws IOException {
        turn.lock();
        try {
            close();
            sink.complete();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void fail(Throwable error) {
        turn.lock();
        try {
            close();
            sink.fail(error);
        } finally {
            turn.unlock();
        }
    }
}
