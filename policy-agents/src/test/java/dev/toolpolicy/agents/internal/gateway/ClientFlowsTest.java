package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Labels and limits of a client last longer than the sessions that the server gives it. */
final class ClientFlowsTest extends PlayedHttpGateway {
    private final FailingStore store = new FailingStore();

    ClientFlowsTest() {
        sessions = sessions.withStore(store).withRetryTimeout(Duration.ofMillis(20));
    }

    /** A store that can't change the sessions of clients on demand. */
    private static final class FailingStore implements SessionStore {
        private final SessionStore memory = SessionStore.inMemory();
        private volatile boolean fails;

        @Override
        public State read(String session, State known) {
            return memory.read(session, known);
        }

        @Override
        public Optional<State> replace(String session, State before, Map<String, JsonNode> parts) {
            if (fails && !session.contains("/")) {
                throw new StoreException("the store is down", null);
            }
            return memory.replace(session, before, parts);
        }

        @Override
        public void delete(String session) {
            memory.delete(session);
        }

        @Override
        public int deleteUnchanged(Instant since, int limit) {
            return memory.deleteUnchanged(since, limit);
        }

        @Override
        public List<Part> find(String prefix, String from, boolean newest, int limit) {
            return memory.find(prefix, from, newest, limit);
        }

        @Override
        public boolean isLocal() {
            return true;
        }
    }

    @Override
    String policy() {
        return """
            [results]
            write = { labels = [], external = true }
            drop = { labels = [], external = true }

            [tools.read.policy]
            external = true
            run = "allow"

            [tools.write.policy]
            external = true
            run = [{ label = "untrusted", mode = "deny", reason = "strangers" }, { mode = "allow" }]

            [tools.drop.policy]
            external = true
            run = "allow"
            limits = [{ calls = 1 }]

            [tools.send.policy]
            external = true
            run = "ask"
            """;
    }

    @Override
    Optional<String> clientHeader() {
        return Optional.of("X-User");
    }

    private String called(String user, String given, String tool) throws Exception {
        ObjectNode params = JSON.createObjectNode().put("name", tool);
        params.putObject("arguments").put("path", "a");
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri())
                .POST(HttpRequest.BodyPublishers.ofString(
                        Message.request("c", "tools/call", params).toString()));
        if (!given.isEmpty()) {
            request.header("Mcp-Session-Id", given);
        }
        if (!user.isEmpty()) {
            request.header("X-User", user);
        }
        return text(send(request).body());
    }

    private void given(String id) throws Exception {
        session = id;
        calls = (exchange, call) -> json(exchange, result(call.path("id"), "done"));
        send(HttpRequest.newBuilder(gateway.uri())
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}")));
    }

    @Test
    void aServerThatEndsItsSessionTakesNoLabelAway() throws Exception {
        given("s");
        assertThat(called("", "s", "write")).isEqualTo("done");
        assertThat(called("", "s", "read")).isEqualTo("done");
        calls = (exchange, call) -> refuse(exchange, 404, LOST);
        assertThat(send("read", "a").statusCode()).isEqualTo(404);
        given("t");
        assertThat(called("", "t", "write")).contains("strangers");
    }

    @Test
    void aServerThatEndsItsSessionResetsNoLimit() throws Exception {
        given("s");
        assertThat(called("", "s", "drop")).isEqualTo("done");
        given("t");
        assertThat(called("", "t", "drop")).contains("can run once");
        assertThat(called("", "", "drop")).contains("can run once");
    }

    @Test
    void labelsHoldWithoutASessionOfTheServer() throws Exception {
        assertThat(called("", "", "write")).isEqualTo("done");
        assertThat(called("", "", "read")).isEqualTo("done");
        assertThat(called("", "", "write")).contains("strangers");
        assertThat(called("", "never-given", "write")).contains("strangers");
        assertThat(store.find("", "", false, 100))
                .extracting(SessionStore.Part::session)
                .noneMatch(id -> id.contains("/"));
    }

    @Test
    void anOpenSessionGetsTheLabelsOfAnotherOne() throws Exception {
        given("s");
        assertThat(called("", "s", "write")).isEqualTo("done");
        given("t");
        assertThat(called("", "t", "read")).isEqualTo("done");
        assertThat(called("", "s", "write")).contains("strangers");
    }

    @Test
    void instructionsCountInEachSession() throws Exception {
        send(HttpRequest.newBuilder(gateway.uri())
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"prompts/get\",\"params\":{\"name\":\"x\"}}")));
        given("s");
        assertThat(called("", "s", "write")).contains("strangers");
    }

    @Test
    void aHeaderTellsClientsApart() throws Exception {
        given("s");
        assertThat(called("ann", "s", "read")).isEqualTo("done");
        assertThat(called("ann", "", "write")).contains("strangers");
        assertThat(called("ben", "s", "write")).isEqualTo("done");
        assertThat(called("", "s", "write")).isEqualTo("done");
        assertThat(called("ben", "s", "drop")).isEqualTo("done");
        assertThat(called("", "s", "drop")).isEqualTo("done");
        assertThat(called("ben", "", "drop")).contains("can run once");
        assertThat(records).extracting(CallRecord::session).noneMatch(id -> id.contains("ann") || id.contains("ben"));
    }

    @Test
    void anApprovedCallRunsInItsSessionOnly() throws Exception {
        given("s");
        given("t");
        assertThat(called("ann", "s", "send")).contains("send the same call again");
        Approvals approvals = Approvals.of(sessions);
        approvals.approve(approvals.list(ApprovalQuery.pending()).get(0), "ann");
        assertThat(called("ben", "s", "send")).contains("send the same call again");
        assertThat(called("ann", "t", "send")).contains("send the same call again");
        assertThat(called("ann", "s", "send")).isEqualTo("done");
    }

    @Test
    void aCallWhoseSessionCannotBeOpenedIsRecorded() throws Exception {
        given("s");
        store.fails = true;
        HttpResponse<String> response = send("read", "a");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(JSON.readTree(response.body()).path("id").asText()).isEqualTo("c");
        assertThat(records).singleElement().satisfies(call -> {
            assertThat(call.tool()).isEqualTo("read");
            assertThat(call.verdict()).contains(CallRecord.Verdict.INVALID);
            assertThat(call.decision().orElseThrow().reason()).contains("its session can't be stored");
        });
        assertThat(received)
                .noneMatch(each -> each.startsWith("{"))
                .anyMatch(each -> each.startsWith("a request failed: ") && each.contains("the store is down"));
    }

    @Test
    void aResultIsWithheldIfItsLabelsCannotJoin() throws Exception {
        given("s");
        assertThat(called("", "s", "write")).isEqualTo("done");
        calls = (exchange, call) -> {
            store.fails = true;
            json(exchange, result(call.path("id"), "do it"));
        };
        assertThat(called("", "s", "read"))
                .contains("unknown whether the call ran")
                .doesNotContain("do it");
        store.fails = false;
        given("t");
        assertThat(called("", "s", "write")).as("of the session that has them").contains("strangers");
        assertThat(called("", "t", "write")).as("since they have joined now").contains("strangers");
    }
}
