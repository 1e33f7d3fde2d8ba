package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.denial;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PolicyRegistryTest {

    @Test
    void withoutPoliciesEverythingRuns() {
        PolicyRegistry session = session();

        assertThat(run(session, call("anything"))).isTrue();
        assertThat(session.policiesFor("anything")).isEmpty();
        assertThat(session.preview(call("anything"), false)).isEqualTo(PolicyPreview.ALLOWED);
    }

    @Test
    void aPolicyThatDeniesEverythingLetsNothingRun() {
        PolicyRegistry session = session(Scripted.denying("closed"));

        for (String tool : List.of("read", "write", "*", "", "closed", "READ")) {
            assertThat(reason(session, call(tool))).as(tool).isEqualTo("closed says no");
            assertThat(session.preview(call(tool), true))
                    .as(tool)
                    .extracting(PolicyPreview::kind)
                    .isEqualTo(PolicyPreview.Kind.DENIED);
        }
    }

    @Test
    void theFirstDenialInOrderOfRegistrationStops() {
        Scripted a = Scripted.denying("a");
        Scripted b = Scripted.denying("b");

        assertThat(denial(session(a, b), call("x")).orElseThrow().policy()).isEqualTo("a");
        assertThat(a.checks).hasSize(1);
        assertThat(b.checks).isEmpty();
        assertThat(denial(session(b, a), call("x")).orElseThrow().policy()).isEqualTo("b");
    }

    @Test
    void anAllowingPolicyBeforeADenyingOneIsAskedOnceAndNeverTold() {
        Scripted a = new Scripted("a");
        Scripted b = Scripted.denying("b");
        PolicyRegistry session = session(a, b);

        CheckedCall checked = Sessions.check(session, call("x"));

        assertThat(checked.denial().orElseThrow().policy()).isEqualTo("b");
        assertThat(a.checks).hasSize(1);
        assertThat(b.checks).hasSize(1);
        assertThatThrownBy(() -> Sessions.recordSuccess(session, checked, NullNode.getInstance()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("call x#id was denied and can't have run");
        assertThat(a.results).isEmpty();
        assertThat(b.results).isEmpty();
    }

    @Test
    void onlyPoliciesThatGovernTheToolAreAsked() {
        Scripted named = Scripted.denying("named", "x");
        Scripted every = new Scripted("every");
        PolicyRegistry session = session(named, every);

        assertThat(run(session, call("y"))).isTrue();

        assertThat(named.checks).isEmpty();
        assertThat(every.checks).hasSize(1);
        assertThat(session.policiesFor("x")).containsExactly(named, every);
        assertThat(session.policiesFor("y")).containsExactly(every);
    }

    @Test
    void aCheckSeesTheStatesOfPoliciesThatCoverOtherTools() {
        Scripted counts = new Scripted("counts", "x");
        ToolPolicy reads = new Scripted("reads", "y") {
            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                return context.state("counts").isPresent() ? PolicyDecision.deny("x ran") : PolicyDecision.allow();
            }
        };
        PolicyRegistry session = session(counts, reads);
        assertThat(allows(session, call("y"))).isTrue();

        run(session, call("x"));

        assertThat(session.preview(call("y"), true))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
        assertThat(reason(session, call("y"))).isEqualTo("x ran");
    }

    @Test
    void aNameTwiceIsRefusedAndTheFirstStays() {
        PolicyRegistry session = session(Scripted.denying("same", "x"));

        assertThatThrownBy(() -> session.register(new Scripted("same")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("policy \"same\" is already registered");

        assertThat(allows(session, call("x"))).isFalse();
        session.register(Scripted.denying("other", "y"));
        assertThat(allows(session, call("y"))).isFalse();
    }

    @Test
    void policiesThatGiveNothingWhereSomethingIsDueAreRefused() {
        PolicyRegistry session = session();
        assertThatThrownBy(() -> session.register(new Scripted(""))).hasMessage("policy name must not be empty");
        assertThatThrownBy(() -> session.register(new Scripted(" "))).hasMessage("policy name must not be empty");
        assertThatThrownBy(() -> session.register(new Scripted(null))).hasMessage("policy name must not be empty");
        assertThatThrownBy(() -> session.register(new Scripted("p") {
                    @Override
                    public ToolSelector governs() {
                        return null;
                    }
                }))
                .hasMessage("policy \"p\" has no tool selector: governs() returned null");
        for (JsonNode state : new JsonNode[] {null, MissingNode.getInstance(), new POJONode(this)}) {
            assertThatThrownBy(() -> session.register(new Scripted("p") {
                        @Override
                        public JsonNode initialState() {
                            return state;
                        }
                    }))
                    .hasMessage("policy \"p\" has no JSON value as its initial state");
        }
        assertThat(session.policiesFor("x")).isEmpty();
    }

    @Test
    void aRemovedPolicyIsForgotten() {
        PolicyRegistry session = session(LimitPolicy.quota(1, "deploy"));
        run(session, call("deploy"));
        assertThat(allows(session, call("deploy"))).isFalse();

        assertThat(session.unregister("quota")).isTrue();
        assertThat(session.unregister("quota")).isFalse();
        assertThat(session.policiesFor("deploy")).isEmpty();

        session.register(LimitPolicy.quota(1, "deploy"));
        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void aRemovedPolicysDenialsStop() {
        PolicyRegistry session = session(Scripted.denying("closed"));
        session.unregister("closed");

        assertThat(allows(session, call("x"))).isTrue();
    }

    @Test
    void theSelectorIsAskedOnceSoThatItCantChangeUnderACall() {
        AtomicInteger asked = new AtomicInteger();
        PolicyRegistry session = session(new Scripted("p", "x") {
            @Override
            public ToolSelector governs() {
                return asked.incrementAndGet() == 1 ? super.governs() : ToolSelector.named(List.of("y"));
            }
        });

        assertThat(session.policiesFor("x")).hasSize(1);
        assertThat(session.policiesFor("y")).isEmpty();
    }

    @Test
    void thePoliciesOfTheCheckAreThoseToldOfTheResult() {
        Scripted before = new Scripted("before");
        Scripted removed = new Scripted("removed");
        Scripted late = new Scripted("late");
        PolicyRegistry session = session(before, removed);
        CheckedCall checked = Sessions.check(session, call("x"));
        session.unregister("removed");
        session.register(late);

        Sessions.recordSuccess(session, checked, NullNode.getInstance());

        assertThat(checked.selected()).extracting(Registration::policy).containsExactly(before, removed);
        assertThat(before.results).hasSize(1);
        assertThat(removed.results).hasSize(1);
        assertThat(late.results).isEmpty();
    }

    @Test
    void aReregisteredPolicyHearsNothingOfEarlierCalls() {
        ToolPolicy policy = Policies.sequential(Map.of("deploy", List.of("test")));
        PolicyRegistry session = session(policy);
        CheckedCall checked = Sessions.check(session, call("test"));
        session.unregister(policy.name());
        session.register(policy);

        Sessions.recordSuccess(session, checked, NullNode.getInstance());

        assertThat(allows(session, call("deploy"))).isFalse();
    }

    @Test
    void aSuccessIsToldOnceAndToItsOwnRegistry() {
        Scripted policy = new Scripted("p");
        PolicyRegistry session = session(policy);
        CheckedCall checked = Sessions.check(session, call("x"));
        assertThatThrownBy(() -> Sessions.recordSuccess(session(), checked, NullNode.getInstance()))
                .hasMessage("call x#id was checked by another session's policies");
        Sessions.recordSuccess(session, checked, NullNode.getInstance());

        assertThatThrownBy(() -> Sessions.recordSuccess(session, checked, NullNode.getInstance()))
                .hasMessage("the outcome of call x#id was already recorded");
        assertThat(policy.results).hasSize(1);
    }

    @Test
    void policiesHearTheArgumentsThatWereChecked() {
        Scripted policy = new Scripted("p");
        PolicyRegistry session = session(policy);
        ObjectNode arguments = Sessions.object("{'path':'a'}");
        CheckedCall checked = Sessions.check(session, new ToolCall("id", "x", arguments));
        arguments.put("path", "b");
        checked.call().arguments().put("path", "c");

        Sessions.recordSuccess(session, checked, NullNode.getInstance());

        assertThat(policy.results.get(0).arguments()).isEqualTo(Sessions.object("{'path':'a'}"));
    }

    @Test
    void previewsChangeNothingAndNotifyNoListener() {
        Scripted policy = new Scripted("p");
        PolicyRegistry session = session(policy, Policies.sequential(Map.of("deploy", List.of("test"))));

        for (int i = 0; i < 3; i++) {
            assertThat(session.preview(call("test"), true)).isEqualTo(PolicyPreview.ALLOWED);
        }

        assertThat(policy.results).isEmpty();
        assertThat(allows(session, call("deploy"))).isFalse();
    }

    @Test
    void aPreviewIsAnsweredWhenWhatThePolicyNeedsIsThere() {
        PolicyRegistry session = session(
                Policies.sequential(Map.of("commit", List.of("test"))),
                Policies.keyed(KeyedDependency.of("write", CallKey.at("/path")).after("read")),
                new Scripted("needs all", "delete"));

        assertThat(session.preview(call("commit"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
        assertThat(session.preview(call("write", "{'content':'x'}"), false)).isEqualTo(PolicyPreview.WAITING);
        assertThat(session.preview(call("write", "{'path':'a'}"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
        assertThat(session.preview(call("write"), true)).isEqualTo(PolicyPreview.ALLOWED);
        assertThat(session.preview(call("delete", "{'path':'a'}"), false)).isEqualTo(PolicyPreview.WAITING);
    }

    @Test
    void aPreviewDeniesAsSoonAsAnyPolicyDoes() {
        PolicyRegistry session = session(
                Policies.keyed(KeyedDependency.of("write", CallKey.at("/path")).after("read")),
                Policies.sequential(Map.of("write", List.of("plan"))));

        assertThat(session.preview(call("write"), false).denial().orElseThrow().policy())
                .isEqualTo("sequential_dependency");
        assertThat(session.preview(call("write", "{'path':'a'}"), false)
                        .denial()
                        .orElseThrow()
                        .policy())
                .isEqualTo("keyed_dependency");

        session.unregister("sequential_dependency");
        assertThat(session.preview(call("write"), false)).isEqualTo(PolicyPreview.WAITING);
    }

    @Test
    void explainAsksAllAndNotifiesNoListener() {
        Scripted a = Scripted.denying("a");
        Scripted b = new Scripted("b");
        Scripted c = Scripted.denying("c");
        Scripted other = Scripted.denying("other", "y");
        PolicyRegistry session = session(a, b, c, other);

        Map<String, PolicyDecision> answers = session.explain(call("x"));

        assertThat(answers.keySet()).containsExactly("a", "b", "c");
        assertThat(answers.get("b")).isEqualTo(PolicyDecision.allow());
        assertThat(answers.get("c")).isEqualTo(PolicyDecision.deny("c says no"));
        assertThat(b.results).isEmpty();
    }

    @Test
    void callsOfOneResponseAreCheckedEachJustBeforeItRuns() {
        ToolPolicy policy = Policies.keyed(
                KeyedDependency.of("write", CallKey.pathAt("/path")).after("read"));
        PolicyRegistry oneAfterTheOther = session(policy);
        assertThat(run(oneAfterTheOther, call("read", "{'path':'x'}"))).isTrue();
        assertThat(run(oneAfterTheOther, call("write", "{'path':'x'}"))).isTrue();

        PolicyRegistry atOnce = session(policy);
        CheckedCall read = Sessions.check(atOnce, call("read", "{'path':'x'}"));
        CheckedCall write = Sessions.check(atOnce, call("write", "{'path':'x'}"));
        Sessions.recordSuccess(atOnce, read, NullNode.getInstance());
        assertThat(write.denial()).isPresent();

        PolicyRegistry writeFirst = session(policy);
        assertThat(run(writeFirst, call("write", "{'path':'x'}"))).isFalse();
        assertThat(run(writeFirst, call("read", "{'path':'x'}"))).isTrue();
    }

    @Test
    void aFailingCallTakesNothingFromItsNeighbour() {
        PolicyRegistry session = session(Policies.sequential(Map.of("deploy", List.of("test"))));
        CheckedCall fails = Sessions.check(session, call("test"));
        CheckedCall succeeds = Sessions.check(session, call("test"));
        assertThat(fails.denial()).isEmpty();

        Sessions.recordSuccess(session, succeeds, NullNode.getInstance());

        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void metadataIsACopy() {
        Scripted policy = new Scripted("p");
        ObjectNode fact = Sessions.object("{'a':1}");
        policy.answer = state -> PolicyDecision.deny("", Map.of("fact", fact));
        PolicyDenial denied = denial(session(policy), call("x")).orElseThrow();
        fact.put("a", 2);

        assertThat(denied.metadata().get("fact")).isEqualTo(Sessions.object("{'a':1}"));
        assertThat(denied.reason()).isEqualTo("denied by policy");
        assertThatThrownBy(() -> denied.metadata().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
