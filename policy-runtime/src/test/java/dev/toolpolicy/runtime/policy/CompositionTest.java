package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.denial;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.Fact;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyPreview;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Scripted;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** All of, any of and conditional policies. */
class CompositionTest {
    private static final Fact<Boolean> STRICT = Fact.flag("strict");
    private static final ToolPolicy AFTER_TEST = Policies.sequential(Map.of("deploy", Set.of("test")));

    private static boolean isStrict(PolicyContext context) {
        return context.fact(STRICT).orElse(false);
    }

    private static JsonNode state(PolicyRegistry session, String policy) {
        return session.context().state(policy).orElseGet(MissingNode::getInstance);
    }

    @Test
    void case09AConditionalPolicyCountsWhereItsPredicateHolds() {
        Scripted inner = Scripted.denying("no vfs");
        PolicyRegistry session = session(Policies.conditional(inner, CompositionTest::isStrict));

        assertThat(run(session, call("vfs_write"))).isTrue();
        assertThat(inner.checks).isEmpty();
        assertThat(inner.results).as("not forwarded").isEmpty();
        session.putFact(STRICT, true);
        assertThat(denial(session, call("vfs_write")).orElseThrow().policy()).isEqualTo("conditional:no vfs");
        session.removeFact(STRICT);
        assertThat(run(session, call("vfs_write"))).isTrue();
    }

    @Test
    void case09APredicateThatThrowsMeansActive() {
        PolicyRegistry session = session(Policies.conditional(Scripted.denying("no"), context -> {
            throw new IllegalStateException("lost");
        }));

        assertThat(reason(session, call("x"))).isEqualTo("no says no");
        assertThat(session.preview(call("x"), true))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
    }

    @Test
    void case54TheResultFollowsTheValueAtTheCheck() {
        Scripted inner = new Scripted("inner");
        PolicyRegistry session = session(Policies.conditional(inner, CompositionTest::isStrict));
        session.putFact(STRICT, true);
        CheckedCall begun = Sessions.check(session, call("x"));
        session.putFact(STRICT, false);
        Sessions.recordSuccess(session, begun, NullNode.getInstance());
        assertThat(inner.results).hasSize(1);

        CheckedCall idle = Sessions.check(session, call("x"));
        session.putFact(STRICT, true);
        Sessions.recordSuccess(session, idle, NullNode.getInstance());
        assertThat(inner.results).hasSize(1);
        assertThat(state(session, "conditional:inner")).isEqualTo(IntNode.valueOf(1));
    }

    @Test
    void aPredicateIsAskedOnceACall() {
        int[] asked = {0};
        PolicyRegistry session = session(Policies.conditional("mine", AFTER_TEST, context -> ++asked[0] > 0));
        run(session, call("test"));

        assertThat(asked[0]).isEqualTo(1);
        assertThat(run(session, call("deploy"))).isTrue();
        assertThat(state(session, "mine").toString())
                .isEqualTo("{\"done\":{\"test\":{\"any\":true},\"deploy\":{\"any\":true}}}");
    }

    @Test
    void case47AllOfNothingAllowsAndAnyOfNothingDenies() {
        assertThat(allows(session(Policies.allOf("all")), call("x"))).isTrue();
        PolicyRegistry any = session(Policies.anyOf("any"));
        assertThat(reason(any, call("x")))
                .isEqualTo("Denied by policy 'any': it combines no policies, so it allows nothing.");
        assertThat(any.preview(call("x"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
    }

    @Test
    void case47AnyOfJoinsTheReasonsAndAllOfShowsTheFirst() {
        ToolPolicy a = Scripted.denying("a");
        ToolPolicy b = Scripted.denying("b");

        assertThat(reason(session(Policies.allOf("all", a, b)), call("x"))).isEqualTo("a says no");
        assertThat(reason(session(Policies.anyOf("any", a, b)), call("x"))).isEqualTo("a says no. Or: b says no.");
        assertThat(denial(session(Policies.anyOf("any", a, AFTER_TEST)), call("deploy"))
                        .orElseThrow()
                        .metadata()
                        .get("denials")
                        .at("/sequential_dependency/metadata/missing/0")
                        .asText())
                .isEqualTo("test");
    }

    @Test
    void case47TheirPartsHearOnceOfASuccess() {
        for (boolean all : List.of(true, false)) {
            Scripted a = new Scripted("a");
            Scripted b = new Scripted("b");
            PolicyRegistry session = session(all ? Policies.allOf("both", a, b) : Policies.anyOf("both", a, b));
            run(session, call("x"));

            assertThat(a.results).hasSize(1);
            assertThat(b.results).hasSize(1);
            assertThat(state(session, "both").toString())
                    .isEqualTo("{\"a\":{\"" + Scripted.class.getName() + "\":1},\"b\":{\"" + Scripted.class.getName()
                            + "\":1}}");
        }
    }

    @Test
    void onlyPartsThatGovernAToolCountForIt() {
        Scripted other = new Scripted("other", "write");
        ToolPolicy any = Policies.anyOf("any", Scripted.denying("no", "deploy"), other);
        PolicyRegistry session = session(any);

        assertThat(allows(session, call("deploy")))
                .as("a policy that wasn't asked doesn't allow")
                .isFalse();
        assertThat(run(session, call("write"))).isTrue();
        assertThat(run(session, call("elsewhere"))).isTrue();
        assertThat(other.checks).isNotEmpty().allMatch(call -> call.tool().equals("write"));
        assertThat(any.governs())
                .isEqualTo(ToolSelector.named(Set.of("deploy", "write")).external());
        assertThat(Policies.allOf("all", any, new Scripted("every")).governs()).isEqualTo(ToolSelector.everyTool());
    }

    @Test
    void aFailingPartDeniesForAllAnswersOfTheOthers() {
        Scripted failing = new Scripted("failing");
        failing.answer = state -> {
            throw new IllegalStateException("secret");
        };
        for (ToolPolicy whole : List.of(
                Policies.anyOf("any", new Scripted("fine"), failing),
                Policies.allOf("all", new Scripted("fine"), failing))) {
            PolicyRegistry session = session(whole);
            assertThat(reason(session, call("x")))
                    .isEqualTo("Not run: policy '" + whole.name() + "' failed while it checked this call.");
            failing.answer = state -> PolicyDecision.allow();
            assertThat(allows(session, call("x"))).as("it failed for one call").isTrue();
            failing.answer = state -> {
                throw new IllegalStateException("secret");
            };
        }
    }

    @Test
    void aPartThatFailsWhenToldDegradesTheWholeAndTheOthersHear() {
        for (boolean all : List.of(true, false)) {
            Scripted failing = new Scripted("failing");
            failing.onSuccess = state -> {
                throw new IllegalStateException();
            };
            Scripted other = new Scripted("other");
            PolicyRegistry session =
                    session(all ? Policies.allOf("both", failing, other) : Policies.anyOf("both", failing, other));

            assertThat(run(session, call("x"))).isTrue();
            assertThat(other.results).hasSize(1);
            assertThat(reason(session, call("x")))
                    .startsWith("Not run: policy 'both' has failed, so it denies calls until the service resets it.");
            session.reset("both");
            assertThat(allows(session, call("x"))).isTrue();
        }
    }

    @Test
    void ofAnyThoseReserveThatAllowed() {
        PolicyRegistry session = session(Policies.anyOf(
                "any",
                LimitPolicy.quota(1, "t").named("one"),
                LimitPolicy.quota(3, "t").named("three")));
        CheckedCall first = Sessions.check(session, call("t"));
        assertThat(first.denial()).isEmpty();
        CheckedCall second = Sessions.check(session, call("t"));
        assertThat(second.denial()).isEmpty();
        Sessions.recordFailure(session, second);
        assertThat(state(session, "any").at("/one/quota/all/t/open"))
                .as("not the second's to take back")
                .hasSize(1);
        Sessions.recordSuccess(session, first, NullNode.getInstance());
        assertThat(state(session, "any").toString())
                .isEqualTo("{\"one\":{\"quota\":{\"all\":{\"t\":{\"done\":1}}}},"
                        + "\"three\":{\"quota\":{\"all\":{\"t\":{\"done\":1}}}}}");
        assertThat(run(session, call("t"))).isTrue();
        assertThat(run(session, call("t"))).isTrue();
        assertThat(run(session, call("t"))).isFalse();
    }

    @Test
    void reservationsOfNestedPoliciesAreReleased() {
        ToolPolicy nested = Policies.allOf(
                "outer",
                Policies.conditional(
                        Policies.anyOf("inner", LimitPolicy.quota(1, "t"), Scripted.denying("never")),
                        context -> true));
        PolicyRegistry session = session(nested);
        for (int i = 0; i < 3; i++) {
            CheckedCall begun = Sessions.check(session, call("t"));
            assertThat(begun.denial()).isEmpty();
            assertThat(allows(session, call("t"))).isFalse();
            Sessions.recordFailure(session, begun);
        }
        assertThat(state(session, "outer")).isEmpty();
        assertThat(run(session, call("t"))).isTrue();
        assertThat(run(session, call("t"))).isFalse();
    }

    /** Counts how often it was checked. */
    private static final class Attempts extends Scripted {
        Attempts(String name) {
            super(name);
            onSuccess = state -> state;
        }

        @Override
        public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
            return IntNode.valueOf(state.intValue() + 1);
        }
    }

    @Test
    void case52AttemptsAreCountedAcrossDenials() {
        PolicyRegistry alone = session(new Attempts("attempts"), Scripted.denying("no"));
        PolicyRegistry within = session(Policies.allOf("all", new Attempts("attempts"), Scripted.denying("no")));
        PolicyRegistry before = session(Policies.allOf("all", new Attempts("attempts")), Scripted.denying("no"));
        PolicyRegistry any = session(
                Policies.anyOf("any", new Attempts("attempts"), Scripted.denying("no")), Scripted.denying("never"));
        for (int i = 1; i <= 3; i++) {
            for (PolicyRegistry session : List.of(alone, within, before, any)) {
                assertThat(allows(session, call("x"))).isFalse();
                session.preview(call("x"), true);
            }
            assertThat(state(alone, "attempts").intValue()).isEqualTo(i);
            assertThat(state(within, "all")
                            .path("attempts")
                            .path(Attempts.class.getName())
                            .intValue())
                    .isEqualTo(i);
            assertThat(state(before, "all")
                            .path("attempts")
                            .path(Attempts.class.getName())
                            .intValue())
                    .isEqualTo(i);
            assertThat(state(any, "any")
                            .path("attempts")
                            .path(Attempts.class.getName())
                            .intValue())
                    .isEqualTo(i);
        }
    }

    @Test
    void thoseBehindADenialAreNotToldOfTheAttempt() {
        PolicyRegistry session = session(Policies.allOf("all", Scripted.denying("no"), new Attempts("attempts")));

        assertThat(allows(session, call("x"))).isFalse();
        assertThat(state(session, "all").has("attempts")).isFalse();
    }

    @Test
    void allBeforeADenialAreToldOfTheAttempt() {
        PolicyRegistry session = session(Policies.allOf(
                "all", new Attempts("first"), new Attempts("second"), Scripted.denying("no"), new Attempts("last")));

        assertThat(allows(session, call("x"))).isFalse();
        assertThat(state(session, "all").path("first").isEmpty()).isFalse();
        assertThat(state(session, "all").path("second").isEmpty()).isFalse();
        assertThat(state(session, "all").has("last")).isFalse();
    }

    @Test
    void compositionsAnswerAsEarlyAsTheirParts() {
        ToolPolicy keyed =
                Policies.keyed(KeyedDependency.of("deploy", CallKey.at("/to")).after("stage"));
        PolicyRegistry all = session(Policies.allOf("all", keyed, AFTER_TEST));
        PolicyRegistry any = session(Policies.anyOf("any", keyed, AFTER_TEST));
        PolicyRegistry conditional = session(Policies.conditional(keyed, CompositionTest::isStrict));

        assertThat(all.preview(call("deploy"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
        assertThat(any.preview(call("deploy"), false)).isEqualTo(PolicyPreview.WAITING);
        assertThat(any.preview(call("deploy", "{'to':'a'}"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
        assertThat(conditional.preview(call("deploy"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.ALLOWED);
        conditional.putFact(STRICT, true);
        assertThat(conditional.preview(call("deploy"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.WAITING);
        run(all, call("test"));
        run(any, call("test"));
        assertThat(all.preview(call("deploy"), false)).isEqualTo(PolicyPreview.WAITING);
        assertThat(any.preview(call("deploy"), false))
                .as("one is enough")
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.ALLOWED);
        assertThat(all.preview(call("deploy", "{'to':'a'}"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
    }

    @Test
    void aConditionWithinACompositionIsAskedOnceACall() {
        int[] asked = {0};
        PolicyRegistry session = session(Policies.allOf("all", Policies.conditional(AFTER_TEST, context -> {
            asked[0]++;
            assertThat(context.state("conditional:sequential_dependency")).isPresent();
            return true;
        })));
        CheckedCall checked = Sessions.check(session, call("test"));
        Sessions.recordSuccess(session, checked, NullNode.getInstance());

        assertThat(asked[0]).isEqualTo(1);
        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void stateGoesOnInANewRegistryWithEqualParts() {
        ToolPolicy made = Policies.allOf("all", AFTER_TEST, LimitPolicy.quota(2, "deploy"));
        PolicyRegistry session = session(made);
        run(session, call("test"));
        PolicySnapshot snapshot = PolicySnapshot.read(session.snapshot().text());

        PolicyRegistry same = session(Policies.allOf("all", AFTER_TEST, LimitPolicy.quota(5, "deploy")));
        same.restore(snapshot);
        assertThat(allows(same, call("deploy"))).isTrue();
        PolicyRegistry any = session(Policies.anyOf("all", AFTER_TEST));
        any.restore(snapshot);
        assertThat(allows(any, call("deploy"))).as("of another kind").isFalse();
    }

    @Test
    void namesWithinAPolicyDiffer() {
        assertThatThrownBy(() -> Policies.anyOf("any", new Scripted("a"), new Scripted("a")))
                .hasMessage("two policies in \"any\" are named \"a\"");
        assertThatThrownBy(() -> Policies.allOf(" ")).hasMessage("policy name must not be empty");
        assertThatThrownBy(() -> Policies.conditional("", new Scripted("a"), context -> true))
                .hasMessage("policy name must not be empty");
        assertThat(Sessions.context().states()).isEmpty();
    }
}
