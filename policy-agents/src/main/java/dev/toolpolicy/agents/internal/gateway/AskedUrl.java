package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import dev.toolpolicy.page.internal.OwnRequests;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A connection to a server over HTTP, and the session that the server gives, which ends with it. */
final class AskedUrl implements ServerTools.Connection, AutoCloseable {
    private final Upstream upstream;
    private final ClientSessions sessions = new ClientSessions(0, 0);
    private final HttpStreams streams;
    private final Headers own = new Headers();
    private final long end;
    /** What went wrong last, behind a semicolon. */
    private volatile String remark = "";

    AskedUrl(URI url, Duration limit) {
        upstream = new Upstream(url, name -> MissingNode.getInstance(), limit);
        streams = new HttpStreams(upstream, sessions, line -> remark = "; " + line);
        end = System.nanoTime() + limit.toNanos();
        own.set("Accept", "application/json, text/event-stream");
    }

    @Override
    public CompletableFuture<Reply> send(String method, ObjectNode params) {
        return streams.ask(
                own,
                method,
                params,
                head -> head.headers().firstValue(Upstream.SESSION).ifPresent(session -> {
                    sessions.give(session);
                    own.set(Upstream.SESSION, session);
                }),
                end,
                task -> OwnRequests.daemons("asks the server").newThread(task).start());
    }

    @Override
    public void ready(ObjectNode notification, String version) throws IOException {
        own.set(Upstream.VERSION, version);
        upstream.post(notification, own).body().close();
    }

    @Override
    public String remark() {
        return remark;
    }

    @Override
    public void close() throws IOException {
        if (own.containsKey(Upstream.SESSION)) {
            upstream.send("DELETE", own, "").body().close();
        }
    }
}
