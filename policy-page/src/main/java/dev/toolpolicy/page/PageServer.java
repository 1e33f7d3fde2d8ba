package dev.toolpolicy.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.page.StoredApprovalPage.Response;
import dev.toolpolicy.page.internal.OwnRequests;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The page's HTTP server: on this machine's loopback only, and only for clients that know the token in its address. A
 * page of another origin that is open beside it can't read it, frame it or answer for them: the names that a
 * browser gives in {@code Host} and {@code Origin} must be this server's own.
 */
final class PageServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(PageServer.class.getName());
    private static final int TOKEN_BYTES = 16;
    private static final OwnRequests OWN = OwnRequests.to(Set.of());
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(30);
    private static final Map<String, String> FILES =
            Map.of("", "index.html", "parts.js", "parts.js", "page.js", "page.js", "page.css", "page.css");
    private final HttpServer server;
    private final ExecutorService threads;
    private final EventFeed feed;
    private final OpenRequests requests;
    private final String token = token();

    /**
     * Starts a server.
     *
     * @param port where; 0 for any that is free
     * @throws IOException if the port can't be had; the message says what to do
     */
    PageServer(int port, Board board, OpenRequests requests) throws IOException {
        server = OwnRequests.server(port, LONGEST_REQUEST);
        threads = Executors.newCachedThreadPool(OwnRequests.daemons("tool-policy-page"));
        feed = new EventFeed(board);
        this.requests = requests;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static String token() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** Returns the address for the approver. Anyone who knows it can answer. */
    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + token + "/");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = path(exchange);
            if (path == null) {
                Responses.send(
                        exchange, Responses.said(403, "Open the address that the program printed, with its token."));
            } else {
                route(exchange, path);
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            UserCode.log(LOG, Level.ERROR, "the approval page failed to answer a request", e);
            UserCode.rethrowFatal(e);
        }
    }

    /** Returns the path behind the token; null for a request that isn't from the page or lacks the token. */
    private @Nullable String path(HttpExchange exchange) {
        String path = exchange.getRequestURI().getRawPath();
        int end = path.indexOf('/', 1);
        return OWN.isOwn(exchange) && end > 0 && isToken(path.substring(1, end)) ? path.substring(end + 1) : null;
    }

    private boolean isToken(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private void route(HttpExchange exchange, String path) throws IOException {
        String method = exchange.getRequestMethod();
        if (path.equals("events") && method.equals("GET")) {
            feed.send(exchange);
        } else if (path.equals("answer") && method.equals("POST")) {
            Responses.send(exchange, answered(exchange));
        } else if (FILES.containsKey(path) && method.equals("GET")) {
            Responses.send(exchange, Responses.file(FILES.getOrDefault(path, path)));
        } else {
            Responses.send(exchange, Responses.said(404, "There is nothing here."));
        }
    }

    private Response answered(HttpExchange exchange) throws IOException {
        Optional<String> type = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type"));
        byte[] body = exchange.getRequestBody().readNBytes(Responses.LONGEST + 1);
        return Responses.toAnswer(type, body, given -> {
            try {
                requests.answer(given);
                return Responses.said(200, "answered");
            } catch (BadAnswerException e) {
                return Responses.said(409, String.valueOf(e.getMessage()));
            }
        });
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
