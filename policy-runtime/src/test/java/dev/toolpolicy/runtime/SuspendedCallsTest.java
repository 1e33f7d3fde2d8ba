package dev.toolpolicy.runtime;

import static dev.toolpolicy.runtime.WholeCalls.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Calls that wait in the store until a person has approved them. */
class SuspendedCallsTest {
    private final WholeCalls calls = new WholeCalls();
    private final List<String> ran = calls.ran;
    private final List<CallRecord> records = calls.records;
    private final ToolHandlers handlers = calls.handlers;

    private PolicyEngine suspending(SessionStore kept) {
        return calls.engine(SessionSettings.inMemory().withStore(kept).withStoredApprovals(Duration.ofHours(8)))
                .policies(LimitPolicy.quota(1, "write"), Policies.approval("deploy"))
                .build();
    }

    /** Asked here, answered and run elsewhere, once. */
    @Test
    void aCallThatNeedsApprovalWaitsInTheStore() {
        SessionStore kept = SessionStore.inMemory();
        CallResult pending = suspending(kept).session("s").execute("c1", "write", write("a"), handlers);
        assertThat(pending.kind()).isEqualTo(CallResult.Kind.PENDING);
        assertThat(pending.forModel()).contains("waits for a person's approval");
        String approval = pending.approval().orElseThrow();
        PolicySession elsewhere = suspending(kept).session("s");
        assertThat(elsewhere.calls().resume(approval, handlers).kind())
                .as("not answered yet")
                .isEqualTo(CallResult.Kind.PENDING);
        assertThat(ran).isEmpty();
        Answers.approve(elsewhere.policies().approvals(), approval, "an approver");
        CallResult done = elsewhere.calls().resume(approval, handlers);
        assertThat(done.kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(done.callId()).isEqualTo("c1");
        assertThat(done.arguments().orElseThrow().path("path").asText()).isEqualTo("a");
        assertThat(elsewhere.calls().resume(approval, handlers).kind())
                .as("again")
                .isEqualTo(CallResult.Kind.DENIED);
        assertThat(ran).hasSize(1);
        assertThat(records)
                .extracting(record -> record.verdict().orElseThrow())
                .containsExactly(CallRecord.Verdict.PENDING, CallRecord.Verdict.RAN, CallRecord.Verdict.DENIED);
    }

    @Test
    void aCallThatAPolicyWantsApprovedWaitsToo() {
        PolicySession waiting = suspending(SessionStore.inMemory()).session("s");
        CallResult pending = waiting.execute("c1", "deploy", "{}", handlers);
        assertThat(pending.kind()).isEqualTo(CallResult.Kind.PENDING);
        Answers.approve(waiting.policies().approvals(), pending.approval().orElseThrow(), "an approver");
        assertThat(waiting.calls().resume(pending.approval().get(), handlers).kind())
                .isEqualTo(CallResult.Kind.RAN);
        assertThat(waiting.calls().resume(pending.approval().get(), handlers).kind())
                .as("again, without a new request")
                .isEqualTo(CallResult.Kind.DENIED);
    }

    /** An approval lifts no quota and no rule that denies, so nobody is asked for one. */
    @Test
    void aCallThatNoApprovalHelpsIsDeniedAtOnce() {
        PolicySession waiting = suspending(SessionStore.inMemory()).session("s");
        waiting.execute("c1", "write", write("src/a"), handlers);
        assertThat(waiting.execute("c2", "write", write("src/a"), handlers).kind())
                .isEqualTo(CallResult.Kind.DENIED);
        assertThat(waiting.execute("c3", "write", write("a"), handlers).kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(waiting.execute("c4", "write", write("secret/a"), handlers).kind())
                .isEqualTo(CallResult.Kind.DENIED);
        assertThat(waiting.policies().approvals().list(ApprovalQuery.pending())).isEmpty();
    }

    @Test
    void theHostsCodeRunsACallOnceItIsApproved() {
        PolicySession waiting = suspending(SessionStore.inMemory()).session("s");
        String approval =
                waiting.execute("c", "write", write("a"), handlers).approval().orElseThrow();
        assertThat(waiting.calls().guardApproved(approval).run(handlers).kind())
                .as("not answered yet")
                .isNotEqualTo(CallResult.Kind.RAN);
        assertThat(ran).isEmpty();
        Answers.approve(waiting.policies().approvals(), approval, "an approver");
        assertThat(waiting.calls().guardApproved(approval).run(handlers).kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(waiting.calls().guardApproved(approval).run(handlers).kind())
                .as("again")
                .isEqualTo(CallResult.Kind.DENIED);
        assertThat(ran).hasSize(1);
    }

    @Test
    void aDeclinedCallIsNotRunWhenItIsResumed() {
        PolicySession waiting = suspending(SessionStore.inMemory()).session("s");
        String approval =
                waiting.execute("c", "write", write("a"), handlers).approval().orElseThrow();
        Answers.decline(waiting.policies().approvals(), approval, "an approver", "too late");
        CallResult resumed = waiting.calls().resume(approval, handlers);
        assertThat(resumed.kind()).isEqualTo(CallResult.Kind.DECLINED);
        assertThat(resumed.forModel()).isEqualTo("The user declined this call: too late.");
        assertThat(records)
                .as("the record agrees")
                .last()
                .matches(record -> record.verdict().equals(Optional.of(CallRecord.Verdict.DECLINED)));
        assertThat(ran).isEmpty();
    }

    private TurnResult turn(PolicySession session, List<List<String>> made) {
        ToolTurn turn = session.turn(handlers, TurnSettings.defaults());
        for (int i = 0; i < made.size(); i++) {
            turn.start(i, "c" + i, made.get(i).get(0));
            turn.append(i, made.get(i).get(1));
            turn.end(i);
        }
        return turn.finish(ResponseEnd.COMPLETE).toCompletableFuture().join();
    }

    private static final List<List<String>> THREE =
            List.of(List.of("write", write("src/1")), List.of("write", write("ask")), List.of("read", "{}"));

    /** Those before it ran; those behind it wait, keep their order, and need no answer of their own. */
    @Test
    void callsBehindAPendingOneWaitWithIt() {
        SessionSettings settings =
                SessionSettings.inMemory().withStore(SessionStore.inMemory()).withStoredApprovals(Duration.ofHours(8));
        PolicyEngine engine = calls.engine(settings).build();
        PolicySession session = engine.session("s");
        List<CallResult> results = turn(session, THREE).results();
        assertThat(results).extracting(CallResult::callId).containsExactly("c0", "c1", "c2");
        assertThat(results)
                .extracting(CallResult::kind)
                .containsExactly(CallResult.Kind.RAN, CallResult.Kind.PENDING, CallResult.Kind.PENDING);
        assertThat(engine.approvals().list(ApprovalQuery.pending()))
                .as("what people are asked")
                .extracting(each -> each.call().id())
                .containsExactly("c1");
        String asked = results.get(1).approval().orElseThrow();
        String behind = results.get(2).approval().orElseThrow();
        assertThat(session.calls().resume(behind, handlers).kind()).isEqualTo(CallResult.Kind.PENDING);
        Answers.approve(engine.approvals(), asked, "ann");
        assertThat(session.calls().resume(behind, handlers).kind())
                .as("answered, but not run")
                .isEqualTo(CallResult.Kind.PENDING);
        assertThat(session.calls().resume(asked, handlers).kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(session.calls().resume(behind, handlers).kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(session.calls().resume(behind, handlers).kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(ran).hasSize(3);
        assertThat(records).extracting(CallRecord::callId).startsWith("c0", "c1", "c2");
    }

    private static final List<List<String>> ASKED_BY_LABEL =
            List.of(List.of("write", write("ask")), List.of("send", "{}"));

    /** An engine that asks before it sends anything if the session has read text of others. */
    private PolicyEngine asksByLabel() {
        List<ToolSpec<?>> tools = new ArrayList<>(WholeCalls.tools().tools());
        tools.add(DeclaredTool.of("send", ToolSchema.of())
                .withRun(RuleList.of(
                        RuleSpec.when(Condition.onLabel("untrusted"), Mode.ASK), RuleSpec.otherwise(Mode.ALLOW))));
        return calls.engine(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(8)))
                .tools(ToolCatalog.of(tools))
                .build();
    }

    /** A call that waits behind another one is asked about by the labels under which it was written. */
    @Test
    void aCallBehindAPendingOneKeepsItsLabels() {
        PolicyEngine engine = asksByLabel();
        PolicySession session = engine.session("s").addLabels("untrusted");
        List<CallResult> results = turn(session, ASKED_BY_LABEL).results();
        assertThat(engine.approvals().list(ApprovalQuery.pending()))
                .extracting(each -> each.call().tool())
                .containsExactlyInAnyOrder("write", "send");
        String behind = results.get(1).approval().orElseThrow();
        assertThat(engine.approvals().find(behind).orElseThrow().evidence().path("flows"))
                .extracting(JsonNode::asText)
                .containsExactly("the session has read untrusted text");
        Answers.approve(engine.approvals(), results.get(0).approval().orElseThrow(), "ann");
        session.calls().resume(results.get(0).approval().orElseThrow(), handlers);
        assertThat(session.calls().resume(behind, handlers).kind()).isEqualTo(CallResult.Kind.PENDING);
        assertThat(ran).hasSize(1);
    }

    /** A host may tell the same response again: the call behind the pending one is stored once. */
    @Test
    void aCallBehindAPendingOneIsStoredOnce() {
        PolicySession session = suspending(SessionStore.inMemory()).session("s");
        List<String> first = turn(session, THREE.subList(1, 3)).results().stream()
                .map(each -> each.approval().orElseThrow())
                .toList();
        assertThat(turn(session, THREE.subList(1, 3)).results())
                .extracting(each -> each.approval().orElseThrow())
                .containsExactlyElementsOf(first);
    }

    @Test
    void independentToolsDontWait() {
        SessionSettings settings = SessionSettings.inMemory()
                .withStore(SessionStore.inMemory())
                .withStoredApprovals(Duration.ofHours(8))
                .withIndependentTools(Set.of("read"));
        PolicySession session = calls.engine(settings).build().session("s");
        assertThat(turn(session, THREE).results())
                .extracting(CallResult::kind)
                .containsExactly(CallResult.Kind.RAN, CallResult.Kind.PENDING, CallResult.Kind.RAN);
    }

    @Test
    void aDeclinedCallLetsThoseBehindItGoOn() {
        PolicySession session = suspending(SessionStore.inMemory()).session("s");
        List<CallResult> results = turn(session, THREE.subList(1, 3)).results();
        String asked = results.get(0).approval().orElseThrow();
        Answers.decline(session.policies().approvals(), asked, "ann", "no");
        assertThat(session.calls()
                        .resume(results.get(1).approval().orElseThrow(), handlers)
                        .kind())
                .isEqualTo(CallResult.Kind.RAN);
    }

    @Test
    void listenersHearOfNewRequestsAndTheServiceSaysWhoAnswers() {
        List<Approval> heard = new ArrayList<>();
        SessionSettings settings = SessionSettings.inMemory()
                .withStoredApprovals(Duration.ofHours(8))
                .onPending(each -> {
                    throw new IllegalStateException("a listener that fails");
                })
                .onPending(heard::add)
                .withApprovers((approval, who) -> !who.equals(approval.session()));
        PolicyEngine engine = calls.engine(settings).build();
        engine.session("eve").execute("c", "write", write("ask"), handlers);
        engine.session("eve").execute("c", "write", write("ask"), handlers);
        assertThat(heard).as("the same call waits already").hasSize(1);
        engine.session("eve")
                .guard("c2", "read", "{}")
                .behind(heard.get(0).id())
                .run(handlers);
        assertThat(heard).as("a call behind it needs no answer").hasSize(1);
        assertThatThrownBy(() -> engine.approvals().approve(heard.get(0), "eve"))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("\"eve\" may not answer");
        assertThat(engine.approvals().approve(heard.get(0), "ann").by()).contains("ann");
    }

    @Test
    void theEvidenceSaysWhichRuleAsksAndWhatCouldMislead() {
        PolicyEngine engine = suspending(SessionStore.inMemory());
        engine.session("s").execute("c", "write", write(" p\u0430y\u202E"), handlers);
        Approval asked = engine.approvals().list(ApprovalQuery.pending()).get(0);
        assertThat(asked.evidence().path("rule").asText()).contains("rule 3");
        assertThat(asked.evidence().path("warnings").toString())
                .contains("/path begins or ends with blanks")
                .contains("/path mixes letters of scripts")
                .contains("/path contains characters that are invisible");
        assertThat(asked.wholeText()).contains("Look closely").doesNotContain("\u202E");
        assertThat(asked.json().path("digest").asText()).isEqualTo(asked.digest());
    }

    @Test
    void theEvidenceSaysWhatTheRulesWouldHaveAllowed() {
        PolicyEngine engine = suspending(SessionStore.inMemory());
        engine.session("s").execute("c", "write", write("ask"), handlers);
        Approval asked = engine.approvals().list(ApprovalQuery.pending()).get(0);
        assertThat(asked.evidence().path("remedies"))
                .extracting(JsonNode::asText)
                .containsExactly("/path prefix \"src/\"");
        assertThat(asked.wholeText()).contains("Would run without approval: /path prefix \"src/\"");
    }

    @Test
    void theEvidenceHasTheRulesOwnWordsAndWhereLinksLead() {
        RuleSpec asks = RuleSpec.otherwise(Mode.ASK).named("changes").because("A file\u202E changes.");
        DeclaredTool tool = DeclaredTool.of("edit", ToolSchema.of(Parameter.required("path", ParameterType.path())))
                .withRun(RuleList.of(asks));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool)))
                .sessions(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(8)))
                .paths(PathSettings.plain().withLinks(path -> Optional.of("elsewhere/" + path)))
                .build();
        engine.session("s").execute("c", "edit", "{\"path\": \"a\"}", handlers);
        JsonNode evidence =
                engine.approvals().list(ApprovalQuery.pending()).get(0).evidence();
        assertThat(evidence.path("name").asText()).isEqualTo("changes");
        assertThat(evidence.path("reason").asText()).startsWith("A file").doesNotContain("\u202E");
        assertThat(evidence.path("links"))
                .extracting(JsonNode::asText)
                .singleElement()
                .asString()
                .contains("a", "elsewhere/a");
        assertThat(evidence.path("place").asText()).isNotEmpty();
    }

    /** Another path changes nothing as long as a policy asks about every call. */
    @Test
    void theEvidenceSaysNothingThatWouldNotHelp() {
        PolicyEngine engine = calls.engine(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(8)))
                .policies(Policies.approval("write"))
                .build();
        engine.session("s").execute("c", "write", write("ask"), handlers);
        Approval asked = engine.approvals().list(ApprovalQuery.pending()).get(0);
        assertThat(asked.evidence().path("remedies")).isEmpty();
    }

    @Test
    void listsAreFilteredAndPaged() {
        PolicyEngine engine = suspending(SessionStore.inMemory());
        for (int i = 0; i < 5; i++) {
            engine.session("s" + i % 2).execute("c" + i, "write", write("ask" + i), handlers);
        }
        engine.session("s0").execute("d", "deploy", "{}", handlers);
        ApprovalQuery all = ApprovalQuery.all();
        assertThat(engine.approvals().list(all)).hasSize(6);
        assertThat(engine.approvals().list(all.ofSession("s1"))).hasSize(2);
        assertThat(engine.approvals().list(all.ofTool("deploy"))).hasSize(1);
        assertThat(engine.approvals().list(all.before(Instant.EPOCH))).isEmpty();
        List<Approval> paged = new ArrayList<>(engine.approvals().list(all.atMost(2)));
        for (int i = 0; i < 2; i++) {
            paged.addAll(engine.approvals().list(all.atMost(2).pageAfter(paged.get(paged.size() - 1))));
        }
        assertThat(paged).isEqualTo(engine.approvals().list(all));
        assertThat(engine.approvals().list(all.pageAfter(paged.get(5)))).isEmpty();
    }

    /** As a response's host does that runs its calls one by one. */
    @Test
    void aGuardedCallWaitsBehindAnEarlierOne() {
        PolicySession session = suspending(SessionStore.inMemory()).session("s");
        String asked =
                session.execute("c1", "write", write("a"), handlers).approval().orElseThrow();
        CallResult run = session.guard("c2", "read", "{}").behind(asked).run(handlers);
        CallResult begun =
                session.guard("c3", "read", null).behind(asked).begin().orElseThrow();
        for (CallResult behind : List.of(run, begun)) {
            assertThat(behind.kind()).isEqualTo(CallResult.Kind.PENDING);
            assertThat(behind.forModel()).contains("waits until an earlier call");
            assertThat(session.calls()
                            .resume(behind.approval().orElseThrow(), handlers)
                            .kind())
                    .isEqualTo(CallResult.Kind.PENDING);
        }
        assertThat(session.guard("c4", "write", write("secret/a"))
                        .behind(asked)
                        .run(handlers)
                        .kind())
                .as("a rule denies it whatever comes before")
                .isEqualTo(CallResult.Kind.DENIED);
        assertThat(session.guard("c5", "write", "{").behind(asked).run(handlers).kind())
                .isEqualTo(CallResult.Kind.INVALID);
        assertThat(ran).isEmpty();
        assertThat(records)
                .filteredOn(record ->
                        record.callId().equals("c2") || record.callId().equals("c3"))
                .extracting(record -> record.verdict().orElseThrow())
                .containsOnly(CallRecord.Verdict.PENDING);
        Answers.decline(session.policies().approvals(), asked, "ann", "no");
        assertThat(session.calls()
                        .resume(run.approval().orElseThrow(), handlers)
                        .kind())
                .isEqualTo(CallResult.Kind.RAN);
    }
}
