package dev.toolpolicy.test.replay;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * An HTTP server on this machine's loopback that plays recorded responses, in the pieces and at the pace that they say,
 * to any SDK that is pointed at it.
 *
 * <pre>{@code
 * try (ReplayServer server = ReplayServer.start()) {
 *     Exchange exchange = server.play(Replay.events(recorded).holdingAfter(3));
 *     // point the SDK at server.uri(), call it, look at what arrived, then
 *     exchange.release();
 * }
 * }</pre>
 *
 * <p>It works on plain sockets, one request a connection: so it sees at once that a client has left, also while it has
 * nothing to write. Safe for any thread.
 */
public final class ReplayServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ReplayServer.class.getName());

    private final ServerSocket listening;
    private final Queue<Exchange> waiting = new ConcurrentLinkedQueue<>();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private ReplayServer(ServerSocket listening) {
        this.listening = listening;
    }

    /**
     * Starts a server on a free port.
     *
     * @return the server
     * @throws IOException if there is none
     */
    public static ReplayServer start() throws IOException {
        ReplayServer server = new ReplayServer(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
        server.inBackground("accept", server::accept);
        return server;
    }

    /**
     * Returns its address.
     *
     * @return an address without a path, such as {@code http://127.0.0.1:40123}
     */
    public URI uri() {
        return URI.create(
                "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + listening.getLocalPort());
    }

    /**
     * Plays a response to the next request that has none yet, without looking at its contents; one that comes when
     * there is no response is told so with status 500.
     *
     * @param replay the response
     * @return what becomes of it
     */
    public Exchange play(Replay replay) {
        Exchange exchange = new Exchange(replay);
        waiting.add(exchange);
        return exchange;
    }

    private void accept() {
        while (!closed) {
            try {
                Socket socket = listening.accept();
                connections.add(socket);
                inBackground("connection", () -> serve(socket));
            } catch (IOException e) {
                if (!closed) {
                    LOG.log(Level.WARNING, "accepting a connection failed", e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            new ReplayConnection(socket, this::next).serve();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a connection broke", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connections.remove(socket);
        }
    }

    private Exchange next(ReplayRequest request) {
        Exchange found = waiting.poll();
        if (found == null) {
            String message = "no response is there to play for " + request.method() + " " + request.path();
            found = new Exchange(Replay.error(500, "{\"error\":{\"message\":\"" + message.replace("\"", "'") + "\"}}"));
        }
        return found;
    }

    private void inBackground(String what, Runnable work) {
        Thread thread = new Thread(work, "replay " + what);
        thread.setDaemon(true);
        thread.start();
    }

    /** Closes all connections. */
    @Override
    public void close() throws IOException {
        closed = true;
        listening.close();
        for (Socket socket : connections) {
            socket.close();
        }
    }
}
