package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.check;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Scripted;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Policies in compositions: they are notified of failures and rollbacks as if they were alone. */
class CompositionFailuresTest {
    /** Counts successes by one, failures by ten, and calls without effect by a hundred. */
    private static class Counting extends Scripted {
        private final boolean survives;

        Counting(boolean survives) {
            super("counting", "x");
            this.survives = survives;
        }

        @Override
        public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
            return IntNode.valueOf(state.intValue() + 10);
        }

        @Override
        public JsonNode onNoEffect(ToolCall call, JsonNode state, PolicyContext context) {
            return IntNode.valueOf(state.intValue() + 100);
        }

        @Override
        public boolean survivesRollback() {
            return survives;
        }
    }

    static List<UnaryOperator<ToolPolicy>> around() {
        return List.of(
                UnaryOperator.identity(),
                inner -> Policies.allOf("all", inner, new Scripted("other", "y")),
                inner -> Policies.anyOf("any", inner, new Scripted("other", "y")),
                inner -> Policies.conditional(inner, context -> true),
                Policies::logging,
                inner -> Policies.allOf("outer", Policies.anyOf("inner", Policies.logging(inner))));
    }

    private static int counted(PolicyRegistry session, ToolPolicy policy) {
        JsonNode state = session.context().state(policy.name()).orElseThrow();
        while (state.isObject()) {
            state = state.has("counting")
                    ? state.path("counting")
                    : state.elements().next();
        }
        return state.intValue();
    }

    @ParameterizedTest
    @MethodSource("around")
    void itTellsAFailureFromACallWithoutEffect(UnaryOperator<ToolPolicy> around) {
        ToolPolicy policy = around.apply(new Counting(false));
        PolicyRegistry session = session(policy);
        run(session, call("x"));
        Sessions.recordFailure(session, check(session, call("x")));
        assertThat(counted(session, policy)).isEqualTo(11);
        Sessions.recordNoEffect(session, check(session, call("x")));
        assertThat(counted(session, policy)).isEqualTo(111);
        session.outcomes().release(check(session, call("x")));
        assertThat(counted(session, policy)).isEqualTo(211);
    }

    @ParameterizedTest
    @MethodSource("around")
    void itKeepsWhatItKeepsOfARollback(UnaryOperator<ToolPolicy> around) {
        for (boolean survives : List.of(false, true)) {
            ToolPolicy policy = around.apply(new Counting(survives));
            assertThat(policy.survivesRollback()).isEqualTo(survives);
            PolicyRegistry session = session(policy);
            run(session, call("x"));
            PolicySnapshot turn = session.snapshot();
            run(session, call("x"));
            session.rollBack(turn);
            assertThat(counted(session, policy)).isEqualTo(survives ? 2 : 1);
        }
    }

    @ParameterizedTest
    @MethodSource("around")
    void aRollbackThatFailsKeepsWhatWouldSurvive(UnaryOperator<ToolPolicy> around) {
        for (boolean survives : List.of(false, true)) {
            ToolPolicy policy = around.apply(new Counting(survives) {
                @Override
                public JsonNode onRollback(JsonNode then, JsonNode now) {
                    throw new IllegalStateException("a rollback fails");
                }
            });
            PolicyRegistry session = session(policy);
            run(session, call("x"));
            PolicySnapshot turn = session.snapshot();
            run(session, call("x"));
            session.rollBack(turn);
            assertThat(Sessions.reason(session, call("x"))).isNotEqualTo("allowed");
            assertThat(counted(session, policy)).isEqualTo(survives ? 2 : 1);
        }
    }

    @ParameterizedTest
    @MethodSource("around")
    void itNeedsTheArgumentsOfItsParts(UnaryOperator<ToolPolicy> around) {
        ToolPolicy policy = around.apply(new Scripted("counting", "x") {
            @Override
            public ToolPolicy.ArgumentNeeds needs(String tool) {
                return new ToolPolicy.ArgumentNeeds(false, Set.of("path"));
            }
        });
        assertThat(policy.needs("x").everything()).isFalse();
        assertThat(policy.needs("x").parameters()).containsExactly("path");
        assertThat(around.apply(new Scripted("counting", "x")).needs("x").everything())
                .isTrue();
    }
}
