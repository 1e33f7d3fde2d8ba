package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.denial;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Scripted;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The policy around another one that logs. */
class LoggingPolicyTest {
    private static final ToolPolicy AFTER_TEST = Policies.sequential(Map.of("deploy", Set.of("test")));

    @Test
    void theWrappedPolicyKeepsNameToolsAndState() {
        ToolPolicy wrapped = Policies.logging(AFTER_TEST);
        PolicyRegistry session = session(wrapped);

        assertThat(denial(session, call("deploy")).orElseThrow().policy()).isEqualTo("sequential_dependency");
        assertThat(wrapped.governs()).isEqualTo(AFTER_TEST.governs());
        run(session, call("test"));
        PolicyRegistry plain = session(AFTER_TEST);
        plain.restore(PolicySnapshot.read(session.snapshot().text()));
        assertThat(allows(plain, call("deploy"))).isTrue();
    }

    @Test
    void theLoggerIsCalledOnceAndMayFail() {
        List<String> heard = new ArrayList<>();
        ToolPolicy wrapped = Policies.logging(AFTER_TEST, new Lines(heard, true));
        PolicyRegistry session = session(wrapped);
        session.preview(call("deploy"), true);
        allows(session, call("deploy"));
        CheckedCall begun = Sessions.check(session, call("test"));
        Sessions.recordFailure(session, begun);
        run(session, call("test"));

        assertThat(heard)
                .extracting(line -> line.substring(line.lastIndexOf('"') + 2))
                .containsExactly("is denied", "starts", "failed", "starts", "succeeded");
        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void aConditionIsAskedOnceThroughTheLoggingOne() {
        int[] asked = {0};
        PolicyRegistry session =
                session(Policies.logging(Policies.conditional(Scripted.denying("no"), context -> ++asked[0] > 99)));

        assertThat(run(session, call("x"))).isTrue();
        assertThat(asked[0]).isEqualTo(1);
    }

    @Test
    void theLoggingOneWritesNamesAndNothingElse() {
        List<String> lines = new ArrayList<>();
        PolicyRegistry session = session(Policies.logging(AFTER_TEST, new Lines(lines, false)));
        ToolCall secret = new ToolCall(
                "id\n7", "deploy", call("x", "{'password':'hunter2'}").arguments());
        allows(session, secret);
        run(session, call("test"));
        Sessions.recordFailure(session, Sessions.check(session, secret));

        String line = "policy sequential_dependency: call ";
        assertThat(lines)
                .containsExactly(
                        line + "\"id\\n7\" of \"deploy\" in session \"session\" is denied",
                        line + "\"id\" of \"test\" in session \"session\" starts",
                        line + "\"id\" of \"test\" in session \"session\" succeeded",
                        line + "\"id\\n7\" of \"deploy\" in session \"session\" starts",
                        line + "\"id\\n7\" of \"deploy\" in session \"session\" failed");
    }

    private record Lines(List<String> lines, boolean fails) implements System.Logger {
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
            if (fails) {
                throw new IllegalStateException("broken");
            }
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... values) {
            lines.add(format);
        }
    }
}
