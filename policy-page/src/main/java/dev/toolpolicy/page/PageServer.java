package dev.toolpolicy.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.internal.text.ResourceText;
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
    static final Map<String, String> TYPES = Map.of(
            "index.html", "text/html; charset=utf-8",
            "parts.js", "text/javascript; charset=utf-8",
            "page.js", "text/javascript; charset=utf-8",
            "stored.html", "text/html; charset=utf-8",
            "stored.js", "text/javascript; charset=utf-8",
            "page.css", "text/css; charset=utf-8");
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpServer server;
    private final ExecutorService threads;
    private final EventFeed feed;
    private final AnswerDesk desk;
    private final String token = token();

    private PageServer(HttpServer server, Board board, OpenRequests requests) {
        this.server = server;
        threads = Executors.newCachedThreadPool(OwnRequests.daemons("tool-policy-page"));
        feed = new EventFeed(board);
        desk = new AnswerDesk(requests);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * Starts a server.
     *
     * @param port where; 0 for any that is free
     * @throws IOException if the port can't be had; the message says what to do
     */
    static PageServer start(int port, Board board, OpenRequests requests) throws IOException {
        return new PageServer(OwnRequests.server(port, LONGEST_REQUEST), board, requests);
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
            Headers headers = exchange.getResponseHeaders();
            StoredRequests.HEADERS.forEach(headers::set);
            String path = path(exchange);
            if (path == null) {
                send(exchange, 403, "Open the address that the program printed, with its token.");
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
        if (path.equals("answer") && method.equals("POST")) {
            desk.take(exchange);
        } else if (path.equals("events") && method.equals("GET")) {
            feed.send(exchange);
        } else if (FILES.containsKey(path) && method.equals("GET")) {
            file(exchange, FILES.getOrDefault(path, path));
        } else {
            send(exchange, 404, "There is nothing here.");
        }
    }

    private static void file(HttpExchange exchange, String name) throws IOException {
        send(exchange, 200, TYPES.getOrDefault(name, "text/plain"), content(name));
    }

    /** Returns the content of a file of the pages. */
    static byte[] content(String name) {
        return ResourceText.of(PageServer.class, name).getBytes(StandardCharsets.UTF_8);
    }

    static void send(HttpExchange exchange, int status, String text) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
