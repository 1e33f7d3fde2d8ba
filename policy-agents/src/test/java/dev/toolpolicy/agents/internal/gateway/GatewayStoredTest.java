package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Calls that wait in a store, and that the client sends again after a person has answered. */
final class GatewayStoredTest extends PlayedGateway {
    private final List<Approval> heard = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final SessionSettings sessions = SessionSettings.inMemory()
            .withStore(SessionStore.inMemory())
            .withStoredApprovals(Duration.ofDays(3))
            .withResentCalls()
            .withClock(new Clock() {
                @Override
                public ZoneOffset getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                    return this;
                }

                @Override
                public Instant instant() {
                    return now;
                }
            })
            .onPending(heard::add);
    private final Approvals approvals = Approvals.of(sessions);

    @Override
    PolicyEngineBuilder settings(PolicyEngineBuilder builder) {
        return builder.sessions(sessions);
    }

    private String waiting(Object id, String path) throws IOException {
        call(id, "send", path);
        ObjectNode answer = take(toClient);
        assertThat(answer.at("/result/isError").asBoolean()).isTrue();
        assertThat(answered(answer)).startsWith(id + " Not run yet: ").contains("send the same call again");
        assertThat(toServer).isEmpty();
        return heard.get(heard.size() - 1).id();
    }

    private Approval approval(String id) {
        return approvals.find(id).orElseThrow();
    }

    @Test
    void aCallWaitsUntilItIsApprovedAndRunsOnce() throws IOException {
        start();
        String request = waiting(1, "a");
        assertThat(waiting(2, "a")).as("sent again").isEqualTo(request);
        assertThat(heard).hasSize(1);
        approvals.approve(approval(request), "ann");
        call(3, "send", "a");
        serverAnswers(text("sent"));
        assertThat(answered(take(toClient))).isEqualTo("3 sent");
        assertThat(approval(request).status()).isEqualTo(Approval.Status.RAN);
        assertThat(waiting(4, "a")).as("once more").isNotEqualTo(request);
    }

    @Test
    void anAnswerCoversTheSameArgumentsOnly() throws IOException {
        start();
        approvals.approve(approval(waiting(1, "a")), "ann");
        waiting(2, "b");
        assertThat(heard).hasSize(2);
    }

    @Test
    void ofTwoThatAreSentAtOnceOneRuns() throws IOException {
        start();
        approvals.approve(approval(waiting(1, "a")), "ann");
        call(2, "send", "a");
        call(3, "send", "a");
        assertThat(answered(take(toClient))).startsWith("3 ").contains("running");
        serverAnswers(text("sent"));
        assertThat(answered(take(toClient))).isEqualTo("2 sent");
        assertThat(toServer).isEmpty();
        assertThat(heard).hasSize(1);
    }

    @Test
    void aDeclineHoldsUntilTheRequestExpires() throws IOException {
        start();
        approvals.decline(approval(waiting(1, "a")), "ann", "not to him");
        for (int id = 2; id < 4; id++) {
            call(id, "send", "a");
            assertThat(answered(take(toClient))).startsWith(id + " ").contains("not to him");
        }
        assertThat(heard).hasSize(1);
        now = now.plus(Duration.ofDays(3));
        waiting(4, "a");
        assertThat(heard).hasSize(2);
    }

    @Test
    void aCallWhoseServerEndedIsNotRunAgainUnasked() throws IOException {
        start();
        approvals.approve(approval(waiting(1, "a")), "ann");
        call(2, "send", "a");
        take(toServer);
        gateway.serverGone();
        take(toClient);
        assertThat(approval(heard.get(0).id()).status()).isEqualTo(Approval.Status.LOST);
        waiting(3, "a");
        assertThat(heard).hasSize(2);
    }

    /** After a restart, with the same session, the answer still counts; another session has none. */
    @Test
    void anAnswerIsUsedByALaterGateway() throws IOException {
        start();
        String request = waiting(1, "a");
        gateway = open(Set.of());
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        take(toServer);
        approvals.approve(approval(request), "ann");
        call(1, "send", "a");
        serverAnswers(text("sent"));
        assertThat(answered(take(toClient))).isEqualTo("1 sent");
        assertThat(approvals.list(ApprovalQuery.pending())).isEmpty();
    }

    @Test
    void anApprovalIsNoneUnderAnotherRule() throws IOException {
        start();
        approvals.approve(approval(waiting(1, "a")), "ann");
        offered.removeAll().add(tool("send", "string").put("description", "something else"));
        gateway.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        take(toClient);
        call(2, "send", "a");
        assertThat(answered(take(toClient))).contains("has changed it since it was first used");
        assertThat(toServer).isEmpty();
    }
}
