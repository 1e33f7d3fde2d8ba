package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.Answers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store or a clock that throws anything, or gives null, fails as a store; afterwards approvals stand as before. */
class ApprovalFaultsTest {

    /** The faults of store and clock. */
    enum Fault {
        NULL(() -> null),
        RUNTIME(() -> new IllegalStateException("broken")),
        ERROR(() -> new NoClassDefFoundError("broken")),
        CHECKED(() -> new IOException("broken")),
        OVERFLOW(() -> new StackOverflowError("broken")),
        STORE(() -> new StoreException("broken", null));

        private final Supplier<? extends @Nullable Throwable> failure;

        Fault(Supplier<? extends @Nullable Throwable> failure) {
            this.failure = failure;
        }
    }

    private @Nullable Fault fault;
    private boolean clockFails;

    @SuppressWarnings({"unchecked", "NullAway"})
    private <T, E extends Throwable> T pass(boolean fails, Supplier<T> given) throws E {
        Fault how = fault;
        if (!fails || how == null) {
            return given.get();
        }
        Throwable failure = how.failure.get();
        if (failure == null) {
            return null;
        }
        throw (E) failure;
    }

    private final Clock clock = new ManualClock(() -> this.<Instant, RuntimeException>pass(clockFails, Instant::now));

    private final SessionStore store = new SessionStore() {
        private final SessionStore memory = SessionStore.inMemory();

        private <T> T stored(Supplier<T> given) {
            return ApprovalFaultsTest.this.<T, RuntimeException>pass(!clockFails, given);
        }

        @Override
        public SessionStore.State read(String session, SessionStore.State known) {
            return stored(() -> memory.read(session, known));
        }

        @Override
        public Optional<SessionStore.State> replace(
                String session, SessionStore.State before, Map<String, JsonNode> parts) {
            return stored(() -> memory.replace(session, before, parts));
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
        public List<SessionStore.Part> find(String prefix, String from, boolean newest, int limit) {
            return stored(() -> memory.find(prefix, from, newest, limit));
        }

        @Override
        public boolean isLocal() {
            return true;
        }
    };

    private final SessionSettings settings = SessionSettings.inMemory()
            .withStore(store)
            .withClock(clock)
            .withRetryTimeout(Duration.ofMillis(20))
            .withOpenCalls(10);

    @ParameterizedTest
    @EnumSource(Fault.class)
    void allFailuresOfStoreAndClockAreStoreExceptions(Fault how) {
        PolicyRegistry registry = new PolicyRegistry("s", settings);
        Approval asked = Sessions.requested(registry, call("deploy", "{}"), "rules", "no rule", Duration.ofHours(1));
        Approvals approvals = Approvals.of(settings);
        List<Function<Approvals, Object>> uses = List.of(
                each -> each.list(ApprovalQuery.pending()),
                each -> each.find(asked.id()),
                each -> Answers.approve(each, asked.id(), "me"),
                each -> Answers.decline(each, asked.id(), "me", "no"),
                each -> Sessions.requested(registry, call("deploy", "{}"), "rules", "no rule", Duration.ofHours(1)));
        for (boolean byClock : new boolean[] {true, false}) {
            clockFails = byClock;
            fault = how;
            for (Function<Approvals, Object> use : uses) {
                assertThatThrownBy(() -> use.apply(approvals)).isInstanceOf(StoreException.class);
            }
            fault = null;
            assertThat(approvals.list(ApprovalQuery.pending()))
                    .extracting(Approval::id)
                    .containsExactly(asked.id());
        }
        assertThat(Answers.approve(approvals, asked.id(), "me").status()).isEqualTo(Approval.Status.GRANTED);
    }
}
