package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.denial;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.Fact;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.Answers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Stores that fail, are far away, or change under a session. */
class StoreFailureTest {
    private static final Duration PATIENCE = Duration.ofMillis(50);
    private final FlakyStore store = new FlakyStore();

    private PolicyRegistry session(ToolPolicy... policies) {
        return session(PATIENCE, policies);
    }

    private PolicyRegistry session(Duration patience, ToolPolicy... policies) {
        PolicyRegistry session = new PolicyRegistry(
                "s",
                SessionSettings.inMemory()
                        .withStore(store)
                        .withRetryTimeout(patience)
                        .withOpenCalls(100));
        for (ToolPolicy policy : policies) {
            session.register(policy);
        }
        return session;
    }

    private static ToolPolicy deployAfterTest() {
        return Policies.sequential(Map.of("deploy", List.of("test")));
    }

    @Test
    void aStoreThatIsDownDeniesWithinPatienceAndRecovers() {
        PolicyRegistry session = session(deployAfterTest());
        run(session, call("test"));
        store.down = true;

        long start = System.nanoTime();
        PolicyDenial denied = denial(session, call("deploy")).orElseThrow();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        assertThat(denied.policy()).isEqualTo("session_store");
        assertThat(denied.reason()).isEqualTo("Not run: the session's state is unavailable now. Try again later.");
        assertThat(Sessions.check(session, call("ungoverned")).denial())
                .as("what no policy governs needs no store")
                .isEmpty();
        assertThatThrownBy(session::snapshot).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> session.putFact(Fact.flag("f"), true)).isInstanceOf(StoreException.class);

        store.down = false;
        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void aSuccessThatTheStoreDoesntTakeIsToldBeforeTheNextCheck() {
        PolicyRegistry session = session(deployAfterTest());
        CheckedCall test = Sessions.check(session, call("test"));
        store.down = true;
        Sessions.recordSuccess(session, test, NullNode.getInstance());
        assertThat(allows(session, call("deploy"))).isFalse();

        store.down = false;
        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void anOutcomeThatTheStoreNeverTakesIsForgottenWhenItsCallIsOver() throws Exception {
        SessionSettings settings = SessionSettings.inMemory().withStore(store).withRetryTimeout(PATIENCE);
        PolicyRegistry gone = new PolicyRegistry("gone", settings.withOutcomeTimeout(Duration.ofMillis(1)));
        gone.register(deployAfterTest());
        CheckedCall first = Sessions.check(gone, call("test"));
        PolicyRegistry session = session(deployAfterTest());
        CheckedCall second = Sessions.check(session, call("test"));
        store.down = true;
        Sessions.recordSuccess(gone, first, NullNode.getInstance());
        assertThat(kept()).contains("session=gone");
        Thread.sleep(5);
        Sessions.recordSuccess(session, second, NullNode.getInstance());
        assertThat(kept()).doesNotContain("session=gone");
        store.down = false;
        assertThat(allows(session, call("deploy"))).as("kept").isTrue();
    }

    private static String kept() throws ReflectiveOperationException {
        Field all = UnsavedOutcomes.class.getDeclaredField("ALL");
        all.setAccessible(true);
        return ((Map<?, ?>) all.get(null)).keySet().toString();
    }

    @Test
    void aFailureThatTheStoreDoesntTakeTakesBackBeforeTheNextCheck() {
        PolicyRegistry session = session(new OneShot());
        CheckedCall first = Sessions.check(session, call("x"));
        store.down = true;
        Sessions.recordFailure(session, first);
        store.down = false;

        assertThat(run(session, call("x"))).isTrue();
        assertThat(allows(session, call("x"))).isFalse();
    }

    @Test
    void aSuccessThatTheStoreDoesntTakeOutlivesItsRegistry() {
        PolicyRegistry gone = session(deployAfterTest());
        CheckedCall test = Sessions.check(gone, call("test"));
        store.down = true;
        Sessions.recordSuccess(gone, test, NullNode.getInstance());
        store.down = false;

        assertThat(allows(session(deployAfterTest()), call("deploy"))).isTrue();
        PolicyRegistry elsewhere =
                new PolicyRegistry("other", SessionSettings.inMemory().withStore(store));
        elsewhere.register(deployAfterTest());
        assertThat(allows(elsewhere, call("deploy"))).as("another session").isFalse();
    }

    /** The queue for a store can't grow: only calls that have begun have outcomes, and none begins meanwhile. */
    @Test
    void nothingBeginsWhileOutcomesWaitForTheStore() {
        Scripted policy = new Scripted("counting");
        PolicyRegistry session = new PolicyRegistry(
                "s",
                SessionSettings.inMemory()
                        .withStore(store)
                        .withRetryTimeout(Duration.ofMillis(5))
                        .withOpenCalls(3));
        session.register(policy);
        List<CheckedCall> begun = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            begun.add(Sessions.check(session, call("x")));
        }
        assertThat(denial(session, call("x")).orElseThrow().reason())
                .isEqualTo("Not run: 3 calls of this session started and did not end. Wait until one ends.");
        store.down = true;
        begun.forEach(each -> Sessions.recordSuccess(session, each, NullNode.getInstance()));
        for (int i = 0; i < 10; i++) {
            assertThat(denial(session, call("x")).orElseThrow().policy()).isEqualTo("session_store");
        }
        store.down = false;
        assertThat(allows(session, call("x"))).isTrue();
        assertThat(session.context().state("counting").orElseThrow().intValue()).isEqualTo(3);
    }

    /** Who asks, who answers and who spends recognises what is done already when only the answer was lost. */
    @Test
    void anApprovalSurvivesThatAnyWriteIsLost() {
        for (int number = 0; number < 4; number++) {
            for (boolean back : new boolean[] {false, true}) {
                for (ToolPolicy[] policies : new ToolPolicy[][] {{}, {new Scripted("p")}}) {
                    StoreFailureTest round = new StoreFailureTest();
                    if (back) {
                        round.store.failsAfter = number;
                    } else {
                        round.store.failsBefore = number;
                    }
                    round.askGrantAndRunOnce("write " + number + ", done " + back, policies);
                }
            }
        }
    }

    private void askGrantAndRunOnce(String round, ToolPolicy... policies) {
        PolicyRegistry session =
                session(Duration.ofMinutes(1), policies); // what fails once is tried again, on a busy machine too
        Approval asked = Sessions.requested(session, call("deploy"), "rules", "no rule", Duration.ofHours(1));
        assertThat(session.approvals().list(ApprovalQuery.pending()))
                .as(round)
                .extracting(Approval::id)
                .containsExactly(asked.id());
        Approval granted = Answers.approve(session.approvals(), asked.id(), "somebody");
        assertThat(granted.status()).as(round).isEqualTo(Approval.Status.GRANTED);
        assertThatThrownBy(() -> Answers.approve(session.approvals(), asked.id(), "somebody"))
                .as(round)
                .isInstanceOf(IllegalStateException.class);

        CheckedCall checked = Sessions.checked(session, call("deploy"), asked.id(), "rules", "no rule");
        assertThat(checked.denial()).as(round).isEmpty();
        Sessions.recordSuccess(session, checked, NullNode.getInstance());
        assertThat(Sessions.checked(session, call("deploy"), asked.id(), "rules", "no rule")
                        .denial()
                        .orElseThrow()
                        .reason())
                .as(round)
                .endsWith("was used before, and the call ran.");
    }

    @Test
    void aThreadThatIsInterruptedIsNotKeptWaiting() {
        PolicyRegistry session = new PolicyRegistry(
                "s",
                SessionSettings.inMemory()
                        .withStore(store)
                        .withRetryTimeout(Duration.ofMinutes(1))
                        .withOpenCalls(100));
        session.register(deployAfterTest());
        CheckedCall test = Sessions.check(session, call("test"));
        store.down = true;
        long start = System.nanoTime();
        Thread.currentThread().interrupt();
        try {
            Sessions.recordSuccess(session, test, NullNode.getInstance());
            assertThat(allows(session, call("deploy"))).isFalse();
        } finally {
            assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        store.down = false;
        assertThat(allows(session, call("deploy"))).as("the success was kept").isTrue();
    }

    /** Whichever write is lost, on its way there or back: nothing is given twice, and nothing that happened is lost. */
    @Test
    void anyWriteMayBeLostOnItsWayThereOrBack() {
        for (int number = 0; number < 6; number++) {
            for (boolean back : new boolean[] {false, true}) {
                StoreFailureTest round = new StoreFailureTest();
                if (back) {
                    round.store.failsAfter = number;
                } else {
                    round.store.failsBefore = number;
                }
                round.oneShotAndSequence(
                        "write " + number + (back ? " lost on its way back" : " lost on its way there"));
            }
        }
    }

    private void oneShotAndSequence(String round) {
        PolicyRegistry session = session(deployAfterTest(), new OneShot());
        CheckedCall failing = Sessions.check(session, call("test"));
        assertThat(failing.denial()).as(round).isEmpty();
        Sessions.recordFailure(session, failing);
        assertThat(run(session, call("test"))).as(round).isTrue();

        PolicyDenial denied = denial(session, call("deploy")).orElseThrow();
        assertThat(denied.policy()).as(round).isEqualTo(OneShot.NAME);
        assertThat(session.context().states().get(OneShot.NAME).intValue())
                .as(round)
                .isEqualTo(1);
        assertThat(session.context().states().get("sequential_dependency"))
                .as(round)
                .hasToString("{\"done\":{\"test\":{\"any\":true}}}");
    }

    @Test
    void aSessionGoesOnInAnotherProcessesRegistry() {
        PolicyRegistry here = session(deployAfterTest());
        PolicyRegistry there = session(deployAfterTest());
        assertThat(allows(there, call("deploy"))).isFalse();
        run(here, call("test"));

        assertThat(allows(there, call("deploy"))).isTrue();
    }

    @Test
    void anOutcomeIsReadAgainOnlyIfAnotherProcessChangedTheSession() {
        PolicyRegistry here = session(new Scripted("counting"));
        PolicyRegistry there = session(new Scripted("counting"));
        CheckedCall alone = Sessions.check(here, call("x"));
        int before = store.reads.get();
        Sessions.recordSuccess(here, alone, NullNode.getInstance());
        assertThat(store.reads.get()).isEqualTo(before);

        CheckedCall overtaken = Sessions.check(here, call("x"));
        run(there, call("x"));
        before = store.reads.get();
        Sessions.recordSuccess(here, overtaken, NullNode.getInstance());
        assertThat(store.reads.get()).isEqualTo(before + 1);
        assertThat(there.context().state("counting").orElseThrow().intValue()).isEqualTo(3);
    }

    @Test
    void aPreviewAsksWhatItKnowsAndTheStoreBeforeItDenies() {
        PolicyRegistry here = session(deployAfterTest());
        PolicyRegistry there = session(deployAfterTest());
        run(here, call("test"));
        int before = store.reads.get();

        assertThat(there.preview(call("deploy"), false)).isEqualTo(PolicyPreview.ALLOWED);
        assertThat(store.reads.get()).isEqualTo(before + 1);
        assertThat(there.preview(call("deploy"), false)).isEqualTo(PolicyPreview.ALLOWED);
        assertThat(store.reads.get()).as("what allows isn't read again").isEqualTo(before + 1);
    }

    @Test
    void aPreviewThatCantBeConfirmedDenies() {
        PolicyRegistry session = session(deployAfterTest());
        store.down = true;

        assertThat(session.preview(call("deploy"), false).denial().orElseThrow().policy())
                .isEqualTo("session_store");
    }

    @Test
    void aPolicyStaysIfWhatItRemembersCantBeRemoved() {
        PolicyRegistry session = session(deployAfterTest());
        run(session, call("test"));
        store.down = true;
        assertThatThrownBy(() -> session.unregister("sequential_dependency")).isInstanceOf(StoreException.class);
        store.down = false;

        assertThat(session.policiesFor("deploy")).hasSize(1);
        assertThat(session.unregister("sequential_dependency")).isTrue();
    }

    @Test
    void aClearedSessionStartsEmpty() {
        PolicyRegistry session = session(deployAfterTest());
        run(session, call("test"));
        session.clear();

        assertThat(allows(session, call("deploy"))).isFalse();
        assertThat(store.find("", "", false, 10)).isEmpty();
    }
}
