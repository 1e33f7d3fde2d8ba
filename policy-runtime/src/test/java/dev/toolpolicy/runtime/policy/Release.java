package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Match;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** One text of a service's policies: what a release requires and limits. */
record Release(
        Set<String> sequential,
        Set<String> keyed,
        String pointer,
        boolean all,
        boolean stated,
        Optional<Limit> quota,
        Optional<Limit> rate) {
    static final List<String> TOOLS = List.of("read", "list", "write", "deploy");

    /** A limit; in a window if it has one, by key if it has a pointer. */
    record Limit(int calls, Set<String> tools, Optional<String> pointer, Duration window) {
        boolean covers(String tool) {
            return tools.contains(tool);
        }
    }

    static Release random(Random random) {
        return new Release(
                some(random, List.of("read", "list", "write")),
                some(random, List.of("read", "list")),
                random.nextInt(4) == 0 ? "/file" : "/path",
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextInt(3) > 0 ? Optional.of(limit(random, 4, Duration.ZERO)) : Optional.empty(),
                random.nextInt(3) > 0
                        ? Optional.of(limit(random, 3, Duration.ofSeconds(10L << random.nextInt(4))))
                        : Optional.empty());
    }

    private static Limit limit(Random random, int calls, Duration window) {
        Optional<String> pointer =
                random.nextInt(3) == 0 ? Optional.of(random.nextBoolean() ? "/path" : "/file") : Optional.empty();
        return new Limit(calls + random.nextInt(6), some(random, TOOLS), pointer, window);
    }

    private static Set<String> some(Random random, List<String> names) {
        Set<String> some = new TreeSet<>();
        names.stream().filter(name -> random.nextBoolean()).forEach(some::add);
        return some.isEmpty() ? Set.of(names.get(random.nextInt(names.size()))) : some;
    }

    List<ToolPolicy> policies() {
        List<ToolPolicy> policies = new ArrayList<>();
        policies.add(Policies.sequential(Map.of("deploy", sequential)));
        policies.add(stated ? requirement() : dependency());
        quota.ifPresent(limit -> {
            LimitPolicy policy = LimitPolicy.quota(limit.calls(), limit.tools().toArray(String[]::new));
            policies.add(limit.pointer()
                    .map(place -> policy.perKey(CallKey.at(place)))
                    .orElse(policy));
        });
        rate.ifPresent(limit -> {
            LimitPolicy policy = LimitPolicy.rate(
                    limit.calls(), limit.window(), limit.tools().toArray(String[]::new));
            policies.add(limit.pointer()
                    .map(place -> policy.perKey(CallKey.at(place)))
                    .orElse(policy));
        });
        return policies;
    }

    private ToolPolicy requirement() {
        Requirement.Key key = Requirement.Key.at(pointer).matching(all ? Match.ALL : Match.ANY);
        return Policies.requires("write", Requirement.sameKey(List.copyOf(keyed), key));
    }

    private ToolPolicy dependency() {
        KeyedDependency write = KeyedDependency.of("write", CallKey.at(pointer)).after(keyed.toArray(String[]::new));
        return Policies.keyed((all ? write.all() : write).denyWhenMissing());
    }
}
