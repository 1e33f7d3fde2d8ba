package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;

/** Sends what is on the board to the pages that are open, as server-sent events (WHATWG HTML, 9.2). */
final class EventFeed {
    /** So many pages may be open at once: each holds a thread. */
    private static final int PAGES = 16;
    /** How long nothing is said at most, so that a page that was closed is noticed. */
    private static final long PULSE = 5_000;
    /** A pause between two events, in which what changes several times is sent once. */
    private static final long PAUSE = 20;

    private final Board board;
    private final Semaphore free = new Semaphore(PAGES);

    EventFeed(Board board) {
        this.board = board;
    }

    void send(HttpExchange exchange) throws IOException {
        if (!free.tryAcquire()) {
            Responses.send(exchange, Responses.said(503, "There are " + PAGES + " pages open already; close one."));
            return;
        }
        try (Board.Reader reader = board.reader()) {
            Responses.HEADERS.forEach(exchange.getResponseHeaders()::set);
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            follow(reader, exchange.getResponseBody());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            free.release();
        }
    }

    private void follow(Board.Reader reader, OutputStream body) throws IOException, InterruptedException {
        write(body, "event: reset\ndata:\n\n");
        while (true) {
            String key = reader.next(PULSE);
            if (key != null) {
                write(body, event(key));
                Thread.sleep(PAUSE);
            } else if (reader.isClosed()) {
                return;
            } else {
                write(body, ": still here\n\n");
            }
        }
    }

    private String event(String key) {
        ObjectNode card = board.card(key);
        // JSON has no line breaks of its own here, so that one line of data is enough.
        return card == null ? "event: gone\ndata: " + key + "\n\n" : "event: card\ndata: " + card + "\n\n";
    }

    private static void write(OutputStream body, String text) throws IOException {
        body.write(text.getBytes(StandardCharsets.UTF_8));
        body.flush();
    }
}
