package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyPreview;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The properties of all policies and all histories. */
class PolicyPropertiesTest {
    private static final int ROUNDS = Integer.getInteger("toolpolicy.rounds", 60);

    @Test
    void addingAPolicyNeverTurnsADenialIntoAnAllowance() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            ToolPolicy first = AnyPolicy.of("first", random);
            ToolPolicy second = AnyPolicy.of("second", random);
            PolicyRegistry one = session(first);
            PolicyRegistry two = random.nextBoolean() ? session(first, second) : session(second, first);
            for (int step = 0; step < 40; step++) {
                ToolCall call = AnyPolicy.call(random);
                CheckedCall withBoth = Sessions.check(two, call);
                if (withBoth.denial().isEmpty()) {
                    CheckedCall withOne = Sessions.check(one, call);
                    assertThat(withOne.denial())
                            .as("seed %d, step %d, %s", seed, step, call)
                            .isEmpty();
                    boolean succeeds = random.nextInt(4) > 0;
                    tell(one, withOne, succeeds);
                    tell(two, withBoth, succeeds);
                }
            }
        }
    }

    @Test
    void theSameSuccessesInANewSessionGiveTheSameVerdicts() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            ToolPolicy[] policies = {AnyPolicy.of("first", random), AnyPolicy.of("second", random)};
            PolicyRegistry lived = session(policies);
            List<ToolCall> successes = new ArrayList<>();
            for (int step = 0; step < 40; step++) {
                ToolCall call = AnyPolicy.call(random);
                if (run(lived, call)) {
                    successes.add(call);
                }
            }
            PolicyRegistry replayed = session(policies);
            for (ToolCall call : successes) {
                assertThat(run(replayed, call)).as("seed %d, %s", seed, call).isTrue();
            }
            for (int probe = 0; probe < 40; probe++) {
                ToolCall call = AnyPolicy.call(random);
                assertThat(Sessions.check(replayed, call).denial())
                        .as("seed %d, %s", seed, call)
                        .isEqualTo(Sessions.check(lived, call).denial());
            }
        }
    }

    /** Sequential policies against the plainest reading of the rule: a set of what succeeded. */
    @Test
    void sequentialPoliciesFollowTheRule() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            Map<String, Set<String>> rule = AnyPolicy.rule(random);
            PolicyRegistry session = session(Policies.sequential(rule));
            Set<String> succeeded = new HashSet<>();
            for (int step = 0; step < 30; step++) {
                ToolCall call = AnyPolicy.call(random);
                boolean expected = succeeded.containsAll(rule.getOrDefault(call.tool(), Set.of()));
                assertThat(run(session, call))
                        .as("seed %d, step %d, %s", seed, step, call)
                        .isEqualTo(expected);
                if (expected) {
                    succeeded.add(call.tool());
                }
            }
        }
    }

    /** Case 49: whatever happens after a restore, all verdicts are those of the session that went on. */
    @Test
    void case49ASnapshotRestoredAnywhereChangesNoLaterVerdict() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            ToolPolicy[] policies = {
                AnyPolicy.of("first", random), AnyPolicy.of("second", random), AnyPolicy.of("third", random)
            };
            PolicyRegistry lived = session(policies);
            PolicyRegistry restored = session(policies);
            int when = random.nextInt(30);
            for (int step = 0; step < 60; step++) {
                if (step == when) {
                    String text = lived.snapshot().text();
                    restored = session(policies);
                    restored.restore(PolicySnapshot.read(text));
                    assertThat(states(restored)).as("seed %d", seed).isEqualTo(states(lived));
                }
                ToolCall call = AnyPolicy.call(random);
                boolean succeeds = random.nextInt(4) > 0;
                CheckedCall one = Sessions.check(lived, call);
                if (step >= when) {
                    CheckedCall other = Sessions.check(restored, call);
                    assertThat(other.denial())
                            .as("seed %d, step %d, %s", seed, step, call)
                            .isEqualTo(one.denial());
                    tell(restored, other, succeeds);
                }
                tell(lived, one, succeeds);
            }
            assertThat(states(restored)).as("seed %d", seed).isEqualTo(states(lived));
        }
    }

    private static JsonNode states(PolicyRegistry session) {
        return session.snapshot().json().without("changed");
    }

    /** A session at a time that stands still, so that two sessions remember the same. */
    private static PolicyRegistry session(ToolPolicy... policies) {
        PolicyRegistry registry =
                new PolicyRegistry("s", SessionSettings.inMemory().withClock(new ManualClock()));
        for (ToolPolicy policy : policies) {
            registry.register(policy);
        }
        return registry;
    }

    private static void tell(PolicyRegistry session, CheckedCall checked, boolean succeeds) {
        if (checked.denial().isEmpty() && succeeds) {
            Sessions.recordSuccess(session, checked, NullNode.getInstance());
        } else if (checked.denial().isEmpty()) {
            Sessions.recordFailure(session, checked);
        }
    }

    /** Case 27: one policy object in two sessions, of which each is as if the other weren't there. */
    @Test
    void case27SessionsThatShareAPolicyKnowNothingOfEachOther() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            ToolPolicy policy = AnyPolicy.of("shared", random);
            ToolPolicy twin = AnyPolicy.of("shared", new Random(seed));
            PolicyRegistry one = session(policy);
            PolicyRegistry disturbing = session(policy);
            PolicyRegistry alone = session(twin);
            for (int step = 0; step < 40; step++) {
                run(disturbing, AnyPolicy.call(random));
                ToolCall call = AnyPolicy.call(random);
                assertThat(run(one, call))
                        .as("seed %d, step %d, %s", seed, step, call)
                        .isEqualTo(run(alone, call));
            }
            assertThat(states(one)).as("seed %d", seed).isEqualTo(states(alone));
        }
    }

    /** A preview of all arguments is the check's answer; one of fewer says nothing that the check doesn't. */
    @Test
    void previewsSayWhatTheCheckSays() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            PolicyRegistry session = session(AnyPolicy.of("first", random));
            for (int step = 0; step < 40; step++) {
                ToolCall call = AnyPolicy.call(random);
                ObjectNode some = call.arguments();
                some.properties().stream().map(Map.Entry::getKey).toList().forEach(name -> {
                    if (random.nextBoolean()) {
                        some.remove(name);
                    }
                });
                PolicyPreview early = session.preview(new ToolCall("", call.tool(), some), false);
                PolicyPreview whole = session.preview(call, true);
                CheckedCall checked = Sessions.check(session, call);
                String at = "seed " + seed + ", step " + step + ", " + call;
                assertThat(whole.denial().isPresent())
                        .as(at)
                        .isEqualTo(checked.denial().isPresent());
                if (early != PolicyPreview.WAITING) {
                    assertThat(early.denial().isPresent())
                            .as(at)
                            .isEqualTo(checked.denial().isPresent());
                }
                tell(session, checked, random.nextBoolean());
            }
        }
    }
}
