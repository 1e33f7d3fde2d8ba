package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers whose resumed streams repeat, refuse or never end. */
@Timeout(30)
final class ServerAnswerTest {
    private final List<String> asked = new ArrayList<>();
    private final Queue<HttpResponse<InputStream>> further = new ArrayDeque<>();

    /** An answer of a server. */
    private record Answer(int statusCode, InputStream body, HttpHeaders headers) implements HttpResponse<InputStream> {
        @Override
        public HttpRequest request() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<HttpResponse<InputStream>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            throw new UnsupportedOperationException();
        }

        @Override
        public HttpClient.Version version() {
            return HttpClient.Version.HTTP_1_1;
        }
    }

    private static HttpResponse<InputStream> events(InputStream body) {
        return new Answer(
                200, body, HttpHeaders.of(Map.of("Content-Type", List.of("text/event-stream")), (name, value) -> true));
    }

    private static HttpResponse<InputStream> events(String text) {
        return events(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private ServerAnswer read(HttpResponse<InputStream> first, Duration patience) {
        return new ServerAnswer(
                first,
                "session",
                Optional.of("1"),
                last -> {
                    asked.add(last);
                    return Optional.ofNullable(further.poll());
                },
                patience,
                closed -> {});
    }

    private static List<String> all(ServerAnswer answer) throws IOException {
        List<String> all = new ArrayList<>();
        for (Optional<String> next = answer.next(); next.isPresent(); next = answer.next()) {
            all.add(next.get());
        }
        return all;
    }

    private static String event(String id, String data) {
        return "id: " + id + "\ndata: " + data + "\n\n";
    }

    @Test
    void anEventThatComesAgainCountsOnceAndEndsTheResuming() throws IOException {
        further.add(events(event("1", "a") + event("2", "b") + event("3", "c")));
        assertThat(all(read(events(event("1", "a") + event("2", "b")), Duration.ofSeconds(20))))
                .containsExactly("a", "b", "c");
        assertThat(asked).containsExactly("2");
    }

    @Test
    void anEventWithoutAMessageTellsAPlace() throws IOException {
        further.add(events(event("2", "a")));
        assertThat(all(read(events("id: 1\ndata:\n\n"), Duration.ofSeconds(1)))).containsExactly("a");
        assertThat(asked).startsWith("1", "2");
    }

    @Test
    void aServerThatOnlyClosesIsLeftAfterAWhile() throws IOException {
        for (int i = 0; i < 100; i++) {
            further.add(events(""));
        }
        assertThat(all(read(events(event("1", "a")), Duration.ofSeconds(2)))).containsExactly("a");
        assertThat(asked).as("with pauses that grow").hasSizeBetween(1, 5);
    }

    @Test
    void aServerThatBringsNothingIsLeftAfterAWhile() throws IOException {
        try (PipedOutputStream silent = new PipedOutputStream()) {
            InputStream waiting = new PipedInputStream(silent) {
                private boolean closed;

                @Override
                public synchronized int read(byte[] to, int from, int length) throws IOException {
                    while (!closed) {
                        try {
                            wait();
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                    }
                    throw new IOException("closed");
                }

                @Override
                public synchronized void close() {
                    closed = true;
                    notifyAll();
                }
            };
            further.add(events(waiting));
            ServerAnswer answer = read(events(event("1", "a")), Duration.ofSeconds(1));
            assertThat(answer.next()).contains("a");
            assertThatThrownBy(answer::next).hasMessage("closed");
        }
    }

    @Test
    void aStreamThatWasSilentForLongIsResumedToo() throws IOException {
        InputStream silent = new InputStream() {
            @Override
            public int read() throws IOException {
                try {
                    Thread.sleep(1_500);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                return -1;
            }
        };
        InputStream first = new ByteArrayInputStream(event("1", "a").getBytes(StandardCharsets.UTF_8));
        further.add(events(event("2", "b")));
        assertThat(all(read(events(new SequenceInputStream(first, silent)), Duration.ofSeconds(1))))
                .containsExactly("a", "b");
    }

    @Test
    void theServersPauseIsKept() throws IOException {
        further.add(events(event("2", "b")));
        long before = System.nanoTime();
        assertThat(all(read(events("retry: 900\n" + event("1", "a")), Duration.ofSeconds(3))))
                .containsExactly("a", "b");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(900));
        asked.clear();
        for (String pause : List.of("99999999", "999999999999999999999999")) {
            assertThat(all(read(events("retry: " + pause + "\n" + event("1", "a")), Duration.ofSeconds(3))))
                    .as("a pause that is longer than the gateway waits")
                    .containsExactly("a");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void aStreamThatReadersCouldReadInTwoWaysIsNotResumed() {
        for (String id : List.of("1\rdata: x", "1\u2028data: x", "1\u0000", "1\nid2: x")) {
            ServerAnswer answer = read(events(event("0", "a") + event(id, "b")), Duration.ofSeconds(3));
            assertThatThrownBy(() -> all(answer)).as(id).isInstanceOf(IOException.class);
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void aBreakIsAFailureWhereNothingResumes() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset");
            }
        };
        ServerAnswer answer = new ServerAnswer(
                events(new SequenceInputStream(
                        new ByteArrayInputStream(event("1", "a").getBytes(StandardCharsets.UTF_8)), broken)),
                "",
                Optional.empty(),
                null,
                Duration.ZERO,
                closed -> {});
        assertThatThrownBy(() -> all(answer)).hasMessage("reset");
    }

    @Test
    void anAnswerThatStaysOpenEndsInTime() throws IOException {
        CountDownLatch closed = new CountDownLatch(1);
        InputStream silent = new InputStream() {
            @Override
            public int read() throws IOException {
                try {
                    closed.await();
                    return -1;
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }

            @Override
            public void close() {
                closed.countDown();
            }
        };
        ServerAnswer answer = read(events(silent), Duration.ofMinutes(1));
        answer.endAfter(Duration.ofMillis(50));
        assertThat(answer.next()).isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void whatHasComeIsNotResumed() throws IOException {
        ServerAnswer answer = read(events(event("1", "a")), Duration.ofSeconds(3));
        assertThat(answer.next()).contains("a");
        answer.finish();
        assertThat(answer.next()).isEmpty();
        assertThat(asked).isEmpty();
    }
}
