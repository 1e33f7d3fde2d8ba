package dev.toolpolicy.test.replay;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * One connection: reads one request, plays one response, and watches all the while whether the client is still there.
 */
final class ReplayConnection {
    private static final int LONGEST_LINE = 64 << 10;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final Function<ReplayRequest, Exchange> exchanges;

    ReplayConnection(Socket socket, Function<ReplayRequest, Exchange> exchanges) throws IOException {
        this.socket = socket;
        this.exchanges = exchanges;
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    void serve() throws IOException, InterruptedException {
        String first = line();
        if (first.isEmpty()) {
            return; // a client that connected and thought better of it
        }
        ReplayRequest request = request(first);
        Exchange exchange = exchanges.apply(request);
        exchange.begin(request);
        watch(exchange);
        try {
            play(exchange);
        } finally {
            exchange.end();
        }
    }

    /** Watches for the end of the connection: a client sends nothing after its request. */
    private void watch(Exchange exchange) {
        Thread watcher = new Thread(
                () -> {
                    try {
                        while (in.read() >= 0) {
                            // a request behind the first is answered on a connection of its own
                        }
                    } catch (IOException e) {
                        // the same: the client has left
                    }
                    exchange.clientClosed();
                },
                "replay watcher");
        watcher.setDaemon(true);
        watcher.start();
    }

    private void play(Exchange exchange) throws IOException, InterruptedException {
        Replay replay = exchange.replay();
        int count = replay.pieceCount();
        if (!exchange.awaitTurn(0)) {
            return;
        }
        write(head(replay));
        for (int i = 0; i < count; i++) {
            if (!exchange.awaitTurn(i)) {
                return;
            }
            exchange.sending();
            chunk(replay.piece(i));
        }
        if (exchange.awaitTurn(count) && !replay.breaks()) {
            write("0\r\n\r\n");
            socket.shutdownOutput();
        }
    }

    private static String head(Replay replay) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + replay.status() + " Recorded\r\n");
        replay.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("transfer-encoding: chunked\r\nconnection: close\r\n\r\n")
                .toString();
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private void chunk(byte[] piece) throws IOException {
        if (piece.length == 0) {
            return; // an empty chunk would end the body
        }
        ByteArrayOutputStream chunk = new ByteArrayOutputStream(piece.length + 12);
        chunk.writeBytes((Integer.toHexString(piece.length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        chunk.writeBytes(piece);
        chunk.writeBytes(new byte[] {'\r', '\n'});
        out.write(chunk.toByteArray());
        out.flush();
    }

    private ReplayRequest request(String first) throws IOException {
        String[] words = first.split(" ");
        if (words.length != 3) {
            throw new IOException("not a request: " + first);
        }
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("not a header: " + line);
            }
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            headers.merge(name, line.substring(colon + 1).strip(), (one, other) -> one + ", " + other);
        }
        return new ReplayRequest(words[0], words[1], headers, new String(body(headers), StandardCharsets.UTF_8));
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        if (!headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            return exactly(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.writeBytes(exactly(size));
            line();
        }
        while (!line().isEmpty()) {
            // trailers say nothing here
        }
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        String line = line();
        int extension = line.indexOf(';');
        return Integer.parseInt((extension < 0 ? line : line.substring(0, extension)).strip(), 16);
    }

    private byte[] exactly(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the request's body is cut");
        }
        return bytes;
    }

    /** Returns a line without its end; empty if there is nothing more. */
    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (line.size() == LONGEST_LINE) {
                throw new IOException("a line has more than " + LONGEST_LINE + " bytes");
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
