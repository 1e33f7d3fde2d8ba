package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.Answers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.Approval.Status;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Approvals as the store keeps them: asked here, answered there, spent once. */
class ApprovalsTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final ToolCall CALL = call("deploy", "{'to':'prod','replicas':3}");
    private final ManualClock clock = new ManualClock();
    private final SessionStore store = SessionStore.inMemory();

    private SessionSettings settings() {
        return SessionSettings.inMemory().withStore(store).withClock(clock);
    }

    /** What another node sees: nothing is shared but the store. */
    private PolicyRegistry node(ToolPolicy... policies) {
        PolicyRegistry registry = new PolicyRegistry("s", settings());
        for (ToolPolicy policy : policies) {
            registry.register(policy);
        }
        return registry;
    }

    private Approvals desk() {
        return Approvals.of(settings());
    }

    /** Needs the approval of each call. */
    private static Scripted needsApproval() {
        return new Scripted("needs approval") {
            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                return context.approved() ? PolicyDecision.allow() : PolicyDecision.deny("ask a person");
            }
        };
    }

    private static String said(CheckedCall checked) {
        return checked.denial()
                .map(denial -> denial.policy() + ": " + denial.reason())
                .orElse("allowed");
    }

    @Test
    void oneRunIsAllowedByWhatIsAskedHereAndAnsweredThere() {
        PolicyRegistry here = node(needsApproval());
        assertThat(said(Sessions.check(here, CALL))).isEqualTo("needs approval: ask a person");
        Approval asked = Sessions.requested(here, CALL, "terms", "no rule", HOUR);
        assertThat(asked.status()).isEqualTo(Status.PENDING);
        assertThat(said(Sessions.checked(here, CALL, asked.id(), "terms", "no rule")))
                .isEqualTo("approval: Not run: the approval of this call has no answer yet.");

        List<Approval> pending = desk().list(ApprovalQuery.pending());
        assertThat(pending).hasSize(1);
        assertThat(pending.get(0).call().arguments()).isEqualTo(CALL.arguments());
        assertThat(pending.get(0).session()).isEqualTo("s");
        Approval granted = Answers.approve(desk(), pending.get(0).id(), "operator");
        assertThat(granted.status()).isEqualTo(Status.GRANTED);
        assertThat(granted.by()).contains("operator");

        PolicyRegistry there = node(needsApproval());
        assertThat(said(Sessions.checked(there, CALL, asked.id(), "terms", "no rule")))
                .isEqualTo("allowed");
        assertThat(said(Sessions.checked(there, CALL, asked.id(), "terms", "no rule")))
                .isEqualTo("approval: Not run: the approval of this call was used before, and the call is running.");
        assertThat(said(Sessions.checked(here, CALL, asked.id(), "terms", "no rule")))
                .endsWith("was used before, and the call is running.");
        assertThat(said(Sessions.check(here, CALL)))
                .as("the next attempt asks anew")
                .isEqualTo("needs approval: ask a person");
        assertThat(desk().find(asked.id()).orElseThrow().status()).isEqualTo(Status.RUNNING);
    }

    @Test
    void itIsForTheseArgumentsUnderThesePolicies() {
        PolicyRegistry registry = node(needsApproval());
        String id = granted(registry);
        String refused = "approval: Not run: the approval of this call was given for other arguments.";

        assertThat(said(Sessions.checked(
                        registry, call("deploy", "{'to':'prod','replicas':30}"), id, "terms", "no rule")))
                .isEqualTo(refused);
        assertThat(said(Sessions.checked(
                        registry, call("destroy", "{'to':'prod','replicas':3}"), id, "terms", "no rule")))
                .isEqualTo(refused);
        String changed = "approval: Not run: another rule asks for approval of this call now.";
        assertThat(said(Sessions.checked(registry, CALL, id, "other terms", "no rule")))
                .isEqualTo(changed);
        registry.register(new Scripted("new"));
        assertThat(said(Sessions.checked(registry, CALL, id, "terms", "no rule")))
                .isEqualTo(changed);
        registry.unregister("new");

        assertThat(said(Sessions.checked(
                        registry, call("deploy", "{'replicas':3.0,'to':'prod'}"), id, "terms", "no rule")))
                .as("the same arguments, written differently")
                .isEqualTo("allowed");
    }

    private String granted(PolicyRegistry registry) {
        String id = Sessions.requested(registry, CALL, "terms", "no rule", HOUR).id();
        Answers.approve(desk(), id, "operator");
        return id;
    }

    @Test
    void theSameCallAfterAnAnswerWaitsForOneOfItsOwn() {
        PolicyRegistry registry = node(needsApproval());
        Approval first = Sessions.requested(registry, CALL, "terms", "no rule", HOUR);
        assertThat(Sessions.requested(registry, CALL, "terms", "no rule", HOUR)).isEqualTo(first);
        Answers.approve(desk(), first.id(), "operator");

        Approval second = Sessions.requested(registry, CALL, "terms", "no rule", HOUR);

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(second.status()).isEqualTo(Status.PENDING);
    }

    @Test
    void itLiftsOnlyWhatAsksForApproval() {
        Scripted closed = Scripted.denying("closed");
        PolicyRegistry registry = node(needsApproval(), closed);
        String id = granted(registry);

        assertThat(said(Sessions.checked(registry, CALL, id, "terms", "no rule")))
                .isEqualTo("closed: closed says no");
        closed.answer = state -> PolicyDecision.allow();
        assertThat(said(Sessions.checked(registry, CALL, id, "terms", "no rule")))
                .as("a denied call spends nothing")
                .isEqualTo("allowed");
    }

    @Test
    void aPolicyThatAsksSinceByAnotherOnesStateIsNotCovered() {
        Scripted asksAfterTest = new Scripted("asks after test", "deploy") {
            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                return context.approved() || context.state("tests").isEmpty()
                        ? PolicyDecision.allow()
                        : PolicyDecision.deny("ask a person");
            }
        };
        PolicyRegistry registry = node(new Scripted("tests", "test"), asksAfterTest);
        String id = granted(registry);
        Sessions.run(registry, call("test"));

        assertThat(said(Sessions.checked(registry, CALL, id, "terms", "no rule")))
                .isEqualTo("approval: Not run: another rule asks for approval of this call now.");
        assertThat(said(Sessions.checked(registry, CALL, granted(registry), "terms", "no rule")))
                .isEqualTo("allowed");
    }

    @Test
    void requestsAndAnswersExpire() {
        PolicyRegistry registry = node(needsApproval());
        String answered = granted(registry);
        String open =
                Sessions.requested(registry, CALL, "terms", "no rule", HOUR).id();
        clock.pass(HOUR);

        assertThat(said(Sessions.checked(registry, CALL, answered, "terms", "no rule")))
                .endsWith("has expired.");
        assertThat(desk().list(ApprovalQuery.pending())).isEmpty();
        assertThatThrownBy(() -> Answers.approve(desk(), open, "late"))
                .hasMessage("approval \"" + open + "\" can't be answered: its status is expired");
        Sessions.requested(registry, CALL, "terms", "no rule", HOUR);
        assertThat(desk().list(ApprovalQuery.all().in(Status.EXPIRED)))
                .as("what is over stays readable for as long again")
                .hasSize(2);
        clock.pass(HOUR);
        Sessions.requested(registry, CALL, "terms", "no rule", HOUR);
        assertThat(store.find("approval/", 10)).as("then it is removed").hasSize(2);
    }

    @Test
    void anAnswerIsFinal() {
        PolicyRegistry registry = node(needsApproval());
        String id = Sessions.requested(registry, CALL, "terms", "no rule", HOUR).id();
        Approval declined = Answers.decline(desk(), id, "operator", "not on Fridays");

        assertThat(declined.reason()).contains("not on Fridays");
        assertThatThrownBy(() -> Answers.approve(desk(), id, "other"))
                .hasMessage("approval \"" + id + "\" can't be answered: its status is declined");
        assertThat(said(Sessions.checked(registry, CALL, id, "terms", "no rule")))
                .endsWith("was declined.");
    }

    @Test
    void missingRequestsCantBeAnsweredOrUsed() {
        PolicyRegistry registry = node(needsApproval());
        Approval gone = Sessions.requested(registry, CALL, "terms", "no rule", HOUR);
        store.delete("s");
        assertThatThrownBy(() -> desk().approve(gone, "operator"))
                .hasMessage("there is no approval \"" + gone.id() + "\" in session \"s\"");
        assertThat(said(Sessions.checked(registry, CALL, "none", "terms", "no rule")))
                .isEqualTo("approval: Not run: this session has no such approval.");
        assertThat(desk().find("none")).isEmpty();
        String id = granted(registry);
        PolicyRegistry other = new PolicyRegistry("other", settings());
        assertThat(said(Sessions.checked(other, CALL, id, "terms", "no rule"))).contains("has no such approval");
    }

    @Test
    void idsCantBeGuessedAndRequestsAreLimited() {
        PolicyRegistry registry = new PolicyRegistry(
                "s", settings().withRetryTimeout(Duration.ofSeconds(1)).withOpenCalls(2));
        assertThat(Sessions.requested(registry, CALL, "terms", "no rule", HOUR).id())
                .hasSize(32);
        Sessions.requested(registry, call("b"), "terms", "no rule", HOUR);
        assertThatThrownBy(() -> Sessions.requested(registry, call("c"), "terms", "no rule", HOUR))
                .hasMessage("the session has 2 approvals that are pending, granted or running, which is the maximum");
        assertThatThrownBy(() -> Sessions.requested(registry, CALL, "terms", "no rule", Duration.ZERO))
                .hasMessage("validity must be positive, was PT0S");
    }

    @Test
    void aDamagedRecordAllowsNothing() {
        PolicyRegistry registry = node(needsApproval());
        String id = granted(registry);
        for (String damage :
                List.of("{}", "{'status':'granted'}", "[]", "null", "{'status':'granted','expires':'never'}")) {
            String part = damage.replace('\'', '"');
            store.replace(
                    "s",
                    store.read("s", SessionStore.State.NONE),
                    Map.of("format", json("2"), "approval/" + id, json(part)));
            assertThat(said(Sessions.checked(registry, CALL, id, "terms", "no rule")))
                    .as(part)
                    .startsWith("approval: ");
        }
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
