package dev.toolpolicy.agents.proxy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.page.internal.OwnRequests;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.fault.BoundedMap;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.stream.gate.GateSession;
import dev.toolpolicy.stream.run.StreamSettings;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Takes requests: refuses what isn't served, and hands the rest to a call of its own. */
final class ProxyHandler implements HttpHandler {
    private static final Logger LOG = System.getLogger(PolicyProxy.class.getName());
    /** So many sessions are remembered; the one that was used longest ago is forgotten first. */
    private static final int SESSIONS = 10_000;

    private final PolicyEngine engine;
    private final ProxySettings settings;
    private final StreamSettings streams;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(20))
            .build();
    private final OwnRequests own;
    private final AtomicLong requests = new AtomicLong();
    private final Map<String, GateSession> sessions = new BoundedMap<>(SESSIONS, true);

    ProxyHandler(
            PolicyEngine engine,
            ProxySettings settings,
            List<Consumer<? super StreamEvent>> listeners,
            ScheduledExecutorService timer) {
        this.engine = engine;
        this.settings = settings;
        streams = StreamSettings.defaults()
                .deferringCalls()
                .withListeners(listeners)
                .withHeartbeats(settings.heartbeat(), timer);
        own = OwnRequests.to(settings.names());
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getRawPath();
            Endpoint endpoint = Endpoint.near(path);
            try {
                serve(exchange, path);
            } catch (ProxyException e) {
                refuse(exchange, endpoint, e.status(), String.valueOf(e.getMessage()));
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "a client has left", e);
            } catch (Throwable e) {
                UserCode.log(LOG, Level.ERROR, "serving a request failed", e);
                refuse(exchange, endpoint, 500, "the proxy failed on this request");
                UserCode.rethrowFatal(e);
            }
        }
    }

    private void serve(HttpExchange exchange, String path) throws IOException, ProxyException {
        boolean harmless = HarmlessRequest.is(exchange.getRequestMethod(), path);
        Optional<Endpoint> known = Endpoint.at(path);
        if (known.isEmpty() && !harmless) {
            throw new ProxyException(
                    404,
                    "this proxy serves " + Endpoint.CHAT_COMPLETIONS.path() + ", " + Endpoint.RESPONSES.path() + " and "
                            + Endpoint.MESSAGES.path() + " alone, not " + VisibleText.line(path, VisibleText.NAME));
        }
        if (!own.isOwn(exchange)) {
            throw new ProxyException(403, "the request's Host or Origin names another server than this one");
        }
        if (harmless) {
            HarmlessRequest.pass(exchange, client, settings);
        } else {
            serve(exchange, known.get());
        }
    }

    private void serve(HttpExchange exchange, Endpoint endpoint) throws IOException, ProxyException {
        if (!exchange.getRequestMethod().equals("POST")) {
            throw new ProxyException(
                    405,
                    "only POST is served here, not " + VisibleText.line(exchange.getRequestMethod(), VisibleText.NAME));
        }
        ProxiedRequest request = ProxiedRequest.read(exchange, endpoint, settings, engine);
        String name = exchange.getRequestHeaders().getFirst(ProxySettings.SESSION);
        if (name == null) {
            serveAlone(exchange, request);
        } else if (name.isBlank() || name.length() > 200) {
            throw new ProxyException(400, ProxySettings.SESSION + " must have 1 to 200 characters");
        } else {
            serve(exchange, request, session(name));
        }
    }

    /** Serves a request in a session of its own. No later request can name that session, so its state is deleted. */
    private void serveAlone(HttpExchange exchange, ProxiedRequest request) throws IOException, ProxyException {
        try (PolicySession alone = engine.session("request-" + UUID.randomUUID())) {
            try {
                serve(exchange, request, gated(alone));
            } finally {
                UserCode.run(LOG, Level.WARNING, "deleting a request's session failed", alone.policies()::clear);
            }
        }
    }

    private void serve(HttpExchange exchange, ProxiedRequest request, GateSession session)
            throws IOException, ProxyException {
        request.endpoint().tellResults(request.body(), session);
        String id = "proxy-" + requests.incrementAndGet();
        new ProxiedCall(client, settings, streams, id, exchange, request, session).run();
    }

    private GateSession session(String name) {
        synchronized (sessions) {
            return sessions.computeIfAbsent(name, known -> gated(engine.session(known)));
        }
    }

    private GateSession gated(PolicySession session) {
        GateSession gate = GateSession.of(session);
        return settings.believesClients() ? gate.believing() : gate;
    }

    /** Says no in the provider's own shape, unless an answer has begun. */
    private static void refuse(HttpExchange exchange, Endpoint endpoint, int status, String message)
            throws IOException {
        if (exchange.getResponseCode() >= 0) {
            return;
        }
        String error = endpoint.codec().error(endpoint.word(status), "Tool Policy: " + message);
        byte[] body = error.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("content-type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}
