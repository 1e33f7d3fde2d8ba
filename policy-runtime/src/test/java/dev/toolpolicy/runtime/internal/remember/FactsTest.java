package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Fact;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** The facts that a service gives its sessions. */
class FactsTest {
    private static final Fact<Boolean> STRICT = Fact.flag("strict");
    private static final Fact<String> ROLE = Fact.text("role");
    private static final Fact<BigDecimal> BUDGET = Fact.number("budget");
    private static final Fact<JsonNode> ANY = Fact.json("any");

    @Test
    void aPolicyReadsWhatItsOwnSessionWasTold() {
        Scripted policy = new Scripted("p") {
            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                return context.fact(STRICT).orElse(false) ? PolicyDecision.deny("strict") : PolicyDecision.allow();
            }
        };
        PolicyRegistry one = session(policy);
        PolicyRegistry other = session(policy);
        one.putFact(STRICT, true);

        assertThat(allows(one, call("x"))).isFalse();
        assertThat(one.preview(call("x"), true)).extracting(PolicyPreview::kind).isEqualTo(PolicyPreview.Kind.DENIED);
        assertThat(allows(other, call("x"))).isTrue();
        one.removeFact(STRICT);
        assertThat(allows(one, call("x"))).isTrue();
    }

    @Test
    void eachTypeComesBackAsItWas() {
        PolicyRegistry session = session();
        session.putFact(STRICT, false);
        session.putFact(ROLE, "\u0000\ud800 reviewer");
        session.putFact(BUDGET, new BigDecimal("1e400"));
        ObjectNode value = Sessions.object("{'a':[1]}");
        session.putFact(ANY, value);
        value.removeAll();

        assertThat(session.context().fact(STRICT)).contains(false);
        assertThat(session.context().fact(ROLE)).contains("\u0000\ud800 reviewer");
        assertThat(session.context().fact(BUDGET))
                .hasValueSatisfying(budget -> assertThat(budget).isEqualByComparingTo("1e400"));
        assertThat(session.context().fact(ANY)).contains(Sessions.object("{'a':[1]}"));
        assertThat(session.context().fact(Fact.text("nobody told"))).isEmpty();
    }

    @Test
    void aFactOfAnotherTypeIsNotThere() {
        PolicyRegistry session = session();
        session.putFact(Fact.text("strict"), "true");

        assertThat(session.context().fact(STRICT)).isEmpty();
        assertThat(session.context().fact(Fact.number("strict"))).isEmpty();
        session.putFact(STRICT, true);
        assertThat(session.context().fact(Fact.text("strict"))).isEmpty();
    }

    @Test
    void aRestoreTakesBackWhatWasToldSince() {
        PolicyRegistry session = session();
        session.putFact(STRICT, true);
        PolicySnapshot then = session.snapshot();
        session.putFact(STRICT, false);
        session.putFact(ROLE, "admin");

        session.restore(then);

        assertThat(session.context().fact(STRICT)).contains(true);
        assertThat(session.context().fact(ROLE)).isEmpty();
    }

    @Test
    void aRollBackLeavesFactsAlone() {
        PolicyRegistry session = session();
        session.putFact(ROLE, "approver");
        PolicySnapshot then = session.snapshot();
        session.removeFact(ROLE);

        session.rollBack(then);

        assertThat(session.context().fact(ROLE)).as("what was taken back").isEmpty();
    }

    @Test
    void nothingIsNoNameAndNoValue() {
        assertThatThrownBy(() -> Fact.flag(" ")).hasMessage("fact name must not be empty");
        assertThatThrownBy(() -> session().putFact(ROLE, null)).isInstanceOf(NullPointerException.class);
    }
}
