package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WireJson;
import java.io.IOException;

/** Takes answers: JSON of a known size, from the page and not from a form of another. */
final class AnswerDesk {
    /** What edited arguments may take, and what surrounds them. */
    private static final int LONGEST = 8 << 20;

    private final OpenRequests requests;

    AnswerDesk(OpenRequests requests) {
        this.requests = requests;
    }

    void take(HttpExchange exchange) throws IOException {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        byte[] body = exchange.getRequestBody().readNBytes(LONGEST + 1);
        if (type == null || !type.startsWith("application/json")) {
            PageServer.send(exchange, 415, "An answer is JSON.");
        } else if (body.length > LONGEST) {
            PageServer.send(exchange, 413, "An answer may have " + LONGEST + " bytes.");
        } else {
            take(exchange, body);
        }
    }

    private void take(HttpExchange exchange, byte[] body) throws IOException {
        JsonNode given;
        try {
            given = StrictJson.standard().read(WireJson.text(body));
        } catch (WireException | MalformedJsonException e) {
            PageServer.send(exchange, 400, "The answer is not JSON.");
            return;
        }
        try {
            requests.answer(given);
            PageServer.send(exchange, 200, "answered");
        } catch (BadAnswerException e) {
            PageServer.send(exchange, 409, String.valueOf(e.getMessage()));
        }
    }
}
