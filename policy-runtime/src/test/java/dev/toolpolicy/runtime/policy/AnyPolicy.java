package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Random policies of every kind there is, and calls for them. Equal seeds give equal policies. */
final class AnyPolicy {
    static final List<String> TOOLS = List.of("a", "b", "c", "d", "e", "f");
    private static final List<String> ARGUMENTS = List.of(
            "{}",
            "{'k':'x'}",
            "{'k':'./x'}",
            "{'k':'y'}",
            "{'k':1}",
            "{'k':1.0}",
            "{'k':null,'path':'x'}",
            "{'path':'./x','k':'y'}",
            "{'path':null,'file_path':'y'}");

    private AnyPolicy() {}

    static ToolCall call(Random random) {
        return Sessions.call(tool(random), ARGUMENTS.get(random.nextInt(ARGUMENTS.size())));
    }

    private static String tool(Random random) {
        return TOOLS.get(random.nextInt(TOOLS.size()));
    }

    static ToolPolicy of(String name, Random random) {
        return of(name, random, 2);
    }

    private static ToolPolicy of(String name, Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 10)) {
            case 0 -> Policies.sequential(name, rule(random));
            case 1 -> keyed(name, random);
            case 2 -> readBeforeWrite(name, random);
            case 3 ->
                random.nextBoolean()
                        ? LimitPolicy.quota(1 + random.nextInt(4), tool(random)).named(name)
                        : LimitPolicy.quota(1 + random.nextInt(3), tool(random), tool(random) + "")
                                .named(name)
                                .perKey(key(random));
            case 4 ->
                LimitPolicy.rate(1 + random.nextInt(5), Duration.ofDays(1), tool(random))
                        .named(name);
            case 5 -> Policies.approval(name, ToolSelector.named(List.of(tool(random))));
            case 6 -> Policies.allOf(name, some(name, random, depth));
            case 7 -> Policies.anyOf(name, some(name, random, depth));
            case 8 -> {
                String stale = tool(random);
                yield Policies.conditional(
                        name,
                        of(name + "-inner", random, depth - 1),
                        context -> !context.session().equals(stale));
            }
            default -> Policies.logging(of(name, random, depth - 1));
        };
    }

    private static ToolPolicy[] some(String name, Random random, int depth) {
        List<ToolPolicy> some = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            some.add(of(name + "-" + i, random, depth - 1));
        }
        return some.toArray(ToolPolicy[]::new);
    }

    private static ToolPolicy keyed(String name, Random random) {
        List<KeyedDependency> dependencies = new ArrayList<>();
        rule(random).forEach((tool, required) -> {
            KeyedDependency dependency = KeyedDependency.of(tool, key(random)).after(required.toArray(String[]::new));
            dependency = random.nextBoolean() ? dependency.all() : dependency;
            dependencies.add(random.nextInt(4) == 0 ? dependency.denyWhenMissing() : dependency);
        });
        return Policies.keyed(name, dependencies);
    }

    private static CallKey key(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> CallKey.at("/k");
            case 1 -> CallKey.pathAt("/k");
            default ->
                CallKey.by(
                        "k",
                        call -> Optional.ofNullable(call.arguments().path("k").textValue()));
        };
    }

    private static ToolPolicy readBeforeWrite(String name, Random random) {
        int cut = 1 + random.nextInt(TOOLS.size() - 1);
        ReadBeforeWritePolicy policy = ReadBeforeWritePolicy.of(TOOLS.subList(0, cut), TOOLS.subList(cut, TOOLS.size()))
                .named(name);
        policy = random.nextBoolean() ? policy.writesCountAsReads() : policy;
        policy = random.nextBoolean() ? policy.denyWhenMissing() : policy;
        policy = random.nextBoolean()
                ? policy.allowingNewFiles(path -> !path.toString().equals("y"))
                : policy;
        return random.nextBoolean() ? policy.denyingStaleReads(path -> Optional.of("same")) : policy;
    }

    /** A later tool requires earlier ones, so that there is no cycle. */
    static Map<String, Set<String>> rule(Random random) {
        Map<String, Set<String>> rule = new LinkedHashMap<>();
        for (int tool = 1; tool < TOOLS.size(); tool++) {
            if (tool == 1 || random.nextBoolean()) {
                rule.put(TOOLS.get(tool), new TreeSet<>(Set.of(TOOLS.get(random.nextInt(tool)))));
            }
        }
        return rule;
    }
}
