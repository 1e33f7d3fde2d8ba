package dev.toolpolicy.test.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.shared.SharedData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server plays recordings at the given pace, and notices when clients leave. */
class ReplayServerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String BODY = "data: one\n\ndata: zwölf\r\n\r\ndata: three\n\ndata: [DONE]";

    private final HttpClient client = HttpClient.newHttpClient();
    private ReplayServer server;

    @BeforeEach
    void start() throws IOException {
        server = ReplayServer.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private HttpRequest post(String body) {
        return HttpRequest.newBuilder(URI.create(server.uri() + "/v1/messages?beta=true"))
                .header("X-Api-Key", "k")
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private HttpResponse<String> get() throws Exception {
        return client.send(post("{}"), BodyHandlers.ofString());
    }

    @Test
    void aBodyArrivesAsItWasRecordedHoweverItIsCut() throws Exception {
        {
            for (Path file : SharedData.files("streams/sse")) {
                String body = Files.readString(file);
                for (Replay replay :
                        List.of(Replay.events(body), Replay.events(body).inPiecesOf(777))) {
                    server.play(replay);
                    HttpResponse<String> response = get();
                    assertThat(response.body()).as(file.toString()).isEqualTo(body);
                    assertThat(response.statusCode()).isEqualTo(200);
                    assertThat(response.headers().firstValue("content-type"))
                            .contains("text/event-stream; charset=utf-8");
                }
            }
        }
    }

    @Test
    void anEventIsAPiece() {
        assertThat(Replay.events(BODY).pieceCount()).isEqualTo(4);
        assertThat(Replay.events(BODY).inPiecesOf(1).pieceCount())
                .isEqualTo(BODY.getBytes(StandardCharsets.UTF_8).length);
        assertThat(Replay.events("").pieceCount()).isZero();
    }

    @Test
    void theRequestIsKept() throws Exception {
        Exchange exchange = server.play(Replay.json("{}").withHeader("request-id", "r7"));
        assertThat(client.send(post("{\"ä\":1}"), BodyHandlers.ofString())
                        .headers()
                        .firstValue("request-id"))
                .contains("r7");
        ReplayRequest request = exchange.request(PATIENCE);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/v1/messages?beta=true");
        assertThat(request.header("X-API-Key")).contains("k");
        assertThat(request.body()).isEqualTo("{\"ä\":1}");
    }

    @Test
    void aRequestInChunksIsReadWhole() throws Exception {
        Exchange exchange = server.play(Replay.json("{}"));
        byte[] body = "x".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(server.uri())
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                .build();
        assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo("{}");
        assertThat(exchange.request(PATIENCE).body()).hasSize(body.length);
    }

    @Test
    void responsesArePlayedInTheirOrderAndMissingOnesAreTold() throws Exception {
        server.play(Replay.json("1"));
        server.play(Replay.error(429, "2"));
        assertThat(get().body()).isEqualTo("1");
        assertThat(get().statusCode()).isEqualTo(429);
        HttpResponse<String> none = get();
        assertThat(none.statusCode()).isEqualTo(500);
        assertThat(none.body()).contains("no response is there to play for POST /v1/messages?beta=true");
    }

    @Test
    void heldPiecesComeWhenReleased() throws Exception {
        Exchange exchange = server.play(Replay.events(BODY).holdingAfter(2).holdingAfter(0));
        CompletableFuture<HttpResponse<InputStream>> coming =
                client.sendAsync(post("{}"), BodyHandlers.ofInputStream());
        exchange.request(PATIENCE);
        assertThatThrownBy(() -> exchange.awaitSent(1, Duration.ofMillis(50)))
                .hasMessageContaining("0 pieces went out");
        assertThat(coming).isNotDone();
        exchange.release();
        exchange.awaitSent(2, PATIENCE);
        try (InputStream in = coming.get().body()) {
            assertThat(new String(in.readNBytes(27), StandardCharsets.UTF_8))
                    .isEqualTo("data: one\n\ndata: zwölf\r\n\r\n");
            assertThatThrownBy(() -> exchange.awaitSent(3, Duration.ofMillis(50)))
                    .isInstanceOf(IllegalStateException.class);
            exchange.release();
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("data: three\n\ndata: [DONE]");
        }
        exchange.awaitOver(PATIENCE);
        assertThat(exchange.hasLeft()).isFalse();
        assertThatThrownBy(() -> exchange.awaitLeft(PATIENCE)).hasMessage("the client stayed to the end");
    }

    @Test
    void aClientThatLeavesIsSeenWhileNothingIsWritten() throws Exception {
        Exchange exchange = server.play(Replay.events(BODY).holdingAfter(1));
        InputStream in = client.send(post("{}"), BodyHandlers.ofInputStream()).body();
        in.readNBytes(11);
        assertThat(exchange.hasLeft()).isFalse();
        in.close();
        exchange.awaitLeft(PATIENCE);
        exchange.awaitOver(PATIENCE);
        assertThat(exchange.sent()).isEqualTo(1);
    }

    @Test
    void pausesAreKept() throws Exception {
        server.play(Replay.events(BODY).pausing(Duration.ofMillis(30)));
        long start = System.nanoTime();
        assertThat(get().body()).isEqualTo(BODY);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(90));
    }

    @Test
    void aConnectionBreaksWithoutAnEnd() {
        server.play(Replay.events(BODY).breakingAfter(2));
        assertThatThrownBy(this::get).isInstanceOf(IOException.class);
    }

    @Test
    void clientsThatOnlyConnectGetNothing() throws Exception {
        Exchange exchange = server.play(Replay.json("1"));
        new Socket(server.uri().getHost(), server.uri().getPort()).close();
        assertThat(get().body()).isEqualTo("1");
        assertThat(exchange.request(PATIENCE).method()).isEqualTo("POST");
    }

    @Test
    void manyArePlayedAtOnce() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            server.play(Replay.events(BODY).inPiecesOf(3).pausing(Duration.ofMillis(1)));
            all.add(client.sendAsync(post("{}"), BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> one : all) {
            assertThat(one.get().body()).isEqualTo(BODY);
        }
    }
}
