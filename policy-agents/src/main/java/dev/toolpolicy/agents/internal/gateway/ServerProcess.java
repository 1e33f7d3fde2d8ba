package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.page.internal.OwnRequests;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server that runs as a process, and receives and sends messages by its standard input and output. Thread-safe. */
final class ServerProcess implements Peer, AutoCloseable {
    private static final long PATIENCE_SECONDS = 5;

    private final Process process;
    /** The messages that the server hasn't read; empty for the end of its input. */
    private final BlockingQueue<Optional<ObjectNode>> input = new ArrayBlockingQueue<>(1_000);

    private ServerProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts a server.
     *
     * @param folder the folder in which it starts
     * @param secrets the variables of the environment that it doesn't get
     * @param errors where its standard error goes
     * @throws IOException if it can't be started
     */
    static ServerProcess start(List<String> command, Path folder, Set<String> secrets, ProcessBuilder.Redirect errors)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toAbsolutePath().toFile())
                .redirectError(errors);
        builder.environment().keySet().removeAll(secrets);
        ServerProcess server = new ServerProcess(builder.start());
        OwnRequests.daemons("to the server").newThread(server::write).start();
        return server;
    }

    /** Sends a message. What the server hasn't read yet waits, so that nothing else waits for it. */
    @Override
    public void send(ObjectNode message) throws IOException {
        if (!input.offer(Optional.of(message))) {
            throw new IOException("the server doesn't read its input");
        }
    }

    /** Writes what is sent to the server, until the end. A server that can't be written to is ended. */
    private void write() {
        try (OutputStream out = process.getOutputStream()) {
            Peer server = Lines.writer(out);
            for (Optional<ObjectNode> next = input.take(); next.isPresent(); next = input.take()) {
                server.send(next.get());
            }
        } catch (IOException | InterruptedException e) {
            process.toHandle().destroy(); // which leaves the streams, that others read
        }
    }

    /**
     * Passes on what the server sends, until its end.
     *
     * @throws IOException if a message can't be read, or the receiver fails
     */
    void relay(Lines.Receiver to) throws IOException {
        Lines.relay(process.getInputStream(), to);
    }

    /** Returns the lines of the standard error, if it isn't redirected. */
    Stream<String> errors() {
        return process.errorReader(StandardCharsets.UTF_8).lines();
    }

    /** Ends the server's input, and the server if it doesn't end soon by itself. */
    void endInput() {
        input.offer(Optional.empty());
        process.onExit()
                .completeOnTimeout(process, PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
        process.toHandle().destroy();
    }

    /** Ends the server and what it has started: first in peace, then by force. */
    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroy);
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
        all.forEach(ProcessHandle::destroyForcibly);
        input.offer(Optional.empty());
    }
}
