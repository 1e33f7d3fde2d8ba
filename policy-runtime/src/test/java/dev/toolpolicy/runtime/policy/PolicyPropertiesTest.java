package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.session.Sessions.allows;
import static dev.toolpolicy.runtime.session.Sessions.call;
import static dev.toolpolicy.runtime.session.Sessions.run;
import static dev.toolpolicy.runtime.session.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.runtime.session.Sessions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What holds for any policies and any history. */
class PolicyPropertiesTest {
    private static final int ROUNDS = 300;
    private static final List<String> TOOLS = List.of("a", "b", "c", "d", "e", "f");

    @Test
    void addingAPolicyNeverTurnsADenialIntoAnAllowance() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            ToolPolicy first = sequential("first", random);
            ToolPolicy second = random.nextBoolean() ? sequential("second", random) : keyed("second", random);
            PolicyRegistry one = session(first);
            PolicyRegistry two = random.nextBoolean() ? session(first, second) : session(second, first);
            for (int step = 0; step < 40; step++) {
                ToolCall call = anyCall(random);
                if (allows(two, call)) {
                    assertThat(allows(one, call)).as("seed %d, step %d, %s", seed, step, call).isTrue();
                    run(one, call);
                    run(two, call);
                }
            }
        }
    }

    @Test
    void theSameSuccessesInANewSessionGiveTheSameVerdicts() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            ToolPolicy[] policies = {sequential("first", random), keyed("second", random)};
            PolicyRegistry lived = session(policies);
            List<ToolCall> successes = new ArrayList<>();
            for (int step = 0; step < 40; step++) {
                ToolCall call = anyCall(random);
                if (run(lived, call)) {
                    successes.add(call);
                }
            }
            PolicyRegistry replayed = session(policies);
            for (ToolCall call : successes) {
                assertThat(run(replayed, call)).as("seed %d, %s", seed, call).isTrue();
            }
            for (int probe = 0; probe < 40; probe++) {
                ToolCall call = anyCall(random);
                assertThat(replayed.check(call).denial()).as("seed %d, %s", seed, call)
                        .isEqualTo(lived.check(call).denial());
            }
        }
    }

    /** Sequential policies against the plainest reading of the rule: a set of what succeeded. */
    @Test
    void sequentialPoliciesFollowTheRule() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            Map<String, Set<String>> rule = rule(random);
            PolicyRegistry session = session(SequentialPolicy.of(rule));
            Set<String> succeeded = new HashSet<>();
            for (int step = 0; step < 30; step++) {
                ToolCall call = anyCall(random);
                boolean expected = succeeded.containsAll(rule.getOrDefault(call.tool(), Set.of()));
                assertThat(run(session, call)).as("seed %d, step %d, %s", seed, step, call).isEqualTo(expected);
                if (expected) {
                    succeeded.add(call.tool());
                }
            }
        }
    }

    /** A later tool requires earlier ones, so that there is no cycle. */
    private static Map<String, Set<String>> rule(Random random) {
        Map<String, Set<String>> rule = new LinkedHashMap<>();
        for (int tool = 1; tool < TOOLS.size(); tool++) {
            if (tool == 1 || random.nextBoolean()) {
                Set<String> required = new TreeSet<>();
                required.add(TOOLS.get(random.nextInt(tool)));
                required.add(TOOLS.get(random.nextInt(tool)));
                rule.put(TOOLS.get(tool), required);
            }
        }
        return rule;
    }

    private static ToolPolicy sequential(String name, Random random) {
        return SequentialPolicy.named(name, rule(random));
    }

    private static ToolPolicy keyed(String name, Random random) {
        List<KeyedDependency> dependencies = new ArrayList<>();
        rule(random).forEach((tool, required) -> {
            KeyedDependency dependency = KeyedDependency.of(tool, CallKey.pathAt("/k"))
                    .after(required.toArray(String[]::new));
            dependencies.add(random.nextBoolean() ? dependency.all() : dependency);
        });
        return KeyedPolicy.named(name, dependencies);
    }

    private static ToolCall anyCall(Random random) {
        List<String> keys = List.of("{}", "{'k':'x'}", "{'k':'./x'}", "{'k':'y'}", "{'k':1}", "{'k':1.0}");
        return call(TOOLS.get(random.nextInt(TOOLS.size())), keys.get(random.nextInt(keys.size())));
    }
}
