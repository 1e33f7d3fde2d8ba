package dev.toolpolicy.agents.proxy;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Set;

/** Requests whose answers carry no tool call: lists of models, and counts of tokens. They pass unchanged. */
final class HarmlessRequest {
    private static final String MODELS = "/v1/models";
    private static final Set<String> COUNTS = Set.of("/v1/messages/count_tokens", "/v1/responses/input_tokens");

    private HarmlessRequest() {}

    /** Returns whether a request is harmless: by its method and its path as the upstream gets it. */
    static boolean is(String method, String path) {
        return switch (method) {
            case "GET" ->
                path.equals(MODELS) || path.startsWith(MODELS + "/") && isName(path.substring(MODELS.length() + 1));
            case "POST" -> COUNTS.contains(path);
            default -> false;
        };
    }

    /** Returns whether a text is the name of a model, which no server reads as another path. */
    private static boolean isName(String text) {
        return !text.isEmpty()
                && !text.startsWith(".")
                && text.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c) || ".-_:".indexOf(c) >= 0);
    }

    /** Passes a request on, and its answer back. */
    static void pass(HttpExchange exchange, HttpClient client, ProxySettings settings)
            throws IOException, ProxyException {
        boolean override = exchange.getRequestHeaders().keySet().stream()
                .anyMatch(name -> name.toLowerCase(Locale.ROOT).contains("method"));
        if (override) {
            throw new ProxyException(400, "a header of the request names another method");
        }
        byte[] body = ProxiedRequest.bytes(exchange, settings);
        if (body.length > 0 && exchange.getRequestMethod().equals("GET")) {
            throw new ProxyException(400, "a request with GET has no body");
        }
        HttpResponse<InputStream> response = ProxiedRequest.send(client, exchange, settings, body);
        try (InputStream answer = response.body()) {
            ProxiedRequest.passOn(exchange, response, 0);
            answer.transferTo(exchange.getResponseBody());
        }
    }
}
