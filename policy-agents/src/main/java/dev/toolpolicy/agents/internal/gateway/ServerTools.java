package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.page.internal.OwnRequests;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * The tools of a server that is asked for nothing else. They are listed and taken up as by a gateway. A server that
 * refuses {@code initialize} is asked as since the protocol's version 2026-07-28.
 *
 * @param tools the tools that a gateway would take up, in the server's order
 * @param problems a line for each tool that a gateway would disable, and one if there are more than it takes up
 */
public record ServerTools(List<HostTool> tools, List<String> problems) {
    private static final String INITIALIZE = "initialize";
    /** The versions of the protocol that begin with {@code initialize}, the newest first. */
    private static final List<String> OLDER = List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    private static final String NEWER = "2026-07-28";

    /** A connection to the server. */
    interface Connection extends ListedTools.Requests {
        /** Notifies the server that the client is ready, in a version of the protocol. */
        void ready(ObjectNode notification, String version) throws IOException;

        /** Returns what else is known of a failure, behind a semicolon; empty if nothing is. */
        String remark();
    }

    /**
     * Asks a server that is started for this, and has ended when this method returns.
     *
     * @param command the program and its arguments
     * @param secrets the variables of the environment that the server doesn't get
     * @param limit the time in which it must answer
     * @throws IOException if it can't be started or doesn't list its tools
     */
    public static ServerTools ofCommand(List<String> command, Set<String> secrets, Duration limit) throws IOException {
        try (ServerProcess process = ServerProcess.start(command, Path.of(""), secrets, ProcessBuilder.Redirect.PIPE)) {
            return of(end -> new AskedProcess(process, end), limit);
        }
    }

    /** Asks a server that speaks Streamable HTTP, as above. */
    public static ServerTools ofUrl(URI url, Duration limit) throws IOException {
        return of(end -> new AskedUrl(url, end), limit);
    }

    private static ServerTools of(LongFunction<Connection> connects, Duration limit) throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        Connection server = connects.apply(end);
        ListedTools listed = new ListedTools(Set.of());
        String refusal = "";
        try {
            ObjectNode opening = JsonNodeFactory.instance.objectNode().put("protocolVersion", OLDER.get(0));
            opening.putObject("capabilities");
            opening.putObject("clientInfo").put("name", "toolpolicy").put("version", "1");
            Reply opened = server.send(INITIALIZE, opening);
            if (opened.message().isEmpty()) {
                throw new IOException(opened.refusal(INITIALIZE));
            }
            String version = opened.result().path("protocolVersion").asText();
            boolean isOlder = OLDER.contains(version);
            if (isOlder) {
                server.ready(
                        Message.notification("notifications/initialized", JsonNodeFactory.instance.objectNode()),
                        version);
            } else {
                refusal = "; " + opened.refusal(INITIALIZE) + (version.isEmpty() ? "" : ": version " + version);
            }
            listed.read(server, isOlder ? "" : NEWER);
        } catch (IOException e) {
            boolean isLate = System.nanoTime() >= end;
            String what = isLate
                    ? "no answer within " + limit.toSeconds() + " seconds"
                    : Objects.requireNonNullElse(e.getMessage(), e.toString());
            throw new IOException(what + refusal + server.remark(), e);
        }
        List<HostTool> tools = new ArrayList<>();
        listed.tools().forEach((name, tool) -> tools.add(ListedTools.described(name, tool)));
        return new ServerTools(tools, listed.lines());
    }

    /** A connection to a server that is a process. Requests of the server are refused. */
    private static final class AskedProcess implements Connection {
        private final ServerProcess process;
        private final long end;
        private final PendingRequests requests;
        private final CompletableFuture<Void> silent;
        /** The last fault of the server's messages, after a semicolon; empty if there was none. */
        private volatile String wrong = "";

        private volatile boolean ended;
        /** The last line that the server has written to its standard error. */
        private volatile String said = "";

        AskedProcess(ServerProcess process, long end) {
            this.process = process;
            this.end = end;
            requests = new PendingRequests(process);
            OwnRequests.daemons("from the server").newThread(this::relay).start();
            silent = CompletableFuture.runAsync(
                    () -> process.errors().filter(line -> !line.isBlank()).forEach(line -> said = "; it said: " + line),
                    task -> OwnRequests.daemons("errors of the server")
                            .newThread(task)
                            .start());
        }

        private void relay() {
            try {
                process.relay(this::take);
            } catch (IOException e) {
                wrong = "; " + e.getMessage();
            } finally {
                ended = true;
                requests.end();
            }
        }

        private void take(String text) throws IOException {
            try {
                Message message = Message.read(text);
                if (message.kind() == Message.Kind.RESPONSE) {
                    requests.answered(message);
                } else if (message.kind() == Message.Kind.REQUEST) {
                    process.send(
                            Message.error(message.idValue(), Message.INVALID_REQUEST, "this client only lists tools"));
                }
            } catch (Message.InvalidException e) {
                wrong = "; a message of the server was dropped: " + e.getMessage();
                Message.unreadable(text).ifPresent(answer -> requests.unanswered(answer.id()));
            }
        }

        @Override
        public Reply send(String method, ObjectNode params) throws IOException {
            return requests.send(method, params)
                    .reply()
                    .completeOnTimeout(Reply.none(), end - System.nanoTime(), TimeUnit.NANOSECONDS)
                    .join();
        }

        @Override
        public void ready(ObjectNode notification, String version) throws IOException {
            process.send(notification);
        }

        @Override
        public String remark() {
            silent.completeOnTimeout(null, 1, TimeUnit.SECONDS).join();
            return wrong + (ended ? "; it has ended" : "") + said;
        }
    }

    /** A connection to a server over HTTP, and the session that the server gives. */
    private static final class AskedUrl implements Connection {
        private final Upstream upstream;
        private final ClientSessions sessions = new ClientSessions(0, 0);
        private final HttpStreams streams;
        private final Headers own = new Headers();
        private final long end;
        /** The last failure, after a semicolon; empty if there was none. */
        private volatile String remark = "";

        AskedUrl(URI url, long end) {
            upstream = new Upstream(url, name -> MissingNode.getInstance(), Upstream.until(end));
            streams = new HttpStreams(upstream, sessions, line -> remark = "; " + line);
            this.end = end;
            own.set("Accept", "application/json, text/event-stream");
        }

        @Override
        public Reply send(String method, ObjectNode params) throws IOException {
            return streams.ask(own, method, params, this::head, end);
        }

        private void head(HttpResponse<?> response) {
            response.headers().firstValue(Upstream.SESSION).ifPresent(session -> {
                sessions.give(session);
                own.set(Upstream.SESSION, session);
            });
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
    }
}
