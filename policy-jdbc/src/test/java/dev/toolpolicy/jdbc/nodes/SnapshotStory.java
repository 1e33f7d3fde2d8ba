package dev.toolpolicy.jdbc.nodes;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Fact;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.jdbc.OneRunAKey;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Policies and calls that a seed stands for, the same in every process. */
final class SnapshotStory {
    static final int STEPS = 60;
    private static final List<String> TOOLS = List.of("a", "b", "c", "d", "e", OneRunAKey.TOOL);
    private static final List<String> KEYS =
            List.of("x", "./x", "y", "\u00e9", "\ud83d\ude00", "line\\nbreak", "", "z\\u0000");
    private static final Fact<String> MODE = Fact.text("mode");

    private final List<ToolPolicy> policies = new ArrayList<>();
    private final List<ToolCall> calls = new ArrayList<>();
    private final List<Boolean> succeeds = new ArrayList<>();

    SnapshotStory(long seed) {
        Random random = new Random(seed);
        policies.add(Policies.sequential(rules(random)));
        List<KeyedDependency> dependencies = new ArrayList<>();
        rules(random)
                .forEach((tool, after) -> dependencies.add(
                        KeyedDependency.of(tool, random.nextBoolean() ? CallKey.pathAt("/key") : CallKey.at("/key"))
                                .after(after.toArray(String[]::new))));
        policies.add(Policies.keyed(dependencies.toArray(KeyedDependency[]::new)));
        policies.add(new OneRunAKey());
        policies.add(LimitPolicy.quota(3 + random.nextInt(6), "a", "b"));
        policies.add(LimitPolicy.rate(3 + random.nextInt(6), Duration.ofHours(1), "c"));
        policies.add(Policies.conditional(
                Policies.sequential("inner", rules(random)),
                context -> context.fact(MODE).isPresent()));
        policies.add(Policies.anyOf(
                "any", Policies.sequential("one", rules(random)), Policies.sequential("two", rules(random))));
        policies.addAll(Policies.resolve(catalog(), List.of(), PathSettings.plain()));
        for (int i = 0; i < STEPS; i++) {
            String key = KEYS.get(random.nextInt(KEYS.size()));
            calls.add(Sessions.call(TOOLS.get(random.nextInt(TOOLS.size())), "{'key':'" + key + "'}"));
            succeeds.add(random.nextInt(4) > 0);
        }
    }

    private static Map<String, Set<String>> rules(Random random) {
        Map<String, Set<String>> rules = new TreeMap<>();
        for (int tool = 1; tool < TOOLS.size(); tool++) {
            if (tool == 1 || random.nextInt(3) == 0) {
                rules.put(TOOLS.get(tool), new TreeSet<>(Set.of(TOOLS.get(random.nextInt(tool)))));
            }
        }
        return rules;
    }

    private static ToolCatalog catalog() {
        ToolSchema keyed = ToolSchema.of(Parameter.required("key", ParameterType.string()));
        return ToolCatalog.of(List.of(
                DeclaredTool.of("a", keyed),
                DeclaredTool.of("b", keyed),
                DeclaredTool.of("e", keyed).requiring(Requirement.sameKey(List.of("b"), Requirement.Key.at("/key")))));
    }

    PolicyRegistry registry() {
        SessionSettings settings = SessionSettings.inMemory().withClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        PolicyRegistry registry = new PolicyRegistry("story", settings);
        policies.forEach(registry::register);
        return registry;
    }

    /** Goes from a step to a later one, and says what became of each call. */
    String verdicts(PolicyRegistry registry, int from) {
        return verdicts(registry, from, STEPS);
    }

    String verdicts(PolicyRegistry registry, int from, int to) {
        StringBuilder said = new StringBuilder();
        for (int i = from; i < to; i++) {
            CheckedCall checked = Sessions.check(registry, calls.get(i));
            said.append(checked.denial()
                            .map(denial ->
                                    denial.policy() + ": " + denial.reason().replace('\n', ' '))
                            .orElse("allowed"))
                    .append("; ");
            if (checked.denial().isEmpty() && succeeds.get(i)) {
                Sessions.recordSuccess(registry, checked, NullNode.getInstance());
                registry.putFact(MODE, "after " + i);
            } else if (checked.denial().isEmpty()) {
                Sessions.recordFailure(registry, checked);
            }
        }
        return said.toString();
    }
}
