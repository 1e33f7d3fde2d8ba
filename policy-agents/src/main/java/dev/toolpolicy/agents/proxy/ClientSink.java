package dev.toolpolicy.agents.proxy;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.internal.wire.ChunkCodec;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A client at the end of a connection. That it has left is noticed when something is written to it, at the latest with
 * the next heartbeat: then the stream is notified, and the serving thread is woken if an approval is still awaited for
 * it.
 */
final class ClientSink implements ChunkSink {
    private static final Logger LOG = System.getLogger(PolicyProxy.class.getName());

    private final ChunkCodec codec;
    private final OutputStream out;
    private @Nullable Runnable leaving;
    private @Nullable Thread serving;

    ClientSink(ChunkCodec codec, OutputStream out) {
        this.codec = codec;
        this.out = out;
    }

    /** Registers the calling thread as the one that serves the client, until {@link #over}. */
    synchronized void onLeaving(Runnable told) {
        leaving = told;
        serving = Thread.currentThread();
    }

    /** Ends the registration: a leaving client no longer interrupts the thread. */
    synchronized void over() {
        serving = null;
        Thread.interrupted();
    }

    private synchronized void wake() {
        if (leaving != null && serving != null) {
            leaving.run();
            serving.interrupt();
        }
    }

    @Override
    public void accept(StreamChunk chunk) throws IOException {
        write(codec.write(chunk));
    }

    private void write(String text) throws IOException {
        if (!text.isEmpty()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    @Override
    public void heartbeat() throws IOException {
        try {
            write(": waiting\n\n");
        } catch (IOException e) {
            wake();
            throw e;
        }
    }

    @Override
    public void complete() throws IOException {
        write(codec.end());
    }

    @Override
    public void fail(Throwable error) {
        if (error instanceof StreamContext.ClosedException) {
            return;
        }
        try {
            write(codec.failure("Tool Policy: " + error.getMessage()));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a client left before it could be told of a failure", e);
        }
    }
}
