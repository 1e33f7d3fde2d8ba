package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.shared.Until;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Clients that have missed events, and ask for them. */
final class MissedEventsTest extends BreakingConnections {
    @Test
    void anotherSessionGetsNothing() throws Exception {
        String session = session();
        String other = session();
        server.script = call -> messages(1, StreamingServer.result(call, "done"));
        try (Connection connection = call(session, 1, "read", "a")) {
            connection.next();
            String first = connection.last;
            assertThat(rest(connection)).hasSize(2);
            for (String wrong : List.of(first + "0", first.substring(1), "", "s1-0", "\u00e9")) {
                try (Connection missed = again(session, wrong)) {
                    assertThat(missed.response.statusCode()).as(wrong).isEqualTo(wrong.equals(first + "0") ? 200 : 410);
                    assertThat(rest(missed)).as(wrong).noneMatch(each -> each.contains("done"));
                }
            }
            try (Connection missed = again(other, first)) {
                assertThat(missed.response.statusCode()).isEqualTo(410);
            }
            try (Connection missed = again("stolen", first)) {
                assertThat(rest(missed)).isEmpty();
            }
            try (Connection missed = again(session, first)) {
                assertThat(rest(missed)).hasSize(2).last().asString().contains("done");
            }
        }
        assertThat(server.asked).as("no id of the client went to the server").containsOnly("");
    }

    /** Of two that resume at once, the later one gets what comes. */
    @Test
    void oneConnectionReadsAStream() throws Exception {
        String session = session();
        server.script = call -> messages(2, StreamingServer.result(call, "done"));
        CompletableFuture<Boolean> broken = new CompletableFuture<>();
        server.breaks = n -> n == 0 && broken.join();
        Connection first = call(session, 1, "read", "a");
        first.next();
        first.next();
        Connection second = again(session, first.last);
        Connection third = again(session, first.last);
        assertThat(rest(second)).isEmpty();
        broken.complete(false);
        assertThat(rest(third)).hasSize(2).last().asString().contains("done");
        assertThat(rest(first)).isEmpty();
        assertThat(server.ran).hasSize(1);
    }

    /** A client that has hung holds up its connection, not the next one. */
    @Test
    void aConnectionThatIsNotReadDoesNotHoldUpTheNextOne() throws Exception {
        String session = session();
        List<String> large = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            large.add(StreamingServer.notification("x".repeat(200_000)));
        }
        server.script = call -> {
            large.add(StreamingServer.result(call, "done"));
            return large;
        };
        Connection hung = call(session, 1, "read", "a");
        hung.next();
        String first = hung.last;
        Thread.sleep(500); // the buffers on the way are full
        Connection alsoHung = again(session, first);
        alsoHung.next();
        Thread.sleep(500);
        try (Connection missed = again(session, first)) {
            assertThat(rest(missed)).hasSize(101).last().asString().contains("done");
        }
        assertThat(server.ran).hasSize(1);
        hung.close();
        alsoHung.close();
    }

    @Test
    void whatIsNotKeptAnyMoreIsAnErrorOfItsOwn() throws Exception {
        String session = session();
        server.script = call -> messages(1_100, StreamingServer.result(call, "done"));
        Connection connection = call(session, 1, "read", "a");
        connection.next();
        String first = connection.last;
        assertThat(rest(connection)).as("while the client reads, none is lost").hasSize(1_101);
        try (Connection missed = again(session, first)) {
            assertThat(rest(missed)).singleElement().asString().contains("\"id\":1,", "keeps the last 1,000");
        }
        try (Connection missed = again(session, connection.last)) {
            assertThat(rest(missed)).isEmpty();
        }
        assertThat(server.ran).hasSize(1);
    }

    @Test
    void anEndedSessionKeepsNothing() throws Exception {
        String session = session();
        try (Connection connection = call(session, 1, "read", "a")) {
            connection.next();
            String first = connection.last;
            rest(connection);
            server.posts = 401;
            try (Connection missed = again(session, first)) {
                assertThat(missed.response.statusCode())
                        .as("the server doesn't know the client")
                        .isEqualTo(401);
                assertThat(rest(missed)).isEmpty();
            }
            server.posts = 200;
            new Connection(request(session).DELETE()).close();
            try (Connection missed = again(session, first)) {
                assertThat(missed.response.statusCode()).isEqualTo(410);
            }
        }
    }

    /** Messages outside of requests: both sides break, and each message arrives once. */
    @Test
    void messagesOutsideOfRequestsAreResumed() throws Exception {
        String session = session();
        server.outside = new StreamingServer.Stream("outside", messages(4));
        server.breaks = n -> n == 1;
        Connection first = new Connection(request(session).GET());
        assertThat(first.next()).isEmpty();
        assertThat(first.next()).contains("n0");
        first.close();
        List<String> seen = new ArrayList<>();
        try (Connection second = again(session, first.last)) {
            while (seen.size() < 3) {
                seen.add(second.next());
                seen.remove("");
            }
        }
        assertThat(seen).isEqualTo(messages(4).subList(1, 4));
        assertThat(server.asked.subList(0, 2)).containsExactly("", "outside-1");
    }

    /** Clients of older versions can't take an event without a message, so their place begins with the first one. */
    @Test
    void anOlderClientGetsNoEventWithoutAMessage() throws Exception {
        String session = session();
        server.script = call -> messages(1, StreamingServer.result(call, "done"));
        ObjectNode params = JSON.createObjectNode().put("name", "read");
        params.putObject("arguments").put("path", "a");
        HttpRequest.Builder older = HttpRequest.newBuilder(gateway.uri())
                .header("Mcp-Protocol-Version", "2025-06-18")
                .header("Mcp-Session-Id", session);
        try (Connection connection = new Connection(older.POST(body(1, "tools/call", params)))) {
            assertThat(connection.next()).contains("n0");
            try (Connection missed = again(session, connection.last)) {
                assertThat(rest(missed)).singleElement().asString().contains("done");
            }
        }
    }

    /** Many servers have one such stream for a session, so the gateway leaves one that its client has left. */
    @Test
    void aStreamOutsideOfRequestsEndsWithItsClientAndGoesOnBehindTheLastMessage() throws Exception {
        String session = session();
        server.outside = new StreamingServer.Stream("outside", messages(2_000));
        server.outside.ready = 1;
        Connection first = new Connection(request(session).GET());
        first.next();
        first.next();
        first.close();
        Until.met("the gateway has noticed that its client left", () -> {
            server.outside.ready++;
            return server.left > 0;
        });
        server.outside.ready = 2_000;
        Connection second = again(session, first.last);
        try (second) {
            for (int i = 1; i < 2_000; i++) {
                String next = second.next();
                assertThat(next.isEmpty() ? second.next() : next).contains("n" + i + "\"");
            }
        }
        assertThat(server.asked.get(1)).startsWith("outside-");

        server.status = 404; // where the server doesn't resume it, there is a new one
        server.asked.clear();
        try (Connection third = again(session, second.last)) {
            assertThat(third.response.statusCode()).isEqualTo(200);
            rest(third);
        }
        assertThat(server.asked).contains("").anyMatch(each -> each.startsWith("outside-"));
    }
}
