package dev.toolpolicy.langchain4j;

import static dev.toolpolicy.langchain4j.ChatBodies.calls;
import static dev.toolpolicy.langchain4j.ChatBodies.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.langchain4j.ChatBodies.Call;
import dev.toolpolicy.langchain4j.Clerk.Files;
import dev.toolpolicy.langchain4j.Clerk.Talk;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.test.replay.Replay;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls of an AI service that wait in the store until a person has approved them. */
class ResumedCallsTest {
    private static final Call WRITE = Call.of("write", "{\"path\":\"a.txt\",\"text\":\"x\"}");
    private static final Call LIST = Call.of("list", "{}");
    private static final Replay BYE = text(false, "Bye.");

    @BeforeEach
    void forget() {
        Clerk.RAN.clear();
    }

    /** The call behind the pending one waits with it, and a "no" to another call changes nothing. */
    @Test
    void anApprovedCallIsResumedOnce() throws Exception {
        PolicyTools tools = PolicyTools.of(
                Clerk.policies("[tools.'*'.policy]", "run = 'allow'", "[tools.list.policy]", "run = 'ask'")
                        .engine(builder ->
                                builder.sessions(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1)))),
                new Files());
        Talk talk = Clerk.blocking(tools, calls(false, LIST, WRITE), BYE);
        assertThat(talk.told()).contains("waits for a person's approval", "waits until an earlier call");
        assertThat(Clerk.RAN).isEmpty();
        Approval asked =
                tools.engine().approvals().list(ApprovalQuery.pending()).get(0);
        Approval behind = tools.engine()
                .approvals()
                .list(ApprovalQuery.all().in(Approval.Status.GRANTED))
                .get(0);
        assertThat(tools.resume(asked.id()).kind()).isEqualTo(CallResult.Kind.PENDING);
        assertThat(tools.resume(behind.id()).kind()).isEqualTo(CallResult.Kind.PENDING);
        tools.engine().approvals().approve(asked, "ann");
        assertThat(tools.resume(asked.id()).kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(tools.resume(asked.id()).kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(tools.resume(behind.id()).kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(Clerk.RAN).hasSize(2).last().isEqualTo("write a.txt");
    }
}
