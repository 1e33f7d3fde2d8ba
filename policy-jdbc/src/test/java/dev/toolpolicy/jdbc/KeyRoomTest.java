package dev.toolpolicy.jdbc;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.policy.ReadBeforeWritePolicy;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys that a model invents don't grow a session without bound, and what counts is never forgotten for them. */
class KeyRoomTest {
    private static final int MOST = 100;
    private static final int INVENTED = 3 * MOST;
    private static final CallKey KEY = CallKey.at("/path");

    static Stream<ToolPolicy> policies() {
        return Stream.of(
                Policies.keyed(KeyedDependency.of("write", KEY).after("read").maxKeys(MOST)),
                LimitPolicy.quota(3, "read").perKey(KEY).maxKeys(MOST),
                LimitPolicy.rate(3, Duration.ofDays(1), "read").perKey(KEY).maxKeys(MOST),
                ReadBeforeWritePolicy.of(List.of("read"), List.of("write")).maxFiles(MOST),
                ReadBeforeWritePolicy.of(List.of("read"), List.of("write"))
                        .denyingStaleReads(path -> Optional.of("same"))
                        .maxFiles(MOST));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void inventedKeysAreDeniedOnceASessionIsFull(ToolPolicy policy) {
        inventsKeys(policy, SessionStore.inMemory());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aDatabaseDoesNotGrowEither(ToolPolicy policy) {
        JdbcSessionStore store = JdbcSessionStore.on(Databases.pooled(Databases.h2(), 2), Databases.PATIENT);
        store.prepare();
        inventsKeys(policy, store);
    }

    private static void inventsKeys(ToolPolicy policy, SessionStore store) {
        PolicyRegistry session =
                new PolicyRegistry("s", SessionSettings.inMemory().withStore(store));
        session.register(policy);
        int full = 0;
        for (int i = 0; i < INVENTED; i++) {
            full = i == MOST ? size(store) : full;
            assertThat(run(session, call("read", "{'path':'k" + i + "'}")))
                    .as("key " + i)
                    .isEqualTo(i < MOST);
        }
        assertThat(reason(session, call("read", "{'path':'another'}"))).contains("at most " + MOST);
        assertThat(allows(session, call("read", "{'path':'k0'}")))
                .as("a known key")
                .isTrue();
        assertThat(size(store)).isLessThan(full + 4 * MOST).isLessThan(MOST * 200);
    }

    private static int size(SessionStore store) {
        return store.find("", "", false, 1_000).stream()
                .mapToInt(part -> part.value().toString().length())
                .sum();
    }

    /** Of a key that is known from before the session was full, the quota still counts. */
    @Test
    void aFullPolicyForgetsNothing() {
        PolicyRegistry session =
                session(LimitPolicy.quota(1, "read").perKey(KEY).maxKeys(2));
        assertThat(run(session, call("read", "{'path':'a'}"))).isTrue();
        assertThat(run(session, call("read", "{'path':'b'}"))).isTrue();
        assertThat(run(session, call("read", "{'path':'c'}"))).isFalse();
        assertThat(reason(session, call("read", "{'path':'a'}"))).contains("used its quota");
    }

    @Test
    void callsAtTheSameTimeDoNotPassTheLimit() {
        PolicyRegistry session = session(
                Policies.keyed(KeyedDependency.of("write", KEY).after("read").maxKeys(1)));
        CheckedCall one = Sessions.check(session, call("read", "{'path':'a'}"));
        CheckedCall other = Sessions.check(session, call("read", "{'path':'b'}"));
        Sessions.recordSuccess(session, one, NullNode.getInstance());
        Sessions.recordSuccess(session, other, NullNode.getInstance());
        assertThat(allows(session, call("write", "{'path':'a'}"))).isTrue();
        assertThat(allows(session, call("write", "{'path':'b'}"))).isFalse();
    }

    @Test
    void longKeysCountAsSeveral() {
        PolicyRegistry session =
                session(LimitPolicy.quota(1, "read").perKey(KEY).maxKeys(4));
        assertThat(run(session, call("read", "{'path':'" + "x".repeat(1_024) + "'}")))
                .isFalse();
        assertThat(run(session, call("read", "{'path':'" + "x".repeat(1_023) + "'}")))
                .isTrue();
    }

    /** What is older than the window counts no more, and takes no room. */
    @Test
    void aRateHasRoomAgainAfterItsWindow() {
        ManualClock clock = new ManualClock();
        PolicyRegistry session =
                new PolicyRegistry("s", SessionSettings.inMemory().withClock(clock));
        session.register(
                LimitPolicy.rate(1, Duration.ofMinutes(1), "read").perKey(KEY).maxKeys(1));
        assertThat(run(session, call("read", "{'path':'a'}"))).isTrue();
        assertThat(run(session, call("read", "{'path':'b'}"))).isFalse();
        clock.pass(Duration.ofSeconds(61));
        assertThat(run(session, call("read", "{'path':'b'}"))).isTrue();
    }

    @Test
    void aLimitIsPositive() {
        assertThatThrownBy(() -> LimitPolicy.quota(1).maxKeys(0)).hasMessage("maxKeys must be at least 1, was 0");
    }
}
