package dev.toolpolicy.agents.internal.gateway;

import dev.toolpolicy.page.internal.OwnRequests;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A gateway between a client at standard input and output and a server that it starts as a process. */
public final class StdioGateway {
    private final InputStream in;
    private final Peer client;
    private final Set<String> secrets;
    private final Consumer<String> log;
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
        try (ServerProcess server = ServerProcess.start(command, folder, secrets, ProcessBuilder.Redirect.INHERIT)) {
            Gateway gateway = new Gateway(client, server, tools, "mcp-" + session);
            questions.ifPresent(asked -> asked.connect(gateway));
            Thread fromServer = OwnRequests.daemons("from the server").newThread(() -> relayServer(server, gateway));
            fromServer.start();
            OwnRequests.daemons("from the client")
                    .newThread(() -> relayClient(server, gateway))
                    .start();
            fromServer.join();
            if (!clientGone) {
                log.accept("the server has ended");
            }
            return clientDone;
        }
    }

    /** Relays what the client sends. Its end is the end of the server's input. */
    private void relayClient(ServerProcess server, Gateway gateway) {
        try {
            Lines.relay(in, gateway::fromClient);
            clientDone = true;
        } catch (IOException e) {
            log.accept("the client's messages end: " + e.getMessage());
        } finally {
            clientGone = true;
            gateway.clientGone();
            server.endInput();
        }
    }

    /** Relays what the server sends. Its end is the end of all open calls. */
    private void relayServer(ServerProcess server, Gateway gateway) {
        try {
            server.relay(gateway::fromServer);
        } catch (IOException e) {
            log.accept("the server's messages end: " + e.getMessage());
        } finally {
            gateway.serverGone();
        }
    }
}
