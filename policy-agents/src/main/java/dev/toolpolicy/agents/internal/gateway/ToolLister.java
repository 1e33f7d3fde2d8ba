package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Asks the server for its tools, page by page, so that the engine knows them before a call comes. Thread-safe. */
final class ToolLister {
    /** The most pages that are read. */
    static final int MOST_PAGES = 1_000;

    /** For how long a server may take for its list. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private final PendingRequests server;
    private final GatewayTools tools;
    private final String session;
    /** The version of the protocol that the client's last request names; empty before 2026-07-28. */
    private final Supplier<String> version;

    private final Duration limit;
    private CompletableFuture<Void> listing = CompletableFuture.completedFuture(null);
    private boolean waits;

    ToolLister(PendingRequests server, GatewayTools tools, String session, Supplier<String> version, Duration limit) {
        this.server = server;
        this.tools = tools;
        this.session = session;
        this.version = version;
        this.limit = limit;
    }

    /** Returns the time until a moment of {@link System#nanoTime}, at least one nanosecond. */
    static Duration until(long end) {
        return Duration.ofNanos(Math.max(1, end - System.nanoTime()));
    }

    /**
     * Asks once more, after what is being asked now. Any number of wishes in the meantime is one.
     *
     * @return completes when the tools are known; it fails if they can't be
     */
    synchronized CompletableFuture<Void> list() {
        if (!waits) {
            waits = true;
            listing = listing.handle((done, failure) -> "").thenCompose(this::first);
        }
        return listing;
    }

    private CompletableFuture<Void> first(String cursor) {
        synchronized (this) {
            waits = false;
        }
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        return pages(cursor, 0, all, System.nanoTime() + limit.toNanos())
                .whenComplete(
                        (done, failure) -> tools.offer(all, tools.session(session))); // also what came before it failed
    }

    /** Waits for a list that is being asked for, if the tool is known, and else asks for one. */
    synchronized CompletionStage<Void> known(String tool) {
        return !listing.isDone() || tools.isKnown(tool) ? listing.handle((done, failure) -> null) : list();
    }

    private CompletableFuture<Void> pages(String cursor, int before, ArrayNode all, long end) {
        if (before >= MOST_PAGES) {
            return CompletableFuture.failedFuture(new IOException("the server's list of tools doesn't end"));
        }
        PendingRequests.Sent sent;
        try {
            sent = server.send("tools/list", page(cursor, version.get()));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
        return sent.reply()
                .orTimeout(until(end).toNanos(), TimeUnit.NANOSECONDS)
                .thenCompose(reply -> next(reply, before, all, end));
    }

    /** Returns the parameters of a request for a page in a version of the protocol. The first page's cursor is empty. */
    static ObjectNode page(String cursor, String version) {
        ObjectNode params = Message.parameters(version);
        return cursor.isEmpty() ? params : params.put("cursor", cursor);
    }

    private CompletableFuture<Void> next(Reply reply, int before, ArrayNode all, long end) {
        JsonNode result = reply.result();
        if (!result.path("tools").isArray()) {
            return CompletableFuture.failedFuture(new IOException("the server doesn't list its tools"));
        }
        tools.collect(result.path("tools"), all, tools.session(session));
        String cursor = result.path("nextCursor").asText();
        return cursor.isEmpty() ? CompletableFuture.completedFuture(null) : pages(cursor, before + 1, all, end);
    }
}
