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
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.policy.Policies;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** The outcomes of calls when policies, which are user code, fail. */
class PolicyFailureTest {

    @Test
    void aCheckThatFailsDeniesWithPolicyAndErrorAndWithoutItsMessage() {
        Scripted policy = new Scripted("p");
        policy.answer = state -> {
            throw new IllegalStateException("secret");
        };
        PolicyDenial denied = denial(session(policy), call("x")).orElseThrow();

        assertThat(denied.policy()).isEqualTo("p");
        assertThat(denied.reason()).isEqualTo("Not run: policy 'p' failed while it checked this call.");
        assertThat(denied.metadata()).hasToString("{error=\"java.lang.IllegalStateException\"}");
    }

    @Test
    void anErrorThatIsNotTheMachinesDeniesToo() {
        Scripted policy = new Scripted("p");
        policy.answer = state -> {
            throw new NoClassDefFoundError("Gone");
        };

        assertThat(reason(session(policy), call("x")))
                .isEqualTo("Not run: policy 'p' failed while it checked this call.");
    }

    @Test
    void aStackOverflowDeniesLikeAnyFailureSinceAModelCanProvokeIt() {
        Scripted asked = new Scripted("p");
        asked.answer = state -> {
            throw new StackOverflowError();
        };
        assertThat(reason(session(asked), call("x")))
                .isEqualTo("Not run: policy 'p' failed while it checked this call.");

        Scripted told = new Scripted("p");
        told.onSuccess = state -> {
            throw new StackOverflowError();
        };
        PolicyRegistry session = session(told);
        assertThat(run(session, call("x"))).as("the call stays a success").isTrue();
        assertThat(reason(session, call("x"))).contains("so it denies calls until the service resets it");
    }

    @Test
    void noDecisionDenies() {
        Scripted policy = new Scripted("p");
        policy.answer = state -> null;

        assertThat(reason(session(policy), call("x")))
                .isEqualTo("Not run: policy 'p' failed while it checked this call.");
    }

    @Test
    void aFailedCheckIsForgottenByTheNext() {
        Scripted policy = new Scripted("p");
        PolicyRegistry session = session(policy);
        policy.answer = state -> null;
        assertThat(allows(session, call("x"))).isFalse();
        policy.answer = state -> PolicyDecision.allow();

        assertThat(allows(session, call("x"))).isTrue();
    }

    @Test
    void cancellationsAndErrorsOfTheMachinePassThroughACheck() {
        for (Throwable fatal : List.of(
                new CancellationException(),
                new InterruptedException(),
                new InternalError(),
                new OutOfMemoryError("test"))) {
            Scripted policy = new Scripted("p");
            policy.answer = state -> {
                UserCode.<RuntimeException>throwAsIs(fatal);
                return PolicyDecision.allow();
            };
            assertThatThrownBy(() -> Sessions.check(session(policy), call("x"))).isSameAs(fatal);
            assertThatThrownBy(() -> session(policy).preview(call("x"), true)).isSameAs(fatal);
        }
    }

    @Test
    void aPolicyThatFailsWhenToldDeniesUntilItIsReset() {
        Scripted first = new Scripted("first");
        Scripted broken = new Scripted("broken", "x");
        Scripted last = new Scripted("last");
        broken.onSuccess = state -> {
            throw new IllegalStateException("secret");
        };
        PolicyRegistry session = session(first, broken, last);

        assertThat(run(session, call("x"))).as("the call stays a success").isTrue();

        assertThat(first.results).hasSize(1);
        assertThat(last.results).hasSize(1);
        assertThat(reason(session, call("x")))
                .isEqualTo("Not run: policy 'broken' has failed, so it denies calls until the service resets it.");
        assertThat(session.preview(call("x"), true))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
        assertThat(allows(session, call("y"))).as("what it doesn't govern").isTrue();
        assertThat(broken.checks).as("a degraded policy isn't asked").hasSize(1);

        assertThat(session.reset("broken")).isTrue();
        assertThat(allows(session, call("x"))).isTrue();
        assertThat(session.reset("nobody")).isFalse();
    }

    @Test
    void aDegradedPolicyStaysSoWhenALaterTellingGoesWell() {
        Scripted broken = new Scripted("broken");
        PolicyRegistry session = session(broken);
        CheckedCall one = Sessions.check(session, call("x"));
        CheckedCall two = Sessions.check(session, call("x"));
        broken.onSuccess = state -> null;
        Sessions.recordSuccess(session, one, NullNode.getInstance());
        broken.onSuccess = state -> JsonNodeFactory.instance.numberNode(2);

        Sessions.recordSuccess(session, two, NullNode.getInstance());

        assertThat(reason(session, call("x"))).contains("so it denies calls until the service resets it");
    }

    @Test
    void aStateThatIsNoJsonDegradesToo() {
        for (JsonNode state : new JsonNode[] {null, MissingNode.getInstance(), new POJONode(this)}) {
            Scripted policy = new Scripted("p");
            policy.onSuccess = before -> state;
            PolicyRegistry session = session(policy);
            run(session, call("x"));

            assertThat(reason(session, call("x"))).contains("so it denies calls until the service resets it");
        }
    }

    @Test
    void resetForgetsWhatWasRemembered() {
        PolicyRegistry session = session(Policies.sequential(Map.of("deploy", List.of("test"))));
        run(session, call("test"));

        session.reset("sequential_dependency");

        assertThat(allows(session, call("deploy"))).isFalse();
    }

    @Test
    void anErrorOfTheMachineInATellingIsThrownAfterAllWereTold() {
        OutOfMemoryError fatal = new OutOfMemoryError("test");
        Scripted broken = new Scripted("broken", "x");
        broken.onSuccess = state -> {
            throw fatal;
        };
        ToolPolicy after = Policies.sequential(Map.of("deploy", List.of("x")));
        PolicyRegistry session = session(broken, after);

        assertThatThrownBy(() -> run(session, call("x"))).isSameAs(fatal);

        assertThat(allows(session, call("deploy")))
                .as("the success is remembered")
                .isTrue();
        assertThat(allows(session, call("x")))
                .as("the policy that failed is degraded")
                .isFalse();
    }

    @Test
    void aPolicyThatCantSayWhatItNeedsDeniesInThePreview() {
        PolicyRegistry session = session(new Scripted("p") {
            @Override
            public dev.toolpolicy.ToolPolicy.ArgumentNeeds needs(String tool) {
                throw new IllegalStateException();
            }
        });

        assertThat(session.preview(call("x"), false))
                .extracting(PolicyPreview::kind)
                .isEqualTo(PolicyPreview.Kind.DENIED);
    }
}
