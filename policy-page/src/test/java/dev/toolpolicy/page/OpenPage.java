package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** An open page, an engine that asks there, and a browser's requests. */
@Timeout(60)
abstract class OpenPage {
    static final ObjectMapper JSON = new ObjectMapper();
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    ApprovalPage page;
    PolicySession session;

    @BeforeEach
    void open() throws IOException {
        page = ApprovalPage.open(0);
        session = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .permission(PermissionSettings.of(page).withEarly())
                .onCall(page)
                .result("test", RuleList.always(Mode.ASK))
                .build()
                .session("s-1");
    }

    @AfterEach
    void close() {
        session.close();
        page.close();
    }

    CompletableFuture<ToolCallOutcome> call(String tool, String arguments) {
        return session.calls().call("c", tool).append(arguments).conclude().toCompletableFuture();
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(page.address().resolve(path));
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> answer(String json) throws Exception {
        return send(request("answer")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    /** The cards that are on the board once there is one that a test wants. */
    JsonNode card(String start) throws Exception {
        HttpResponse<Stream<String>> events =
                CLIENT.send(request("events").build(), HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> lines = events.body()) {
            for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
                String line = each.next();
                if (line.startsWith("data: {")) {
                    JsonNode card = JSON.readTree(line.substring(6));
                    if (card.path("title").asText().startsWith(start)) {
                        return card;
                    }
                }
            }
        }
        throw new AssertionError("the events ended");
    }

    static String reply(JsonNode card, String answer) {
        return JSON.createObjectNode()
                .put("request", card.path("request").asLong())
                .put("revision", card.path("revision").asInt())
                .put("answer", answer)
                .put("reason", "not today")
                .toString();
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }
}
