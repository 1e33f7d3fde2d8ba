package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.denial;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.InterceptedPolicy;
import dev.toolpolicy.runtime.internal.remember.Interceptor;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Scripted;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Middleware. */
class InterceptorTest {
    private static final ToolPolicy AFTER_TEST = Policies.sequential(Map.of("deploy", Set.of("test")));

    /** An interceptor's reply to a decision. */
    private interface Answer extends Interceptor {
        @Nullable
        PolicyDecision answer();

        @Override
        @SuppressWarnings("NullAway")
        default PolicyDecision onDecision(ToolCall call, PolicyDecision decision, PolicyContext context) {
            return answer();
        }
    }

    @Test
    void aDenialStandsForEveryInterceptor() {
        List<Answer> answers = List.of(PolicyDecision::allow, () -> null, () -> PolicyDecision.deny("mine"), () -> {
            throw new IllegalStateException("broken");
        });
        for (Answer each : answers) {
            assertThat(allows(session(new InterceptedPolicy(AFTER_TEST, each)), call("deploy")))
                    .isFalse();
            assertThat(allows(session(new InterceptedPolicy(AFTER_TEST, each)), call("test")))
                    .isEqualTo(each == answers.get(0));
        }
        assertThat(reason(session(new InterceptedPolicy(AFTER_TEST, answers.get(2))), call("deploy")))
                .isEqualTo("deploy can run only after test has succeeded in this session.");
    }

    @Test
    void theWrappedPolicyKeepsNameToolsAndState() {
        ToolPolicy wrapped = new InterceptedPolicy(AFTER_TEST, new Interceptor() {});
        PolicyRegistry session = session(wrapped);

        assertThat(denial(session, call("deploy")).orElseThrow().policy()).isEqualTo("sequential_dependency");
        assertThat(wrapped.governs()).isEqualTo(AFTER_TEST.governs());
        run(session, call("test"));
        PolicyRegistry plain = session(AFTER_TEST);
        plain.restore(PolicySnapshot.read(session.snapshot().text()));
        assertThat(allows(plain, call("deploy"))).isTrue();
    }

    @Test
    void listenersAreNotifiedOnceAndMayFail() {
        List<String> heard = new ArrayList<>();
        ToolPolicy wrapped = new InterceptedPolicy(AFTER_TEST, new Interceptor() {
            private void hear(String what) {
                heard.add(what);
                throw new IllegalStateException();
            }

            @Override
            public void onCheck(ToolCall call, PolicyDecision decision, PolicyContext context) {
                hear(call.tool() + (decision.isAllowed() ? " begins" : " is denied"));
            }

            @Override
            public void onResult(ToolCall call, ToolResult result, PolicyContext context) {
                hear(call.tool() + " succeeded");
            }

            @Override
            public void onFailure(ToolCall call, PolicyContext context) {
                hear(call.tool() + " failed");
            }
        });
        PolicyRegistry session = session(wrapped);
        session.preview(call("deploy"), true);
        allows(session, call("deploy"));
        CheckedCall begun = session.check(call("test"));
        session.recordFailure(begun);
        run(session, call("test"));

        assertThat(heard)
                .containsExactly("deploy is denied", "test begins", "test failed", "test begins", "test succeeded");
        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void aConditionIsAskedOnceThroughMiddleware() {
        int[] asked = {0};
        PolicyRegistry session =
                session(Policies.logging(Policies.conditional(Scripted.denying("no"), context -> ++asked[0] > 99)));

        assertThat(run(session, call("x"))).isTrue();
        assertThat(asked[0]).isEqualTo(1);
    }

    @Test
    void theLoggingOneWritesNamesAndNothingElse() {
        List<String> lines = new ArrayList<>();
        PolicyRegistry session = session(Policies.logging(AFTER_TEST, new Lines(lines)));
        ToolCall secret = new ToolCall(
                "id\n7", "deploy", call("x", "{'password':'hunter2'}").arguments());
        allows(session, secret);
        run(session, call("test"));
        session.recordFailure(session.check(secret));

        String line = "policy sequential_dependency: call ";
        assertThat(lines)
                .containsExactly(
                        line + "\"id\\n7\" of \"deploy\" in session \"session\" is denied",
                        line + "\"id\" of \"test\" in session \"session\" starts",
                        line + "\"id\" of \"test\" in session \"session\" succeeded",
                        line + "\"id\\n7\" of \"deploy\" in session \"session\" starts",
                        line + "\"id\\n7\" of \"deploy\" in session \"session\" failed");
    }

    private record Lines(List<String> lines) implements System.Logger {
        @Override
        public String getName() {
            return "test";
        }

        @Override
        public boolean isLoggable(Level level) {
            return level == Level.DEBUG;
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
            lines.add(text);
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... values) {
            lines.add(format);
        }
    }
}
