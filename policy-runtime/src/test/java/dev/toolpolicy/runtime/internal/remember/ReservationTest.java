package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The reservations of policies at the final check, and their release. */
class ReservationTest {

    @Test
    void aOneShotIsGivenOnce() {
        PolicyRegistry session = session(new OneShot());
        CheckedCall first = Sessions.check(session, call("x"));

        assertThat(first.denial()).isEmpty();
        assertThat(reason(session, call("x"))).isEqualTo("it has been given away");
        Sessions.recordSuccess(session, first, NullNode.getInstance());
        assertThat(allows(session, call("x"))).isFalse();
    }

    @Test
    void aCallThatFailsTakesBackItsOwnReservation() {
        PolicyRegistry session = session(new OneShot());
        CheckedCall first = Sessions.check(session, call("x"));
        Sessions.recordFailure(session, first);

        assertThat(run(session, call("x"))).isTrue();
        assertThatThrownBy(() -> Sessions.recordFailure(session, first))
                .hasMessage("the outcome of call x#id was already recorded");
        assertThatThrownBy(() -> Sessions.recordSuccess(session, first, NullNode.getInstance()))
                .isInstanceOf(IllegalStateException.class);
        assertThat(allows(session, call("x"))).as("nothing more was taken back").isFalse();
    }

    @Test
    void aCallThatNeverEndsStaysSpent() {
        PolicyRegistry session = session(new OneShot());
        Sessions.check(session, call("x"));

        assertThat(allows(session, call("x"))).isFalse();
        assertThat(allows(session, call("x"))).isFalse();
    }

    @Test
    void previewsAndExplanationsReserveNothing() {
        PolicyRegistry session = session(new OneShot());
        for (int i = 0; i < 3; i++) {
            assertThat(session.preview(call("x"), true)).isEqualTo(PolicyPreview.ALLOWED);
            assertThat(session.explain(call("x")).get(OneShot.NAME)).isEqualTo(PolicyDecision.allow());
        }

        assertThat(run(session, call("x"))).isTrue();
    }

    @Test
    void aDenialByALaterPolicyReservesNothing() {
        Scripted later = Scripted.denying("later");
        PolicyRegistry session = session(new OneShot(), later);
        assertThat(allows(session, call("x"))).isFalse();
        later.answer = state -> PolicyDecision.allow();

        assertThat(run(session, call("x"))).isTrue();
    }

    /** Case 52. */
    @Test
    void attemptsAreCountedAcrossDenials() {
        List<Integer> seen = new ArrayList<>();
        Scripted counting = new Scripted("counting") {
            @Override
            public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
                assertThat(decision.isAllowed()).isFalse();
                seen.add(state.intValue() + 1);
                return IntNode.valueOf(state.intValue() + 1);
            }
        };
        PolicyRegistry session = session(counting, Scripted.denying("closed"));
        for (int i = 0; i < 3; i++) {
            session.preview(call("x"), true);
            run(session, call("x"));
        }

        assertThat(seen).containsExactly(1, 2, 3);
    }

    @Test
    void aFailedReservationDeniesAndReleasesAllOthers() {
        AtomicReference<Supplier<JsonNode>> onCheck = new AtomicReference<>(() -> {
            throw new IllegalStateException("secret");
        });
        Scripted broken = new Scripted("broken") {
            @Override
            public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
                return decision.isAllowed() ? onCheck.get().get() : state;
            }
        };
        PolicyRegistry session = session(new OneShot(), broken);
        assertThat(reason(session, call("x"))).isEqualTo("Not run: policy 'broken' failed while it checked this call.");
        onCheck.set(() -> null);
        assertThat(reason(session, call("x"))).isEqualTo("Not run: policy 'broken' failed while it checked this call.");

        onCheck.set(() -> IntNode.valueOf(0));
        assertThat(run(session, call("x"))).isTrue();
    }

    @Test
    void aPolicyThatFailsToCountADenialIsDegraded() {
        Scripted broken = new Scripted("broken") {
            @Override
            public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
                throw new IllegalStateException();
            }
        };
        Scripted closed = Scripted.denying("closed");
        PolicyRegistry session = session(broken, closed);
        assertThat(reason(session, call("x"))).isEqualTo("closed says no");
        closed.answer = state -> PolicyDecision.allow();

        assertThat(reason(session, call("x")))
                .startsWith("Not run: policy 'broken' has failed, so it denies calls until the service resets it.");
    }

    @Test
    void theDecisionOnACallIsReusedForItsResult() {
        AtomicReference<String> flag = new AtomicReference<>("before");
        List<String> told = new ArrayList<>();
        Scripted policy = new Scripted("p") {
            @Override
            public ToolPolicy forCall(PolicyContext context) {
                String then = flag.get();
                return new Scripted("p") {
                    @Override
                    public JsonNode onResult(
                            ToolCall call, dev.toolpolicy.ToolResult result, JsonNode state, PolicyContext at) {
                        told.add(then);
                        return state;
                    }
                };
            }
        };
        PolicyRegistry session = session(policy);
        CheckedCall checked = Sessions.check(session, call("x"));
        flag.set("after");
        Sessions.recordSuccess(session, checked, NullNode.getInstance());

        assertThat(told).containsExactly("before");
    }

    @Test
    void aPolicyThatCantSettleOnOneDenies() {
        assertThat(reason(
                        session(new Scripted("p") {
                            @Override
                            public ToolPolicy forCall(PolicyContext context) {
                                return null;
                            }
                        }),
                        call("x")))
                .isEqualTo("Not run: policy 'p' failed while it checked this call.");
        assertThat(reason(
                        session(new Scripted("p") {
                            @Override
                            public ToolPolicy forCall(PolicyContext context) {
                                throw new IllegalStateException();
                            }
                        }),
                        call("x")))
                .isEqualTo("Not run: policy 'p' failed while it checked this call.");
    }

    @Test
    void callsWithoutAnOutcomeAreLimited() {
        PolicyRegistry session = new PolicyRegistry(
                "s",
                SessionSettings.inMemory()
                        .withRetryTimeout(Duration.ofSeconds(1))
                        .withOpenCalls(2));
        session.register(new Scripted("p"));
        CheckedCall first = Sessions.check(session, call("x"));
        Sessions.check(session, call("x"));

        PolicyDenial denial = Sessions.check(session, call("x")).denial().orElseThrow();
        assertThat(denial.policy()).isEqualTo("open_calls");
        assertThat(denial.reason())
                .isEqualTo("Not run: 2 calls of this session started and did not end. Wait until one ends.");
        Sessions.recordFailure(session, first);
        assertThat(allows(session, call("x"))).isTrue();
    }
}
