package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.shared.Until;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Streams of the server that break, and are resumed. */
final class ResumedStreamsTest extends BreakingConnections {
    /** Both sides lose their connections, at random events: each message arrives once, and no call runs twice. */
    @Test
    void nothingIsLostAndNothingRunsTwice() throws Exception {
        String session = session();
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int count = random.nextInt(12);
            server.script = call -> messages(count, StreamingServer.result(call, "done"));
            Random breaks = new Random(seed);
            server.breaks = n -> breaks.nextInt(3) == 0;
            List<String> seen = new ArrayList<>();
            Connection connection = call(session, seed, "read", "seed" + seed);
            for (; ; ) {
                String data = connection.next();
                if (data == null) {
                    break;
                }
                if (!data.isEmpty()) {
                    seen.add(data);
                }
                if (random.nextInt(3) == 0) {
                    connection.close();
                    connection = again(session, connection.last);
                }
            }
            connection.close();

            assertThat(seen).as("seed %s", seed).hasSize(count + 1);
            assertThat(seen.subList(0, count)).as("seed %s", seed).isEqualTo(messages(count));
            assertThat(seen.get(count)).as("seed %s", seed).contains("done", "\"id\":" + seed + ",");
        }
        assertThat(server.ran).hasSize(40).doesNotHaveDuplicates();
        assertThat(server.asked)
                .as("the server's streams were resumed")
                .hasSizeGreaterThan(40)
                .doesNotContain("");
    }

    @Test
    void aCallWhoseAnswerIsResumedSatisfiesARequirement() throws Exception {
        String session = session();
        server.script = call -> messages(1, StreamingServer.result(call, "done"));
        server.breaks = n -> n == 0;
        try (Connection first = call(session, 1, "read", "a")) {
            assertThat(rest(first)).hasSize(2).last().asString().contains("done");
        }
        try (Connection second = call(session, 2, "write", "a")) {
            assertThat(rest(second)).last().asString().contains("done");
        }
        assertThat(server.asked).containsExactly("s1-0", "s2-0");
    }

    @Test
    void anAnswerToAnotherRequestDoesNotPassAfterTheBreak() throws Exception {
        String session = session();
        server.breaks = n -> n == 0;
        server.script = call -> messages(
                1,
                StreamingServer.result(JSON.createObjectNode().put("id", 77), "another's"),
                StreamingServer.result(call, "first"),
                StreamingServer.result(call, "second"));
        try (Connection connection = call(session, 1, "read", "a")) {
            assertThat(rest(connection)).hasSize(2).last().asString().contains("first");
        }
    }

    /** Some servers give each event the session's id, or the same one, and send nothing behind it. */
    @Test
    void idsThatTellNoPlaceResumeNothing() throws Exception {
        String session = session();
        for (String prefix :
                List.of("id: " + session + "\nx", "id: é", "id: " + "x".repeat(2_000), "id:\nx", "id: a b")) {
            server.prefix = prefix.replace("\nx", "\n:");
            server.breaks = n -> n == 0;
            server.script = call -> messages(1, StreamingServer.result(call, "done"));
            try (Connection connection = call(session, 1, "read", "a")) {
                assertThat(rest(connection)).last().asString().contains("before it answered");
            }
        }
        server.prefix = "id: same\n:";
        server.breaks = n -> n == 1;
        server.script = call -> messages(2, StreamingServer.result(call, "done"));
        try (Connection connection = call(session, 1, "read", "a")) {
            assertThat(rest(connection)).last().asString().contains("before it answered");
        }
        assertThat(server.asked).isEmpty();
    }

    /** Breaks the first stream of a call before its answer; the server then refuses to resume it. */
    private void breakOnce(int status) {
        server.script = call -> messages(1, StreamingServer.result(call, "done"));
        server.breaks = n -> n == 0;
        server.status = status;
    }

    @Test
    void aServerThatRefusesToResumeLeavesTheCallUnknown() throws Exception {
        String session = session();
        breakOnce(405);
        try (Connection connection = call(session, 1, "read", "a")) {
            assertThat(rest(connection)).last().asString().contains("before it answered");
        }
        try (Connection connection = call(session, 2, "write", "a")) {
            assertThat(rest(connection)).last().asString().contains("read");
        }
        assertThat(server.ran).hasSize(1);
        assertThat(server.asked).hasSize(1);
    }

    @Test
    void aServerThatIsGoneForAMomentIsTriedAgain() throws Exception {
        String session = session();
        breakOnce(503);
        try (Connection connection = call(session, 1, "read", "a")) {
            assertThat(connection.next()).isEmpty();
            assertThat(connection.next()).contains("n0");
            Until.met("the gateway asks again", () -> server.asked.size() >= 2);
            server.status = 200;
            assertThat(rest(connection)).last().asString().contains("done");
        }
        assertThat(server.ran).hasSize(1);
    }

    @Test
    void aCancelledCallIsNotResumed() throws Exception {
        String session = session();
        breakOnce(503);
        try (Connection connection = call(session, 1, "read", "a")) {
            connection.next();
            connection.next();
            Until.met("the gateway asks again", () -> !server.asked.isEmpty());
            String cancelled = Message.notification(
                            "notifications/cancelled", JSON.createObjectNode().put("requestId", 1))
                    .toString();
            new Connection(request(session).POST(HttpRequest.BodyPublishers.ofString(cancelled))).close();
            server.status = 200;
            assertThat(rest(connection)).last().asString().contains("before it answered");
        }
    }

    @Test
    void theAnswerToAnyRequestIsResumedAndCountsOnce() throws Exception {
        String session = session();
        server.script =
                call -> messages(1, StreamingServer.result(call, "first"), StreamingServer.result(call, "second"));
        server.breaks = n -> n != 1;
        ObjectNode params = JSON.createObjectNode().put("uri", "notes/a");
        try (Connection connection = new Connection(request(session).POST(body(5, "resources/read", params)))) {
            connection.next();
            String first = connection.last;
            assertThat(rest(connection)).hasSize(2).last().asString().contains("first");
            try (Connection missed = again(session, first)) {
                assertThat(rest(missed)).hasSize(2).last().asString().contains("first");
            }
        }
        assertThat(server.asked).containsExactly("s1-0");
    }
}
