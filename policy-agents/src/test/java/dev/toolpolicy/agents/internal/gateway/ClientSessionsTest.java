package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How much is kept for clients that have missed something. */
final class ClientSessionsTest {
    private final ClientSessions sessions = new ClientSessions(10, 10_000);
    private String last = "";

    private void write(ClientSessions.Stream stream, int length) throws IOException {
        stream.write("data: " + "x".repeat(length), this, event -> last = id(event));
    }

    private static String id(byte[] event) {
        String text = new String(event, StandardCharsets.UTF_8);
        return text.substring("id: ".length(), text.indexOf('\n'));
    }

    private Optional<Long> place(String session, String event) {
        return sessions.find(session, event).flatMap(ClientSessions.Place::after);
    }

    @Test
    void theLastEventsOfASessionAreKept() throws IOException {
        sessions.give("a");
        ClientSessions.Stream stream = sessions.open("a", Optional.empty(), this);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            write(stream, 10);
            ids.add(last);
        }
        assertThat(place("a", ids.get(1))).isEmpty();
        assertThat(place("a", ids.get(2))).contains(3L);
        write(stream, 9_800);
        assertThat(place("a", ids.get(2))).as("of 10,000 bytes").isEmpty();
        assertThat(place("a", last)).contains(13L);
        write(stream, 10_001);
        assertThat(sessions.find("a", last)).as("alone too long").isEmpty();
    }

    @Test
    void oneSessionTakesNothingFromAnother() throws IOException {
        sessions.give("a");
        sessions.give("b");
        write(sessions.open("b", Optional.empty(), this), 10);
        String other = last;
        ClientSessions.Stream stream = sessions.open("a", Optional.empty(), this);
        for (int i = 0; i < 1_000; i++) {
            write(stream, 9_000);
        }
        assertThat(place("b", other)).contains(1L);
        assertThat(place("a", other)).isEmpty();
        assertThat(sessions.find("a", other)).isEmpty();
    }

    @Test
    void allSessionsTogetherKeepFourTimesAsMuchTheLastOnes() throws IOException {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sessions.give("s" + i);
            write(sessions.open("s" + i, Optional.empty(), this), 9_000);
            ids.add(last);
        }
        for (int i = 0; i < 6; i++) {
            assertThat(place("s" + i, ids.get(i)).isPresent()).as("s%s", i).isEqualTo(i >= 2);
        }
    }

    @Test
    void aSessionThatEndsKeepsNothingAndTakesNothingOfTheNext() throws IOException {
        sessions.give("a");
        ClientSessions.Stream stream = sessions.open("a", Optional.empty(), this);
        write(stream, 10);
        String first = last;
        sessions.forget("a");
        write(stream, 10);
        assertThat(sessions.find("a", first)).isEmpty();
        assertThat(sessions.find("a", last)).isEmpty();
        assertThat(stream.isOf("a")).isFalse();
        assertThat(stream.follow(1, "again", event -> {
                    throw new AssertionError("kept");
                }))
                .isTrue();
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
                streams.add(kept.open("s" + i % 2, Optional.empty(), this));
                ids.add(new ArrayList<>());
            }
            for (int i = 0; i < 60; i++) {
                int to = random.nextInt(4);
                streams.get(to)
                        .write(
                                "x".repeat(random.nextInt(400)),
                                this,
                                event -> ids.get(to).add(id(event)));
            }
            for (int i = 0; i < 4; i++) {
                streams.get(i).end();
                for (int has = 1; has <= ids.get(i).size(); has++) {
                    List<String> followed = new ArrayList<>();
                    boolean whole = streams.get(i).follow(has, new Object(), event -> followed.add(id(event)));
                    assertThat(followed)
                            .as("seed %s", seed)
                            .isEqualTo(
                                    whole ? ids.get(i).subList(has, ids.get(i).size()) : List.of());
                }
            }
        }
    }
}
