package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.Until;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The bounds of the events that are kept for clients. */
final class ClientSessionsTest {
    private final ClientSessions sessions = new ClientSessions(10, 10_000);
    private String last = "";

    private void write(ClientSessions.Stream stream, int length) {
        stream.write("data: " + "x".repeat(length));
    }

    private ClientSessions.Stream stream(String session) {
        sessions.give(session);
        return sessions.open(session, Optional.empty(), event -> last = id(event));
    }

    /** A connection sees that it is open once it has the stream, so that the one that comes then gets the events. */
    @Test
    void aConnectionThatIsOpenedWhenAnotherIsGetsWhatComes() throws Exception {
        ClientSessions.Stream stream = stream("a");
        write(stream, 10);
        String first = last;
        List<String> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<Boolean> third = new CompletableFuture<>();
        CompletableFuture<Boolean> second = new CompletableFuture<>();
        start(() -> second.complete(follow(stream, first, event -> {
            seen.add("second " + event.length);
            start(() -> third.complete(
                    follow(stream, first, next -> seen.add("third " + (next.length > 0 ? id(next) : "")))));
        })));
        assertThat(second.get(1, TimeUnit.MINUTES))
                .as("ends when the third has the stream")
                .isTrue();
        Until.met("the third is open", () -> seen.size() == 2);
        write(stream, 10);
        stream.end("");
        assertThat(third.get(1, TimeUnit.MINUTES)).isTrue();
        assertThat(seen).containsExactly("second 0", "third ", "third " + first.replaceAll("1$", "2"));
    }

    /** Starts a thread of a connection's own: on two cores the common pool may have one thread only. */
    private static void start(Runnable connection) {
        Thread thread = new Thread(connection, "connection");
        thread.setDaemon(true);
        thread.start();
    }

    private static boolean follow(ClientSessions.Stream stream, String event, ClientSessions.Output to) {
        try {
            return stream.follow(event, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String id(byte[] event) {
        String text = new String(event, StandardCharsets.UTF_8);
        return text.substring("id: ".length(), text.indexOf('\n'));
    }

    /** Returns whether what comes behind an event can be had. */
    private boolean has(String session, String event) throws IOException {
        Optional<ClientSessions.Stream> stream = sessions.find(session, event);
        stream.ifPresent(each -> each.end(""));
        return stream.isPresent() && stream.get().follow(event, missed -> {});
    }

    @Test
    void theLastEventsOfASessionAreKept() throws IOException {
        List<String> ids = new ArrayList<>();
        ClientSessions.Stream stream = stream("a");
        for (int i = 0; i < 12; i++) {
            write(stream, 10);
            ids.add(last);
        }
        assertThat(has("a", ids.get(1))).isFalse();
        assertThat(has("a", ids.get(2))).isTrue();
        assertThat(has("a", ids.get(11))).isTrue();

        stream = stream("b");
        write(stream, 200);
        String first = last;
        write(stream, 9_800);
        assertThat(has("b", first)).as("of 10,000 bytes").isFalse();
        assertThat(has("b", last)).isTrue();

        write(stream("c"), 10_001);
        assertThat(sessions.find("c", last)).as("alone too long").isEmpty();
    }

    @Test
    void oneSessionTakesNothingFromAnother() throws IOException {
        sessions.give("a");
        sessions.give("b");
        write(sessions.open("b", Optional.empty(), event -> last = id(event)), 10);
        String other = last;
        ClientSessions.Stream stream = sessions.open("a", Optional.empty(), event -> last = id(event));
        for (int i = 0; i < 1_000; i++) {
            write(stream, 9_000);
        }
        assertThat(has("b", other)).isTrue();
        assertThat(has("a", other)).isFalse();
        assertThat(sessions.find("a", other)).isEmpty();
    }

    @Test
    void allSessionsTogetherKeepFourTimesAsMuchTheLastOnes() throws IOException {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sessions.give("s" + i);
            write(sessions.open("s" + i, Optional.empty(), event -> last = id(event)), 9_000);
            ids.add(last);
        }
        for (int i = 0; i < 6; i++) {
            assertThat(has("s" + i, ids.get(i))).as("s%s", i).isEqualTo(i >= 2);
        }
    }

    @Test
    void aSessionThatEndsKeepsNothingAndTakesNothingOfTheNext() throws IOException {
        sessions.give("a");
        ClientSessions.Stream stream = sessions.open("a", Optional.empty(), event -> last = id(event));
        write(stream, 10);
        String first = last;
        sessions.forget("a");
        write(stream, 10);
        assertThat(sessions.find("a", first)).isEmpty();
        assertThat(sessions.find("a", last)).isEmpty();
        assertThat(stream.follow(first, event -> {
                    throw new AssertionError("kept");
                }))
                .isFalse();
    }

    private static List<String> behind(List<String> ids, int number) {
        List<String> behind = new ArrayList<>(ids.subList(number, ids.size()));
        behind.add(0, ""); // opens the connection
        return behind;
    }

    /** Streams of several sessions, written and left at random: each is followed whole, or not at all. */
    @Test
    void aStreamIsFollowedWholeOrNotAtAll() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            ClientSessions kept = new ClientSessions(1 + random.nextInt(20), 3_000);
            List<ClientSessions.Stream> streams = new ArrayList<>();
            List<List<String>> ids = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                kept.give("s" + i % 2);
                int number = i;
                streams.add(kept.open(
                        "s" + i % 2, Optional.empty(), event -> ids.get(number).add(id(event))));
                ids.add(new ArrayList<>());
            }
            for (int i = 0; i < 60; i++) {
                int to = random.nextInt(4);
                streams.get(to).write("x".repeat(random.nextInt(400)));
            }
            for (int i = 0; i < 4; i++) {
                streams.get(i).end("");
                for (int has = 1; has <= ids.get(i).size(); has++) {
                    List<String> followed = new ArrayList<>();
                    boolean whole = streams.get(i)
                            .follow(ids.get(i).get(has - 1), event -> followed.add(event.length == 0 ? "" : id(event)));
                    assertThat(followed).as("seed %s", seed).isEqualTo(whole ? behind(ids.get(i), has) : List.of());
                }
            }
        }
    }
}
