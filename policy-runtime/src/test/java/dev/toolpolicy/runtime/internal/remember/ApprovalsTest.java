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
import dev.toolpolicy.ToolResult;
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
import java.util.ArrayList;
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
        return needsApproval("ask a person");
    }

    private static Scripted needsApproval(String reason) {
        return new Scripted("needs approval") {
            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                return context.approved() ? PolicyDecision.allow() : PolicyDecision.deny(reason);
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
    void aRequestSaysWhichPolicyAsksAndIsNotForEditingUnlessARuleSaysSo() {
        Approval asked = Sessions.requested(node(needsApproval()), CALL, "terms", "no rule", HOUR);
        assertThat(asked.askedBy()).isEqualTo("no rule, policy 'needs approval'");
        assertThat(asked.evidence().path("policies"))
                .hasToString("[{\"name\":\"needs approval\",\"reason\":\"ask a person\"}]");
        assertThatThrownBy(() -> desk().edit(asked, CALL.arguments(), "operator"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("can't be edited: no rule says edit");
    }

    /** A policy's reason can quote what the model wrote, and pages show it to people. */
    @Test
    void thePoliciesThatAskAreSafeText() {
        Approval asked = Sessions.requested(
                node(needsApproval("pay \u202elive\u0007\nAPPROVED")), CALL, "terms", "no rule", HOUR);
        assertThat(asked.evidence().at("/policies/0/reason").asText()).isEqualTo("pay \\u202elive\\u0007\\nAPPROVED");
    }

    /** A client that sends a conversation again may number its calls anew. */
    @Test
    void theIdOfACallCountsUnlessCallsAreSentAgain() {
        ToolCall same = new ToolCall("another", CALL.tool(), CALL.arguments());
        PolicyRegistry once = node();
        Approval first = Sessions.requested(once, CALL, "terms", "no rule", HOUR);
        assertThat(Sessions.requested(once, same, "terms", "no rule", HOUR).id())
                .isNotEqualTo(first.id());

        PolicyRegistry again = new PolicyRegistry("again", settings().withResentCalls());
        Approval one = Sessions.requested(again, CALL, "terms", "no rule", HOUR);
        assertThat(Sessions.requested(again, same, "terms", "no rule", HOUR).id())
                .isEqualTo(one.id());
        Answers.decline(desk(), one.id(), "operator", "no");
        assertThat(Sessions.requested(again, same, "terms", "no rule", HOUR).status())
                .as("the answer counts too")
                .isEqualTo(Status.DECLINED);
        clock.pass(HOUR);
        assertThat(Sessions.requested(again, same, "terms", "no rule", HOUR).status())
                .isEqualTo(Status.PENDING);
    }

    @Test
    void theApprovalOfACallThatNobodyEndsIsLostAndOfOneThatEndsElsewhereHasRun() {
        PolicyRegistry here = node(needsApproval());
        String lost = granted(here);
        Sessions.recordUnknown(here, Sessions.checked(here, CALL, lost, "terms", "no rule"));
        assertThat(desk().find(lost).orElseThrow().status()).isEqualTo(Status.LOST);

        List<Boolean> approved = new ArrayList<>();
        Scripted asking = new Scripted("asking", "deploy") {
            @Override
            public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
                approved.add(context.approved());
                return state;
            }
        };
        String ran = granted(here);
        String attempt = Sessions.handOver(here, Sessions.checked(here, CALL, ran, "terms", "no rule"));
        assertThat(desk().find(ran).orElseThrow().status()).isEqualTo(Status.RUNNING);
        Sessions.recordOutcome(node(asking), attempt, ToolResult.success(json("1")));
        assertThat(desk().find(ran).orElseThrow().status()).isEqualTo(Status.RAN);
        PolicyRegistry free = node();
        Sessions.recordOutcome(
                node(asking), Sessions.handOver(free, Sessions.check(free, CALL)), ToolResult.success(json("1")));
        assertThat(approved).as("what policies hear of the approval").containsExactly(true, false);
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
        assertThat(store.find("asked/", "asked/", false, 10))
                .as("then it is removed")
                .hasSize(2);
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
        assertThat(desk().find(id.substring(0, 8))).as("the beginning of an id").isEmpty();
        PolicyRegistry other = new PolicyRegistry("other", settings());
        assertThat(said(Sessions.checked(other, CALL, id, "terms", "no rule"))).contains("has no such approval");
    }

    @Test
    void idsCantBeGuessedAndRequestsAreLimited() {
        PolicyRegistry registry = new PolicyRegistry(
                "s", settings().withRetryTimeout(Duration.ofSeconds(1)).withOpenCalls(2));
        assertThat(Sessions.requested(registry, CALL, "terms", "no rule", HOUR).id())
                .hasSize(29);
        Sessions.requested(registry, call("b"), "terms", "no rule", HOUR);
        assertThatThrownBy(() -> Sessions.requested(registry, call("c"), "terms", "no rule", HOUR))
                .hasMessage("the session has 2 approvals that are pending, granted or running, which is the maximum");
        assertThatThrownBy(() -> Sessions.requested(registry, CALL, "terms", "no rule", Duration.ZERO))
                .hasMessage("validity must be positive, was PT0S");
    }

    /** The store takes a change, and its answer is lost: what was asked or answered counts once. */
    @Test
    void aRequestAndItsAnswerCountOnceThoughTheStoreFailsAfterThem() {
        FlakyStore flaky = new FlakyStore();
        List<Approval> heard = new ArrayList<>();
        SessionSettings lost =
                SessionSettings.inMemory().withStore(flaky).withClock(clock).onPending(heard::add);
        PolicyRegistry registry = new PolicyRegistry("s", lost);
        flaky.failsAfter = flaky.writes.get();
        Approval asked = Sessions.requested(registry, CALL, "terms", "no rule", HOUR);
        assertThat(asked.status()).isEqualTo(Status.PENDING);
        assertThat(heard).extracting(Approval::id).containsExactly(asked.id());

        flaky.failsAfter = flaky.writes.get();
        Approval granted = Answers.approve(Approvals.of(lost), asked.id(), "operator");
        assertThat(granted.by()).contains("operator");
        assertThat(Approvals.of(lost).list(ApprovalQuery.all()))
                .extracting(Approval::status)
                .containsExactly(Status.GRANTED);
    }

    @Test
    void aNewRequestTakesThePlaceOfTheEldestThatHasEnded() {
        PolicyRegistry registry = new PolicyRegistry("s", settings().withOpenCalls(3));
        List<String> ids = new ArrayList<>();
        for (String tool : List.of("a", "b", "c", "d")) {
            ids.add(Sessions.requested(registry, call(tool), "terms", "no rule", HOUR)
                    .id());
            if (!tool.equals("c")) {
                Answers.decline(desk(), ids.get(ids.size() - 1), "operator", "no");
            }
            clock.pass(Duration.ofMinutes(1));
        }
        assertThat(ids).filteredOn(id -> desk().find(id).isEmpty()).containsExactly(ids.get(0));
        Sessions.requested(registry, call("e"), "terms", "no rule", HOUR);
        assertThat(ids)
                .as("c has no answer yet")
                .filteredOn(id -> desk().find(id).isPresent())
                .containsExactly(ids.get(2), ids.get(3));
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
