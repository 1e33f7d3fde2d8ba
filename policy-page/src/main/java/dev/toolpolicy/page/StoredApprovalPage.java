package dev.toolpolicy.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A web page over the stored approval requests of all sessions in a store, to be mounted in a service. The service
 * authenticates people and says who asks; the page refuses everyone else. Several people may use it at once, on several
 * nodes.
 *
 * <pre>{@code
 * server.createContext(
 *         "/approvals/", StoredApprovalPage.of(settings, exchange -> users.of(exchange)).checkedBy(engine));
 * }</pre>
 *
 * <p>It takes no answers unless the settings say who may answer: {@code SessionSettings.withApprovers}. An answer needs a
 * token of a page over the same store, the page's own origin, and the digest of the request that was shown. The page
 * can't be framed.
 *
 * <p>Safe for use from any thread.
 */
public final class StoredApprovalPage implements HttpHandler {
    private final SessionSettings settings;
    private final StoredRequests requests;
    private final Function<? super HttpExchange, Optional<String>> users;

    private StoredApprovalPage(
            SessionSettings settings, Approvals approvals, Function<? super HttpExchange, Optional<String>> users) {
        this.settings = settings;
        this.requests = new StoredRequests(approvals, settings);
        this.users = Objects.requireNonNull(users, "users");
    }

    /**
     * Creates a page.
     *
     * @param settings the store, and who may answer
     * @param users returns the name of the person who sends a request, as the service's own authentication knows it;
     *     empty refuses the request. An exception refuses it too
     * @return the page, to be mounted at a path that ends with a slash
     */
    public static StoredApprovalPage of(
            SessionSettings settings, Function<? super HttpExchange, Optional<String>> users) {
        return new StoredApprovalPage(settings, Approvals.of(settings), users);
    }

    /**
     * Creates a page for a server of another kind, which calls {@link #respond}.
     *
     * @param settings the store, and who may answer
     * @return the page
     */
    public static StoredApprovalPage of(SessionSettings settings) {
        return of(settings, exchange -> Optional.empty());
    }

    /**
     * Returns a page that checks edited arguments by an engine's tools and rules before it stores them, so that the person
     * can correct them. Other pages leave the check to the engine that resumes the call.
     *
     * @param engine the engine
     * @return the changed page
     */
    public StoredApprovalPage checkedBy(PolicyEngine engine) {
        return new StoredApprovalPage(settings, Approvals.of(settings, engine), users);
    }

    /**
     * A request to the page.
     *
     * @param method the method, such as {@code GET}
     * @param path the path behind the place where the page is mounted, such as {@code answer}; empty for the page itself
     * @param user the person who asks; empty if unknown
     * @param headers returns the value of a header
     * @param body the body, at most 8 MB; a longer one may be cut
     */
    @SuppressWarnings("ArrayRecordComponent") // the bytes of a request, used once
    public record Request(
            String method,
            String path,
            Optional<String> user,
            Function<String, Optional<String>> headers,
            byte[] body) {}

    /**
     * A response of the page.
     *
     * @param status the status
     * @param headers the headers
     * @param body the body
     */
    @SuppressWarnings("ArrayRecordComponent") // the bytes of a response, used once
    public record Response(int status, Map<String, String> headers, byte[] body) {}

    /**
     * Answers a request, for servers other than the JDK's.
     *
     * @param request the request
     * @return the response
     */
    public Response respond(Request request) {
        return requests.respond(request);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String mounted = exchange.getHttpContext().getPath();
            String path = exchange.getRequestURI().getRawPath();
            Request request = new Request(
                    exchange.getRequestMethod(),
                    path.length() < mounted.length() ? "/" : path.substring(mounted.length()),
                    users.apply(exchange),
                    name -> Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)),
                    exchange.getRequestBody().readNBytes(Responses.LONGEST + 1));
            Responses.send(exchange, requests.respond(request));
        }
    }
}
