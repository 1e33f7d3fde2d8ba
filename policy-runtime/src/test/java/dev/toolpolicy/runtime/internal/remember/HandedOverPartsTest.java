package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The parts of {@code anyOf}, for calls that end on another node than the one that checked them. */
class HandedOverPartsTest {
    private static final ToolResult FAILED = ToolResult.failure("no");

    private final ManualClock clock = new ManualClock();
    private final SessionStore store = SessionStore.inMemory();

    /** Sending is allowed a few times, and always after a build. */
    private PolicyRegistry node(int quota) {
        PolicyRegistry registry = new PolicyRegistry(
                "s", SessionSettings.inMemory().withStore(store).withClock(clock));
        registry.register(Policies.allOf(
                "all",
                Policies.anyOf(
                        "either",
                        LimitPolicy.quota(quota, "send").named("0"),
                        Policies.sequential(Map.of("send", List.of("build"))))));
        return registry;
    }

    private static String begun(PolicyRegistry node) {
        return Sessions.handOver(node, Sessions.check(node, call("send")));
    }

    @Test
    void aFailureGivesBackWhatAPartReserved() {
        String attempt = begun(node(1));

        Sessions.recordOutcome(node(1), attempt, FAILED);

        assertThat(allows(node(1), call("send"))).isTrue();
        assertThat(allows(node(1), call("send"))).isFalse();
        assertThat(store.find("policy/all", "policy/all", false, 1)
                        .get(0)
                        .value()
                        .toString())
                .doesNotContain(attempt);
    }

    @Test
    void aFailureTakesNothingFromAPartThatDenied() {
        PolicyRegistry node = node(2);
        List<String> full = List.of(begun(node), begun(node));
        clock.pass(Duration.ofSeconds(1));
        Sessions.run(node, call("build"));
        String afterBuild = begun(node);
        full.forEach(each -> Sessions.recordOutcome(node, each, FAILED));
        begun(node); // at the same time as the one that the quota denied

        Sessions.recordOutcome(node, afterBuild, FAILED);

        assertThat(open("quota")).isEqualTo(1);
    }

    /** The ends of calls at one instant can't be told apart. */
    @Test
    void endsAtOneInstantGiveBackNoMoreThanWasReserved() {
        PolicyRegistry node = node(1);
        Sessions.run(node, call("build"));
        String ofBoth = begun(node);
        String afterBuild = begun(node);

        Sessions.recordOutcome(node, ofBoth, ToolResult.success(NullNode.getInstance()));
        Sessions.recordOutcome(node, afterBuild, FAILED);

        assertThat(store.find("policy/all", "policy/all", false, 1)
                        .get(0)
                        .value()
                        .toString())
                .contains("\"0\":{\"quota\":{\"all\":{\"send\":{\"done\":1}}}}")
                .doesNotContain("open");
    }

    private int open(String part) {
        return store.find("policy/all", "policy/all", false, 1)
                .get(0)
                .value()
                .findValue(part)
                .findValue("open")
                .elements()
                .next()
                .intValue();
    }
}
