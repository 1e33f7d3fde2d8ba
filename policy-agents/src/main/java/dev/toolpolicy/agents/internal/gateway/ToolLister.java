package dev.toolpolicy.agents.internal.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Asks the server for its tools, page by page, so that the engine knows them before a call comes. Thread-safe. */
final class ToolLister {
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

    /**
     * Asks once more, after what is being asked now. Any number of wishes in the meantime is one.
     *
     * @return completes when the tools are known; it fails if they can't be
     */
    synchronized CompletableFuture<Void> list() {
        if (!waits) {
            waits = true;
            listing = listing.handle((done, failure) -> "").thenCompose(before -> first());
        }
        return listing;
    }

    private CompletableFuture<Void> first() {
        synchronized (this) {
            waits = false;
        }
        ListedTools all = tools.list();
        return pages(all, System.nanoTime() + limit.toNanos())
                .whenComplete(
                        (done, failure) -> tools.offer(all, tools.session(session))); // also what came before it failed
    }

    private CompletableFuture<Void> pages(ListedTools all, long end) {
        try {
            return server.send(ListedTools.METHOD, all.next(version.get()))
                    .reply()
                    .orTimeout(end - System.nanoTime(), TimeUnit.NANOSECONDS)
                    .thenCompose(page -> all.take(page) ? CompletableFuture.completedFuture(null) : pages(all, end));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Waits for a list that is being asked for, if the tool is known, and else asks for one. */
    synchronized CompletionStage<Void> known(String tool) {
        return !listing.isDone() || tools.isKnown(tool) ? listing.handle((done, failure) -> null) : list();
    }
}
