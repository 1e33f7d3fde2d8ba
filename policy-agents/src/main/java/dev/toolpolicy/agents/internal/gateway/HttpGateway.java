package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.agents.internal.local.Utf8Text;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.page.internal.OwnRequests;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A gateway between clients and a server that speak the protocol's Streamable HTTP. Each request of a client has a
 * thread while it is served. In a session that the server has given, streams of both sides may break and be resumed:
 * each message of the server is judged once, and kept as it was judged for a client that has missed it.
 */
public final class HttpGateway implements AutoCloseable {
    private static final int LONGEST = 32 << 20;
    private static final Duration REQUEST_TIME = Duration.ofSeconds(30);
    private static final String UNREACHED = "the MCP server can't be reached, or has refused to list its tools";
    private static final String UNSTORED = "its session can't be stored";

    private final Upstream upstream;
    private final GatewayTools tools;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(OwnRequests.daemons("mcp gateway"));
    private final OwnRequests own = OwnRequests.to(Set.of());
    private final ClientSessions sessions = new ClientSessions(1_000, 32 << 20);
    private final HttpStreams streams;
    private final Duration listLimit;
    /** By the session in which it is decided, the id of a call that the server doesn't have yet. */
    private final Map<PolicySession, String> waiting = new ConcurrentHashMap<>();

    private volatile boolean listed;

    private HttpGateway(HttpServer server, Upstream upstream, GatewayTools tools, Duration listLimit) {
        this.server = server;
        this.upstream = upstream;
        this.tools = tools;
        this.listLimit = listLimit;
        streams = new HttpStreams(upstream, sessions, tools.log);
    }

    /**
     * Starts a gateway on this machine's loopback.
     *
     * @param port the port; 0 takes a free one
     * @throws IOException if the port is taken
     */
    public static HttpGateway start(int port, URI upstream, GatewayTools tools) throws IOException {
        return start(port, upstream, tools, ToolLister.LIMIT);
    }

    /** Starts a gateway that gives the server a time for its list of tools, and looks for silent clients as often. */
    static HttpGateway start(int port, URI upstream, GatewayTools tools, Duration listLimit) throws IOException {
        HttpServer server = OwnRequests.server(port, REQUEST_TIME);
        HttpGateway gateway =
                new HttpGateway(server, new Upstream(upstream, tools::schema, Upstream.PATIENCE), tools, listLimit);
        server.createContext("/", gateway::handle);
        server.setExecutor(gateway.threads);
        server.start();
        return gateway;
    }

    /** Returns the address for clients. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + upstream.path());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            HttpClientAnswer answer = new HttpClientAnswer(exchange);
            try {
                serve(answer);
            } catch (IOException e) {
                tools.log.accept("a request ended: " + VisibleText.line(e.toString()));
                answer.fail(answer.status(502), UNREACHED);
            } catch (Message.InvalidException e) {
                answer.fail(400, String.valueOf(e.getMessage()));
            } catch (RuntimeException e) {
                tools.log.accept("a request failed: " + e);
                answer.fail(500, "the gateway failed on this request");
            } finally {
                answer.close("");
            }
        }
    }

    private void serve(HttpClientAnswer answer) throws IOException, Message.InvalidException {
        HttpExchange exchange = answer.exchange();
        Headers headers = answer.client();
        if (!own.isOwn(exchange)) {
            answer.end(403, null);
        } else if (headers.getOrDefault(Upstream.SESSION, List.of()).size() > 1) {
            answer.end(400, null); // the server could take another one than the gateway
        } else if (!exchange.getRequestURI().getRawPath().equals(upstream.path())) {
            answer.end(404, null);
        } else if (exchange.getRequestMethod().equals("POST")) {
            post(answer, read(exchange.getRequestBody()));
        } else if (exchange.getRequestMethod().equals("GET")) {
            listen(answer);
        } else if (exchange.getRequestMethod().equals("DELETE")) {
            relay(answer, Optional.empty(), upstream.send("DELETE", headers, ""));
        } else {
            answer.end(405, null);
        }
    }

    /** Reads a client's message. That it can't be read is not the server's failure. */
    private static Message read(InputStream body) throws Message.InvalidException {
        try {
            return Message.read(Utf8Text.read(body, LONGEST, "a request"));
        } catch (IOException e) {
            throw new Message.InvalidException(String.valueOf(e.getMessage()));
        }
    }

    private void post(HttpClientAnswer answer, Message message) throws IOException {
        answer.answers(message);
        Optional<ToolCall> call = ToolCall.of(message);
        if (call.isPresent()) {
            call(answer, call.get());
        } else if (differs(answer, message)) {
            return;
        } else if (ToolCall.isNearly(message)) {
            answer.end(400, ToolCall.invalid(message, tools.client(answer.client())));
        } else {
            if (message.method().equals("notifications/cancelled")) {
                cancel(answer.client(), message.parameter("requestId").toString());
            }
            HttpResponse<InputStream> response = upstream.post(message.tree(), answer.client());
            if (message.method().equals("initialize") && response.statusCode() / 100 == 2) {
                response.headers().allValues(Upstream.SESSION).forEach(sessions::give);
            }
            relay(answer, Optional.of(message).filter(each -> each.kind() == Message.Kind.REQUEST), response);
        }
    }

    /** Returns whether a client's headers say something else than the message, which is then refused. */
    private boolean differs(HttpClientAnswer answer, Message message) throws IOException {
        Optional<String> differing = MirroredHeaders.differing(answer.client(), upstream.mirrored(message));
        if (differing.isPresent()) {
            String why = "the header " + differing.get() + " says something else than the message";
            if (ToolCall.isNearly(message)) {
                ToolCall.report(message, tools.client(answer.client()), why);
            }
            answer.end(400, Message.error(message.idValue(), MirroredHeaders.MISMATCH, why));
        }
        return differing.isPresent();
    }

    /**
     * Cancels a call of a client's session. One that the server doesn't have yet never gets there. Without a session,
     * several clients may use the same id, so no such call is cancelled.
     */
    private void cancel(Headers client, String request) {
        streams.unwanted(client, request);
        Optional<String> name =
                sessions.of(client).map(given -> tools.client(client).id() + "/" + given);
        waiting.forEach((session, each) -> {
            if (name.equals(Optional.of(session.id())) && each.equals(request)) {
                withdraw(session);
            }
        });
    }

    /** Withdraws the question of a call that the server doesn't have yet, and never will. */
    private void withdraw(PolicySession session) {
        if (waiting.remove(session) != null) {
            session.close();
        }
    }

    /** Sends a client what it has missed of a stream, or what the server says outside of requests. */
    private void listen(HttpClientAnswer answer) throws IOException {
        Headers headers = answer.client();
        String last = headers.getFirst(Upstream.LAST_EVENT);
        Optional<String> place =
                last == null || sessions.of(headers).isEmpty() ? Optional.of("") : streams.resume(answer, last);
        if (place.isPresent()) {
            HttpResponse<InputStream> response = upstream.send("GET", headers, place.get());
            if (response.statusCode() / 100 != 2 && !place.get().isEmpty()) {
                response.body().close();
                response = upstream.send("GET", headers, "");
            }
            relay(answer, Optional.empty(), response);
        }
    }

    /** Relays what the server says to a request; of responses only the first one to this request. */
    private void relay(HttpClientAnswer answer, Optional<Message> request, HttpResponse<InputStream> response)
            throws IOException {
        streams.answered(answer, response);
        try (ServerAnswer messages = streams.read(answer.client(), request.map(Message::id), response)) {
            if (messages.streams()) {
                streams.keep(answer, request);
                answer.open();
                answer.whenGone(() -> true, messages::end, listLimit.toNanos(), threads);
            }
            Optional<Message> unanswered = request;
            Optional<String> text = messages.next();
            for (; text.isPresent(); text = answer.isLeft() ? Optional.empty() : messages.next()) {
                Optional<ObjectNode> passing = passing(answer.client(), text.get(), unanswered);
                if (passing.isPresent() && !passing.get().has("method")) {
                    unanswered = Optional.empty();
                    messages.finish();
                }
                if (passing.isPresent() && messages.streams()) {
                    answer.event(passing.get());
                } else if (passing.isPresent()) {
                    answer.end(response.statusCode(), passing.get());
                }
            }
            if (unanswered.isPresent()) {
                answer.fail(200, "the MCP server has not answered");
            }
            answer.close(messages.place());
            if (answer.isFresh()) {
                answer.end(response.statusCode(), null);
            }
        }
    }

    /**
     * Returns a message of the server as the client may see it; empty if it may not. An answer to the request that can't
     * be read becomes an error.
     */
    private Optional<ObjectNode> passing(Headers client, String text, Optional<Message> request) throws IOException {
        Message message;
        try {
            message = tools.admitted(Message.read(text));
        } catch (Message.InvalidException e) {
            tools.log.accept("a message of the server was dropped: " + e.getMessage());
            return Message.unreadable(text)
                    .filter(error ->
                            request.map(Message::id).filter(error.id()::equals).isPresent())
                    .map(Message::tree);
        }
        if (message.kind() == Message.Kind.RESPONSE) {
            if (request.isEmpty() || !message.id().equals(request.get().id())) {
                tools.log.accept("a response of the server to no open request was dropped");
                return Optional.empty();
            }
            return Optional.of(tools.passed(message, ServerText.answering(request.get()), tools.client(client)));
        }
        if (message.kind() == Message.Kind.NOTIFICATION && !tools.passes(message, tools.client(client))) {
            return Optional.empty();
        }
        Optional<ObjectNode> refused =
                message.kind() == Message.Kind.REQUEST ? tools.refused(message) : Optional.empty();
        if (refused.isPresent()) {
            upstream.post(refused.get(), client).body().close();
            return Optional.empty();
        }
        if (message.method().equals("notifications/tools/list_changed")) {
            listed = false;
        }
        return Optional.of(message.tree());
    }

    private void call(HttpClientAnswer answer, ToolCall call) throws IOException {
        Headers request = answer.client();
        PolicySession opened;
        try {
            list(answer, call);
            if (differs(answer, call.request())) { // the schema says which headers there are
                return;
            }
            opened = tools.session(request, memory(answer, call), call.tool());
        } catch (IOException | StoreException e) {
            ToolCall.report(call.request(), tools.client(request), e instanceof IOException ? UNREACHED : UNSTORED);
            throw e;
        }
        ObjectNode response;
        try (PolicySession session = opened) {
            Optional<ObjectNode> refused = call.refused(tools, session);
            response = refused.isPresent() ? refused.get() : decided(answer, call, session);
        } catch (StoreException e) { // perhaps of labels that the client's session lacks, so the result is withheld
            tools.log.accept("a call has no session: " + VisibleText.line(String.valueOf(e.getMessage())));
            response = call.notRun("It is unknown whether the call ran: " + UNSTORED + ".");
        } finally {
            waiting.remove(opened);
            streams.unwanted(request, call.id()); // where it took too long
        }
        answer.end(answer.status(200), response);
    }

    /** Returns the session in which requirements of a call count, and its approval waits; empty if there is none. */
    private Optional<String> memory(HttpClientAnswer answer, ToolCall call) {
        return call.request().version().isEmpty()
                ? sessions.of(answer.client())
                : tools.withoutSession(answer.client());
    }

    /** Decides a call, runs it if it may run, and returns the response. */
    private ObjectNode decided(HttpClientAnswer answer, ToolCall call, PolicySession session) throws IOException {
        streams.keep(answer, Optional.of(call.request()));
        waiting.put(session, call.id());
        if (!call.request().version().isEmpty()) { // in older versions, a client that has gone has cancelled nothing
            answer.whenGone(() -> waiting.containsKey(session), () -> withdraw(session), listLimit.toNanos(), threads);
        }
        GuardedCall guarded = session.guard(call.id(), call.tool(), call.arguments());
        GuardedCall.Result<Reply> result = run(answer, call, session, guarded);
        if (memory(answer, call).isEmpty()
                && result.call().kind() == CallResult.Kind.PENDING) { // its session ends here
            result.call().approval().ifPresent(id -> tools.log.accept("no store has the request " + id));
            return call.notRun("Not run: this call needs approval, and the client has no session.");
        }
        Optional<GuardedCall> again = tools.answered(result.call(), session);
        return call.answer(again.isEmpty() ? result : run(answer, call, session, again.get()));
    }

    private GuardedCall.Result<Reply> run(
            HttpClientAnswer answer, ToolCall call, PolicySession session, GuardedCall guarded) throws IOException {
        return guarded.run(
                approved -> run(answer, call, session, approved), reply -> reply.outcome(tools.labels(call.tool())));
    }

    /** Sends an approved call to the server, and relays what it says before its answer. */
    private Reply run(HttpClientAnswer answer, ToolCall call, PolicySession session, ObjectNode approved)
            throws IOException {
        Optional<Reply> unsent = call.unsent(tools, waiting.remove(session) == null);
        if (unsent.isPresent()) {
            return unsent.get();
        }
        ObjectNode request = Message.request("", ToolCall.METHOD, call.approved(approved));
        request.set("id", call.request().idValue());
        HttpResponse<InputStream> response;
        try {
            response = upstream.post(request, answer.client());
        } catch (ConnectException e) {
            return Reply.notSent("Not run: the MCP server can't be reached.");
        } catch (IOException e) {
            tools.log.accept("a call has no answer: " + VisibleText.line(e.toString()));
            return Reply.none();
        }
        streams.answered(answer, response);
        try (ServerAnswer messages = streams.read(answer.client(), Optional.of(call.id()), response)) {
            if (response.statusCode() / 100 != 2 && !HttpClientAnswer.refuses(response.statusCode())) {
                return Reply.none();
            }
            for (Optional<String> text = messages.next(); text.isPresent(); text = messages.next()) {
                Optional<Message> reply = HttpStreams.reply(text.get(), call.id());
                if (reply.isPresent()) {
                    return new Reply(reply.map(tools::admitted));
                }
                Optional<ObjectNode> passing = passing(answer.client(), text.get(), Optional.of(call.request()));
                if (passing.isPresent() && !passing.get().has("method")) {
                    return Reply.none();
                } else if (passing.isPresent()) {
                    answer.event(passing.get());
                }
            }
            return Reply.none();
        } catch (IOException e) {
            tools.log.accept("the answer of a call broke off: " + VisibleText.line(e.toString()));
            return Reply.none();
        }
    }

    /** Asks the server for its tools, if they aren't known, with the client's own rights. */
    private synchronized void list(HttpClientAnswer answer, ToolCall call) throws IOException {
        if (listed && tools.isKnown(call.tool())) {
            return;
        }
        ListedTools all = tools.list();
        long end = System.nanoTime() + listLimit.toNanos();
        all.read(
                (method, params) -> streams.ask(answer.client(), method, params, answer::headers, end),
                call.request().version());
        tools.offer(all, tools.client(answer.client()));
        listed = true;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
