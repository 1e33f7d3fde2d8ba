package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.flow.Arrival;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Composed policies on two nodes, with calls in parallel that end here, elsewhere, without a known outcome or never, and
 * a clock that jumps: each decision is that of a model with plain lists.
 */
class RandomCompositionsTest {
    private static final List<String> TOOLS = List.of("a", "b", "c");
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final ManualClock clock = new ManualClock();

    /** A part of a policy, as the plainest reading has it. */
    private interface Model {
        boolean covers(String tool);

        boolean allows(ToolCall call);

        void begin(Object attempt, ToolCall call);

        void succeed(Object attempt, ToolCall call);

        void fail(Object attempt, ToolCall call);
    }

    private record Both(ToolPolicy policy, Model model) {}

    /** A quota, or a rate within the window, of some tools, by a key or in total. */
    private final class Limit implements Model {
        private final Set<String> tools;
        private final int calls;
        private final boolean rate;
        private final boolean keyed;
        private final Map<Object, Counted> counted = new HashMap<>();
        private Instant latest = Instant.MIN;

        private record Counted(Instant time, String key) {}

        Limit(Set<String> tools, int calls, boolean rate, boolean keyed) {
            this.tools = tools;
            this.calls = calls;
            this.rate = rate;
            this.keyed = keyed;
        }

        LimitPolicy policy(String name) {
            String[] names = tools.toArray(String[]::new);
            LimitPolicy limit = rate ? LimitPolicy.rate(calls, WINDOW, names) : LimitPolicy.quota(calls, names);
            return (keyed ? limit.perKey(CallKey.at("/k")) : limit).named(name);
        }

        private Instant now() {
            return latest.isAfter(clock.instant()) ? latest : clock.instant();
        }

        private String keyOf(ToolCall call) {
            return keyed ? key(call) : "";
        }

        @Override
        public boolean covers(String tool) {
            return tools.contains(tool);
        }

        @Override
        public boolean allows(ToolCall call) {
            return counted.values().stream()
                            .filter(each -> each.key().equals(keyOf(call)))
                            .filter(each -> !rate || each.time().isAfter(now().minus(WINDOW)))
                            .count()
                    < calls;
        }

        @Override
        public void begin(Object attempt, ToolCall call) {
            latest = now();
            counted.put(attempt, new Counted(latest, keyOf(call)));
        }

        @Override
        public void succeed(Object attempt, ToolCall call) {}

        @Override
        public void fail(Object attempt, ToolCall call) {
            counted.remove(attempt);
        }
    }

    /** A dependency of one tool on another, for the same key or for any. */
    private static final class Order implements Model {
        private final String first;
        private final String then;
        private final boolean keyed;
        private final Set<String> done = new HashSet<>();

        Order(String first, String then, boolean keyed) {
            this.first = first;
            this.then = then;
            this.keyed = keyed;
        }

        ToolPolicy policy(String name) {
            return keyed
                    ? Policies.keyed(
                            name,
                            List.of(KeyedDependency.of(then, CallKey.at("/k")).after(first)))
                    : Policies.sequential(name, Map.of(then, Set.of(first)));
        }

        @Override
        public boolean covers(String tool) {
            return tool.equals(first) || tool.equals(then);
        }

        @Override
        public boolean allows(ToolCall call) {
            return !call.tool().equals(then) || keyed && key(call).isEmpty() || done.contains(keyed ? key(call) : "");
        }

        @Override
        public void begin(Object attempt, ToolCall call) {}

        @Override
        public void succeed(Object attempt, ToolCall call) {
            if (call.tool().equals(first)) {
                done.add(keyed ? key(call) : "");
            }
        }

        @Override
        public void fail(Object attempt, ToolCall call) {}
    }

    private record Composed(boolean any, List<Model> parts, Map<Object, List<Model>> reserved) implements Model {
        private List<Model> of(String tool) {
            return parts.stream().filter(part -> part.covers(tool)).toList();
        }

        @Override
        public boolean covers(String tool) {
            return !of(tool).isEmpty();
        }

        @Override
        public boolean allows(ToolCall call) {
            List<Model> its = of(call.tool());
            return any
                    ? its.stream().anyMatch(part -> part.allows(call))
                    : its.stream().allMatch(part -> part.allows(call));
        }

        @Override
        public void begin(Object attempt, ToolCall call) {
            List<Model> its =
                    of(call.tool()).stream().filter(part -> part.allows(call)).toList();
            its.forEach(part -> part.begin(attempt, call));
            reserved.put(attempt, its);
        }

        @Override
        public void succeed(Object attempt, ToolCall call) {
            of(call.tool()).forEach(part -> part.succeed(attempt, call));
        }

        @Override
        public void fail(Object attempt, ToolCall call) {
            reserved.getOrDefault(attempt, List.of()).forEach(part -> part.fail(attempt, call));
        }
    }

    private static String key(ToolCall call) {
        return call.arguments().path("k").asText();
    }

    private Both random(Random random, String name, int depth) {
        if (depth > 0 && random.nextInt(4) > 0) {
            boolean any = random.nextInt(3) > 0;
            List<Both> parts = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(3); i++) {
                parts.add(random(random, name + i, depth - 1));
            }
            ToolPolicy[] policies = parts.stream().map(Both::policy).toArray(ToolPolicy[]::new);
            Model model = new Composed(any, parts.stream().map(Both::model).toList(), new HashMap<>());
            return new Both(any ? Policies.anyOf(name, policies) : Policies.allOf(name, policies), model);
        }
        if (random.nextInt(3) == 0) {
            List<String> tools = new ArrayList<>(TOOLS);
            Collections.shuffle(tools, random);
            Order order = new Order(tools.get(0), tools.get(1), random.nextBoolean());
            return new Both(order.policy(name), order);
        }
        Set<String> tools = new HashSet<>(TOOLS);
        tools.remove(TOOLS.get(random.nextInt(3)));
        Limit limit = new Limit(tools, 1 + random.nextInt(3), random.nextBoolean(), random.nextBoolean());
        return new Both(limit.policy(name), limit);
    }

    private record Open(PolicyRegistry node, CheckedCall check, String ticket, ToolCall call) {}

    @Test
    void composedPoliciesDecideAsTheModel() {
        long seed = Long.getLong("toolpolicy.seed", 20_261_130);
        for (int round = 0; round < Integer.getInteger("toolpolicy.rounds", 150); round++) {
            play(new Random(seed + round), "seed " + (seed + round), true);
        }
    }

    /** At one instant the ends of calls can't be told apart; then nothing is given back that may be another call's. */
    @Test
    void whileTheClockStandsStillNothingMoreIsAllowed() {
        long seed = Long.getLong("toolpolicy.seed", 20_261_130);
        for (int round = 0; round < Integer.getInteger("toolpolicy.rounds", 150); round++) {
            play(new Random(seed + round), "at one instant, seed " + (seed + round), false);
        }
    }

    private void play(Random random, String name, boolean passes) {
        Both both = random(random, "p", passes ? 3 : 1); // deeper, a part that keeps more can let another keep less
        SessionSettings settings =
                SessionSettings.inMemory().withStore(SessionStore.inMemory()).withClock(clock);
        List<PolicyRegistry> nodes = List.of(new PolicyRegistry("s", settings), new PolicyRegistry("s", settings));
        nodes.forEach(node -> node.register(both.policy()));
        List<Open> open = new ArrayList<>();
        StringBuilder story = new StringBuilder(name);
        for (int step = 0; step < 60; step++) {
            if (passes) {
                clock.pass(Duration.ofNanos(1 + random.nextInt(1_000_000)));
                clock.pass(Duration.ofSeconds(random.nextInt(8) == 0 ? random.nextInt(100) - 30 : 0));
            }
            PolicyRegistry node = nodes.get(random.nextInt(2));
            if (!open.isEmpty() && random.nextInt(5) < 2) {
                end(random, node, both.model(), open.remove(random.nextInt(open.size())), story);
                continue;
            }
            String k = List.of("", "{'k':'1'}", "{'k':'2'}").get(random.nextInt(3));
            ToolCall call = Sessions.call(TOOLS.get(random.nextInt(3)), k.isEmpty() ? "{}" : k);
            boolean expected = !both.model().covers(call.tool()) || both.model().allows(call);
            CheckedCall check = Sessions.check(node, call);
            story.append("\n").append(call).append(k).append(expected ? " runs" : " is denied");
            boolean runs = check.denial().isEmpty();
            assertThat(runs).as(story.toString()).isEqualTo(expected && (passes || runs));
            if (runs && both.model().covers(call.tool())) {
                both.model().begin(check, call);
                String ticket = random.nextBoolean() ? Sessions.handOver(node, check) : "";
                open.add(new Open(node, check, ticket, call));
            }
        }
    }

    private static void end(Random random, PolicyRegistry node, Model model, Open call, StringBuilder story) {
        ToolResult result = List.of(
                        ToolResult.success(NullNode.getInstance()),
                        ToolResult.failure("no"),
                        ToolResult.failureWithoutEffect("no"),
                        ToolResult.unknown("?"))
                .get(random.nextInt(4));
        story.append("\n").append(call.call()).append(" ends ").append(result.kind());
        boolean isKnown = result.kind() != ToolResult.Kind.UNKNOWN;
        if (!call.ticket().isEmpty()) {
            Sessions.recordOutcome(node, call.ticket(), isKnown ? result : null);
        } else if (!isKnown) {
            Sessions.recordUnknown(call.node(), call.check());
        } else {
            call.node().outcomes().record(call.check(), result, Arrival.Reach.MODEL, () -> "");
        }
        if (result.isSuccess()) {
            model.succeed(call.check(), call.call());
        } else if (isKnown) {
            model.fail(call.check(), call.call());
        }
    }
}
