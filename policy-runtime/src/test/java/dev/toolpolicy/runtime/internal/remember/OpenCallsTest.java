package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls that have started: those whose outcome never comes, and those that end in another process. */
class OpenCallsTest {
    private static final ToolPolicy DEPLOY_AFTER_BUILD = Policies.sequential(Map.of("deploy", List.of("build")));
    private static final ToolResult DONE = ToolResult.success(NullNode.getInstance());

    private final ManualClock clock = new ManualClock();
    private final SessionStore store = SessionStore.inMemory();

    private PolicyRegistry node(ToolPolicy... policies) {
        SessionSettings settings =
                SessionSettings.inMemory().withStore(store).withClock(clock).withOpenCalls(2);
        PolicyRegistry registry = new PolicyRegistry("s", settings);
        List.of(policies).forEach(registry::register);
        return registry;
    }

    private int open() {
        return store.find("begun/", "begun/", false, 10).size();
    }

    @Test
    void callsWithoutAnOutcomeDontLockTheSessionForever() {
        PolicyRegistry session = node(DEPLOY_AFTER_BUILD);
        Sessions.check(session, call("build"));
        clock.pass(Duration.ofMinutes(30));
        Sessions.check(session, call("build"));
        assertThat(reason(session, call("build")))
                .isEqualTo("Not run: 2 calls of this session started and did not end. Wait until one ends.");

        clock.pass(Duration.ofMinutes(30));
        assertThat(allows(session, call("build"))).isTrue();
        assertThat(reason(session, call("build")))
                .isEqualTo("Not run: 2 calls of this session started and did not end. Wait until one ends.");
    }

    @Test
    void aSuccessThatComesTooLateMeetsNoRequirement() {
        PolicyRegistry session = node(DEPLOY_AFTER_BUILD);
        CheckedCall build = Sessions.check(session, call("build"));
        clock.pass(Duration.ofHours(1));

        Sessions.recordSuccess(session, build, NullNode.getInstance());

        assertThat(allows(session, call("deploy"))).isFalse();
        assertThat(open()).isZero();
    }

    @Test
    void aSuccessInTimeMeetsTheRequirement() {
        PolicyRegistry session = node(DEPLOY_AFTER_BUILD);
        CheckedCall build = Sessions.check(session, call("build"));
        clock.pass(Duration.ofHours(1).minusNanos(1));

        Sessions.recordSuccess(session, build, NullNode.getInstance());

        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void aFailureThatComesTooLateGivesNothingBack() {
        PolicyRegistry session = node(LimitPolicy.quota(1, "pay"));
        CheckedCall pay = Sessions.check(session, call("pay"));
        clock.pass(Duration.ofHours(1));

        Sessions.recordFailure(session, pay);

        assertThat(allows(session, call("pay"))).isFalse();
    }

    @Test
    void aCallOfUnknownOutcomeStaysSpentAndMeetsNothing() {
        PolicyRegistry session = node(LimitPolicy.quota(1, "build"), DEPLOY_AFTER_BUILD);
        CheckedCall build = Sessions.check(session, call("build"));

        Sessions.recordUnknown(session, build);

        assertThat(open()).isZero();
        assertThat(allows(session, call("build"))).isFalse();
        assertThat(allows(session, call("deploy"))).isFalse();
        assertThatIllegalStateException()
                .isThrownBy(() -> Sessions.recordSuccess(session, build, NullNode.getInstance()));
    }

    @Test
    void anotherNodeRecordsASuccess() {
        PolicyRegistry here = node(DEPLOY_AFTER_BUILD);
        String attempt = Sessions.handOver(here, Sessions.check(here, call("build", "{'target':'all'}")));
        Scripted listening = new Scripted("listening", "build");
        PolicyRegistry there = node(DEPLOY_AFTER_BUILD, listening);

        Sessions.recordOutcome(there, attempt, DONE);

        assertThat(allows(here, call("deploy"))).isTrue();
        assertThat(listening.results).containsExactly(call("build", "{'target':'all'}"));
    }

    @Test
    void anotherNodeRecordsAFailureThatGivesBackWhatWasReserved() {
        PolicyRegistry here = node(LimitPolicy.quota(1, "pay"));
        String attempt = Sessions.handOver(here, Sessions.check(here, call("pay")));
        assertThat(allows(here, call("pay"))).isFalse();

        Sessions.recordOutcome(node(LimitPolicy.quota(1, "pay")), attempt, ToolResult.failure("declined by the bank"));

        assertThat(allows(here, call("pay"))).isTrue();
    }

    @Test
    void anotherNodeRecordsAnUnknownOutcome() {
        PolicyRegistry here = node(LimitPolicy.quota(1, "pay"));
        String attempt = Sessions.handOver(here, Sessions.check(here, call("pay")));

        Sessions.recordOutcome(node(LimitPolicy.quota(1, "pay")), attempt, null);

        assertThat(open()).isZero();
        assertThat(allows(here, call("pay"))).isFalse();
    }

    @Test
    void aSecondOutcomeOfOneCallIsAnError() {
        PolicyRegistry here = node(DEPLOY_AFTER_BUILD);
        String attempt = Sessions.handOver(here, Sessions.check(here, call("build")));
        Sessions.recordOutcome(node(DEPLOY_AFTER_BUILD), attempt, null);

        assertThatIllegalStateException()
                .isThrownBy(() -> Sessions.recordOutcome(here, attempt, DONE))
                .withMessage("attempt \"" + attempt + "\" isn't open in session \"s\": it never began, its outcome was"
                        + " recorded, or it took longer than PT1H");
        assertThat(allows(here, call("deploy"))).isFalse();
    }

    @Test
    void aCallThatWasNotHandedOverCantEndElsewhere() {
        PolicyRegistry here = node(DEPLOY_AFTER_BUILD);
        CheckedCall build = Sessions.check(here, call("build"));
        String begun = store.find("begun/", "begun/", false, 1).get(0).name();

        assertThatIllegalStateException()
                .isThrownBy(() -> Sessions.recordOutcome(here, begun.substring("begun/".length()), DONE));
        Sessions.recordSuccess(here, build, NullNode.getInstance());
    }

    @Test
    void aCallThatWasHandedOverCantEndHere() {
        PolicyRegistry here = node(DEPLOY_AFTER_BUILD);
        CheckedCall build = Sessions.check(here, call("build"));
        Sessions.handOver(here, build);

        assertThatIllegalStateException().isThrownBy(() -> Sessions.recordSuccess(here, build, NullNode.getInstance()));
    }

    @Test
    void anOutcomeFromElsewhereThatComesTooLateIsAnError() {
        PolicyRegistry here = node(DEPLOY_AFTER_BUILD);
        String attempt = Sessions.handOver(here, Sessions.check(here, call("build")));
        clock.pass(Duration.ofHours(1));

        assertThatIllegalStateException().isThrownBy(() -> Sessions.recordOutcome(here, attempt, DONE));
        assertThat(allows(here, call("deploy"))).isFalse();
    }

    @Test
    void aCallThatNoPolicyCoversCanEndElsewhereOnce() {
        PolicyRegistry here = node();
        String attempt = Sessions.handOver(here, Sessions.check(here, call("list")));

        Sessions.recordOutcome(node(), attempt, DONE);

        assertThatIllegalStateException().isThrownBy(() -> Sessions.recordOutcome(here, attempt, DONE));
    }

    @Test
    void callsThatWereHandedOverAreLimitedToo() {
        PolicyRegistry here = node();
        Sessions.handOver(here, Sessions.check(here, call("list")));
        Sessions.handOver(here, Sessions.check(here, call("list")));
        CheckedCall third = Sessions.check(here, call("list"));

        assertThatIllegalStateException()
                .isThrownBy(() -> Sessions.handOver(here, third))
                .withMessage("session \"s\" has too many open calls: 2");
    }

    /** The call has run, so its outcome counts, whatever becomes of the thread that tells of it. */
    @Test
    void aFatalErrorOfAPolicyPassesThroughAfterTheOutcomeIsStored() {
        PolicyRegistry here = node(DEPLOY_AFTER_BUILD);
        String attempt = Sessions.handOver(here, Sessions.check(here, call("build")));
        Scripted failing = new Scripted("failing", "build");
        failing.onSuccess = state -> {
            throw new InternalError("broken");
        };
        PolicyRegistry there = node(DEPLOY_AFTER_BUILD, failing);

        assertThatThrownBy(() -> Sessions.recordOutcome(there, attempt, DONE)).isInstanceOf(InternalError.class);

        assertThat(allows(here, call("deploy"))).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> Sessions.recordOutcome(there, attempt, DONE));
    }

    @Test
    void aFailureOfAPolicyIsReportedWithTheTimeOfTheCall() {
        List<PolicyEvent> events = new ArrayList<>();
        Scripted failing = new Scripted("failing", "build");
        failing.onSuccess = state -> {
            throw new IllegalStateException("broken");
        };
        SessionSettings settings =
                SessionSettings.inMemory().withStore(store).withClock(clock).withListeners(List.of(events::add), false);
        PolicyRegistry here = new PolicyRegistry("s", settings);
        String attempt = Sessions.handOver(here, Sessions.check(here, call("build")));
        Instant checked = clock.instant();
        clock.pass(Duration.ofMinutes(5));
        PolicyRegistry there = new PolicyRegistry("s", settings);
        there.register(failing);
        Sessions.recordOutcome(there, attempt, DONE);
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(PolicyEvent.Kind.FAILED);
            assertThat(event.policy()).isEqualTo("failing");
            assertThat(event.time()).isEqualTo(checked);
        });
    }

    @Test
    void aPolicyThatFailsOnAnOutcomeFromElsewhereDeniesUntilReset() {
        PolicyRegistry here = node(DEPLOY_AFTER_BUILD);
        String attempt = Sessions.handOver(here, Sessions.check(here, call("build")));
        Scripted failing = new Scripted("failing", "build");
        failing.onSuccess = state -> {
            throw new IllegalStateException("broken");
        };
        PolicyRegistry there = node(DEPLOY_AFTER_BUILD, failing);

        Sessions.recordOutcome(there, attempt, DONE);

        assertThat(reason(there, call("build")))
                .startsWith("Not run: policy 'failing' has failed, so it denies calls until the service resets it.");
        assertThat(allows(here, call("deploy"))).isTrue();
    }
}
