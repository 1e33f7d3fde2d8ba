package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lists of approvals when one session has very many. */
class ApprovalFloodTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualClock clock = new ManualClock();
    private final SessionStore store = SessionStore.inMemory();
    private final SessionSettings settings =
            SessionSettings.inMemory().withStore(store).withClock(clock);
    private final Approvals approvals = Approvals.of(settings);

    private Approval ask(String session, int call) {
        clock.pass(Duration.ofMillis(1));
        return Sessions.requested(
                new PolicyRegistry(session, settings),
                new ToolCall("c" + call, "pay", JsonNodeFactory.instance.objectNode()),
                "terms",
                "no rule",
                HOUR);
    }

    @Test
    void theRequestsOfAFloodedSessionHideNoOther() {
        for (int i = 0; i < 300; i++) {
            ask("attack", i);
        }
        Approval first = ask("zoe", 1);
        Approval second = ask("zoe", 2);
        List<Approval> shown = approvals.list(ApprovalQuery.pending().atMost(200));
        assertThat(shown).hasSize(200);
        assertThat(shown.subList(0, 4))
                .as("the only one of each session, then the second of each, the older one first")
                .extracting(each -> each.session() + " " + each.call().id())
                .containsExactly("attack c0", "zoe c1", "attack c1", "zoe c2");
        assertThat(approvals.list(ApprovalQuery.pending().ofSession("zoe"))).containsExactly(first, second);
        assertThat(approvals.countPending()).isEqualTo(Map.of("attack", 300, "zoe", 2));
    }

    @Test
    void pagesMissNothingThatIsAnsweredMeanwhile() {
        for (int i = 0; i < 40; i++) {
            ask("s" + i % 3, i);
        }
        List<String> seen = new ArrayList<>();
        ApprovalQuery query = ApprovalQuery.pending().atMost(7);
        List<Approval> page = approvals.list(query);
        while (!page.isEmpty()) {
            for (Approval each : page) {
                seen.add(each.id());
                if (seen.size() % 2 == 0) {
                    approvals.decline(each, "ann", "no");
                }
            }
            page = approvals.list(query.pageAfter(page.get(page.size() - 1)));
        }
        assertThat(seen).hasSize(40).doesNotHaveDuplicates();
        assertThat(approvals.list(ApprovalQuery.pending())).hasSize(20);
    }

    @Test
    void answeredOnesAreListedWithoutTheOpenOnesAndTheNewestFirst() {
        List<Approval> asked = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            asked.add(ask("s" + i % 4, i));
        }
        approvals.approve(asked.get(3), "ann");
        approvals.decline(asked.get(20), "ann", "no");
        approvals.decline(asked.get(11), "ann", "no");
        assertThat(approvals.list(ApprovalQuery.ofAnswered().atMost(2)))
                .extracting(Approval::id)
                .containsExactly(asked.get(20).id(), asked.get(11).id());
        assertThat(approvals.list(ApprovalQuery.ofAnswered().ofSession("s3")))
                .extracting(Approval::id)
                .containsExactly(asked.get(11).id(), asked.get(3).id());
        assertThat(approvals.list(ApprovalQuery.all())).hasSize(30);
        assertThat(approvals.countPending().values().stream().mapToInt(each -> each))
                .hasSize(4);
    }

    @Test
    void expiredRequestsAreNotCounted() {
        ask("s", 1);
        clock.pass(HOUR);
        Approval open = ask("t", 2);
        assertThat(approvals.countPending()).isEqualTo(Map.of("t", 1));
        assertThat(approvals.list(ApprovalQuery.pending())).containsExactly(open);
        assertThat(approvals.list(ApprovalQuery.all().in(Approval.Status.EXPIRED)))
                .extracting(Approval::session)
                .containsExactly("s");
    }
}
