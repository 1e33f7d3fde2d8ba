package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.internal.text.ResourceText;
import dev.toolpolicy.page.StoredApprovalPage.Response;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WireJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Responses as both pages make them, and the answers that they respond to. */
final class Responses {
    /** The maximum length of an answer, in bytes: what edited arguments may take, and what surrounds them. */
    static final int LONGEST = 8 << 20;

    /** The headers of all responses, which keep a browser from framing them or running other scripts in them. */
    static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cache-Control",
            "no-store");

    static final Logger LOG = System.getLogger(StoredApprovalPage.class.getName());
    private static final Map<String, String> TYPES =
            Map.of("html", "text/html", "js", "text/javascript", "css", "text/css");

    private Responses() {}

    /** A use of an answer, which may hold edited arguments. */
    interface Answered {
        Response respond(JsonNode given) throws MalformedJsonException;
    }

    /** Returns a file of the pages. */
    static Response file(String name) {
        try {
            String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain");
            return of(200, type, ResourceText.of(Responses.class, name));
        } catch (UncheckedIOException e) {
            UserCode.log(LOG, Level.ERROR, "a file of the approval page can't be read", e);
            return said(500, "A file of the page can't be read.");
        }
    }

    static Response json(JsonNode body) {
        return of(200, "application/json", body.toString());
    }

    static Response said(int status, String text) {
        return of(status, "text/plain", text);
    }

    private static Response of(int status, String type, String body) {
        Map<String, String> headers = new HashMap<>(HEADERS);
        headers.put("Content-Type", type + "; charset=utf-8");
        return new Response(status, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Responds to an answer, which is JSON of a known size.
     *
     * @param type the content type, which a form of another page can't have
     */
    static Response toAnswer(Optional<String> type, byte[] body, Answered answered) {
        if (!type.orElse("").toLowerCase(Locale.ROOT).startsWith("application/json")) {
            return said(415, "An answer is JSON.");
        } else if (body.length > LONGEST) {
            return said(413, "An answer may have " + LONGEST + " bytes.");
        }
        try {
            return answered.respond(StrictJson.standard().read(WireJson.text(body)));
        } catch (WireException | MalformedJsonException e) {
            return said(400, "The answer, or the edited arguments, are not JSON.");
        }
    }

    static void send(HttpExchange exchange, Response response) throws IOException {
        response.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(response.status(), response.body().length == 0 ? -1 : response.body().length);
        exchange.getResponseBody().write(response.body());
    }
}
