package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.page.internal.OwnRequests;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A gateway between a client at standard input and output and a server that it starts as a process. */
public final class StdioGateway {
    private static final int LONGEST_MESSAGE = 32 << 20;
    private static final long PATIENCE_SECONDS = 5;

    private interface Receiver {
        void take(String message) throws IOException;
    }

    private final InputStream in;
    private final Peer client;
    private final Set<String> secrets;
    private final Consumer<String> log;
    /** The messages that the server hasn't read; empty for the end of its input. */
    private final BlockingQueue<Optional<ObjectNode>> toServer = new ArrayBlockingQueue<>(1_000);

    private volatile boolean clientGone;
    /** True once all of the client's messages have been taken. */
    private volatile boolean clientDone;

    /**
     * Creates a gateway.
     *
     * @param secrets the variables of the environment that the server doesn't get: with the password of the store, it
     *     could answer requests for approval itself
     */
    public StdioGateway(InputStream in, OutputStream out, Set<String> secrets, Consumer<String> log) {
        this.in = in;
        this.client = Lines.writer(out);
        this.secrets = secrets;
        this.log = log;
    }

    /**
     * Starts the server and relays until the client or the server ends.
     *
     * @param folder the folder in which the server starts, so that relative paths mean to it what was judged
     * @param session the name of the client's session
     * @return whether the client ended first, and all its messages could be read
     * @throws IOException if the server can't be started
     */
    public boolean run(
            List<String> command, Path folder, GatewayTools tools, String session, Optional<Elicitation> questions)
            throws IOException, InterruptedException {
        ProcessBuilder server = new ProcessBuilder(command)
                .directory(folder.toAbsolutePath().toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        server.environment().keySet().removeAll(secrets);
        Process process = server.start();
        try {
            Gateway gateway = new Gateway(client, this::send, tools, "mcp-" + session);
            questions.ifPresent(asked -> asked.connect(gateway));
            Thread fromServer = OwnRequests.daemons("from the server").newThread(() -> relayServer(process, gateway));
            fromServer.start();
            OwnRequests.daemons("to the server").newThread(() -> write(process)).start();
            OwnRequests.daemons("from the client")
                    .newThread(() -> relayClient(process, gateway))
                    .start();
            fromServer.join();
            if (!clientGone) {
                log.accept("the server has ended");
            }
            return clientDone;
        } finally {
            end(process);
        }
    }

    /** Sends a message to the server. What it hasn't read yet waits, so that nothing else waits for it. */
    private void send(ObjectNode message) throws IOException {
        if (!toServer.offer(Optional.of(message))) {
            throw new IOException("the server doesn't read its input");
        }
    }

    /** Writes what is sent to the server, until the end. A server that can't be written to is ended. */
    private void write(Process process) {
        try (OutputStream input = process.getOutputStream()) {
            Peer server = Lines.writer(input);
            for (Optional<ObjectNode> next = toServer.take(); next.isPresent(); next = toServer.take()) {
                server.send(next.get());
            }
        } catch (IOException | InterruptedException e) {
            process.destroy();
        }
    }

    /** Relays what the client sends. Its end is the end of the server's input. */
    private void relayClient(Process process, Gateway gateway) {
        try {
            relay(in, gateway::fromClient);
            clientDone = true;
        } catch (IOException e) {
            log.accept("the client's messages end: " + e.getMessage());
        } finally {
            clientGone = true;
            gateway.clientGone();
            toServer.offer(Optional.empty());
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroy();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Relays what the server sends. Its end is the end of all open calls. */
    private void relayServer(Process process, Gateway gateway) {
        try {
            relay(process.getInputStream(), gateway::fromServer);
        } catch (IOException e) {
            log.accept("the server's messages end: " + e.getMessage());
        } finally {
            gateway.serverGone();
        }
    }

    private static void relay(InputStream from, Receiver to) throws IOException {
        InputStream lines = new BufferedInputStream(from, 1 << 16);
        Optional<String> line = Lines.read(lines, LONGEST_MESSAGE);
        for (; line.isPresent(); line = Lines.read(lines, LONGEST_MESSAGE)) {
            if (!line.get().isBlank()) {
                to.take(line.get());
            }
        }
    }

    private static void end(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
