package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A subscription over HTTP ends for the server, too, when its client has gone. */
final class StatelessSubscriptionTest extends PlayedHttpGateway {
    private static final String LISTEN =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\",\"params\":{"
                    + "\"notifications\":{},\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";

    @Test
    @Timeout(60)
    void aSilentStreamEndsWithItsClient() throws Exception {
        gateway.close();
        gateway = HttpGateway.start(0, address(), tools(), Duration.ofMillis(50));
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        otherwise = (exchange, message) -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try {
                while (!threads.isShutdown()) {
                    exchange.getResponseBody().write(": alive\n\n".getBytes(StandardCharsets.US_ASCII));
                    exchange.getResponseBody().flush();
                    TimeUnit.MILLISECONDS.sleep(20);
                }
            } catch (IOException e) {
                ended.complete(true);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        HttpResponse<InputStream> stream = client.send(
                HttpRequest.newBuilder(gateway.uri())
                        .POST(HttpRequest.BodyPublishers.ofString(LISTEN))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(new String(stream.body().readNBytes(3), StandardCharsets.US_ASCII))
                .isEqualTo(":\n\n");
        assertThat(ended).isNotDone();
        stream.body().close();
        assertThat(ended.get(50, TimeUnit.SECONDS)).isTrue();
    }
}
