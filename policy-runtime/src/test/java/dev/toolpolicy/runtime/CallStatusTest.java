package dev.toolpolicy.runtime;

import static dev.toolpolicy.runtime.WholeCalls.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolCallStream.Status;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.policy.Requirements;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What will become of a call, as it is previewed and as it streams. */
class CallStatusTest {
    private final WholeCalls calls = new WholeCalls();
    private final SessionSettings settings = SessionSettings.inMemory().withStore(SessionStore.inMemory());
    private final PolicySession session = calls.engine(settings)
            .policies(Requirements.requires("deploy", "read"))
            .build()
            .session("s");

    @Test
    void aStatusIsToldOnceForEachChange() {
        List<Status> told = new ArrayList<>();
        session.calls()
                .call("c", "write")
                .onStatus(told::add)
                .append("{\"path\":\"src/")
                .append("a")
                .append("\",\"content\":\"x\"")
                .append("}")
                .finish();
        assertThat(told).containsExactly(Status.OPEN, Status.WILL_RUN);
        told.clear();
        session.calls()
                .call("c", "write")
                .onStatus(told::add)
                .append("{\"path\":\"src/a\"")
                .append(",\"path\"");
        assertThat(told).containsExactly(Status.OPEN, Status.WILL_RUN, Status.INVALID);
        told.clear();
        session.calls().call("c", "deploy").onStatus(told::add);
        assertThat(told).containsExactly(Status.DENIED);
    }

    @Test
    void anUnknownToolNamesTheOneThatIsMeant() {
        assertThat(session.execute("c", "wrte", "{}", calls.handlers).forModel())
                .isEqualTo("Not run: no tool is named \"wrte\"; did you mean \"write\"?");
        assertThat(session.execute("c", "nothing", "{}", calls.handlers).forModel())
                .isEqualTo("Not run: no tool is named \"nothing\".");
    }

    @Test
    void aListenerOfTheStatusThatThrowsChangesNothing() {
        ToolCallOutcome outcome = session.calls()
                .call("c", "read")
                .onStatus(status -> {
                    throw new IllegalStateException("broken");
                })
                .append("{}")
                .finish();
        assertThat(outcome.kind()).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aPreviewAsksNoApprover() {
        List<String> asked = new ArrayList<>();
        PolicySession withApprover = calls.engine(settings)
                .permission(request -> {
                    asked.add(request.summary());
                    return CompletableFuture.completedFuture(request.approve());
                })
                .build()
                .session("s");
        assertThat(withApprover.calls().preview("write", write("a")).status()).isEqualTo(Status.WILL_ASK);
        assertThat(withApprover
                        .execute("c", "write", write("a"), calls.handlers)
                        .kind())
                .isEqualTo(CallResult.Kind.RAN);
        assertThat(asked).as("by execute alone").hasSize(1);
    }

    @Test
    void aPolicyThatWantsAnApprovalMakesTheCallAsk() {
        PolicySession approving = calls.engine(settings)
                .policies(Policies.approval("read"))
                .build()
                .session("s");
        assertThat(approving.calls().preview("read", "{}").status()).isEqualTo(Status.WILL_ASK);
    }

    /** Rules know the call by its path, but a policy still waits for its content. */
    @Test
    void aStatusIsOpenWhileAPolicyWaits() {
        PolicySession waiting = calls.engine(settings)
                .policies(LimitPolicy.quota(1, "write").perKey(CallKey.at("/content")))
                .build()
                .session("s");
        ToolCallStream call = waiting.calls().call("c", "write").append("{\"path\":\"src/a\",");
        assertThat(call.decision()).as("the rules know").isPresent();
        assertThat(call.status()).isEqualTo(Status.OPEN);
        assertThat(call.append("\"content\":\"x\"").status()).isEqualTo(Status.WILL_RUN);
    }

    @Test
    void aCancelledCallIsDenied() {
        ToolCallStream call = session.calls().call("c", "read");
        call.append("{}").cancel("the user left");
        assertThat(call.status()).isEqualTo(Status.DENIED);
    }
}
