package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The pages of a server's list of tools, which have one time limit.
 *
 * @param server the server
 * @param version the version of the protocol that a request names; empty before 2026-07-28
 * @param end when the list is given up, by {@link System#nanoTime}
 * @param page receives the tools of each page
 */
record ToolPages(Requests server, Supplier<String> version, long end, Consumer<JsonNode> page) {
    /** The most pages that are read. */
    private static final int MOST = 1_000;

    private static final String METHOD = "tools/list";

    /** A way to send requests to a server. */
    interface Requests {
        /**
         * Sends a request.
         *
         * @return its answer; it fails if the server can't be reached
         * @throws IOException if it can't be sent
         */
        CompletableFuture<Reply> send(String method, ObjectNode params) throws IOException;
    }

    /** Returns the time until a moment of {@link System#nanoTime}, at least one nanosecond. */
    static Duration until(long end) {
        return Duration.ofNanos(Math.max(1, end - System.nanoTime()));
    }

    /** Reads all pages. What it returns fails if a page doesn't come, or if they don't end. */
    CompletableFuture<Void> read() {
        return read("", 0);
    }

    private CompletableFuture<Void> read(String cursor, int before) {
        if (before >= MOST) {
            return CompletableFuture.failedFuture(new IOException("the server's list of tools doesn't end"));
        }
        ObjectNode params = Message.parameters(version.get());
        if (!cursor.isEmpty()) {
            params.put("cursor", cursor);
        }
        try {
            return server.send(METHOD, params)
                    .orTimeout(until(end).toNanos(), TimeUnit.NANOSECONDS)
                    .thenCompose(reply -> next(reply, before));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Void> next(Reply reply, int before) {
        JsonNode tools = reply.result().path("tools");
        if (!tools.isArray()) {
            return CompletableFuture.failedFuture(new IOException(reply.refusal(METHOD)));
        }
        page.accept(tools);
        String cursor = reply.result().path("nextCursor").asText();
        return cursor.isEmpty() ? CompletableFuture.completedFuture(null) : read(cursor, before + 1);
    }
}
