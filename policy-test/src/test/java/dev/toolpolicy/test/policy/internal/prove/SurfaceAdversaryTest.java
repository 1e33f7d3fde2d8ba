package dev.toolpolicy.test.policy.internal.prove;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.test.policy.internal.prove.Bounds.Bound;
import dev.toolpolicy.test.policy.internal.prove.Surface.Open;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * An adversary who knows the policy: no guided or random call runs without approval outside of what the surface names,
 * and none passes a bound. {@code -Dtoolpolicy.rounds=N} tries more calls of each of the 50 policies.
 */
class SurfaceAdversaryTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 1);
    private static final int CALLS = Integer.getInteger("toolpolicy.rounds", 400);
    private static final int POLICIES = 50;
    private static final List<String> WORDS = List.of(
            "ann", "bob", "ann@x.org", "bob@x.org", "eve@evil.org", "src/a", "src/b/c", "doc/a", "../a", "", "a");
    private static final List<String> MODES = List.of("allow", "allow", "ask", "deny");

    private int allowed;

    int allowed() {
        return allowed;
    }

    @Test
    void nothingRunsOutsideOfTheSurface() {
        for (int policy = 0; policy < POLICIES; policy++) {
            Random random = new Random(SEED + policy);
            String file = policy(random);
            PolicyEngine engine = PolicyEngine.builder()
                    .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", file))
                    .unreachableRules(Severity.WARNING)
                    .build();
            boolean labelled = random.nextBoolean();
            List<String> labels = labelled ? List.of("untrusted") : List.of();
            List<Open> open = Surface.of(engine, new Surface.State(labels, List.of(), Set.of()))
                    .get(0)
                    .open();
            EngineView view = EngineView.of(engine);
            for (int call = 0; call < CALLS; call++) {
                ObjectNode known = known(random, labelled);
                ObjectNode arguments = arguments(random);
                RuleDecision decision = view.decide("send", arguments, known);
                if (decision.mode() == Mode.ALLOW) {
                    check(open, decision, arguments, known, "seed " + (SEED + policy) + ": " + file);
                }
            }
        }
        assertThat(allowed).isGreaterThan(POLICIES * CALLS / 10);
    }

    private void check(List<Open> open, RuleDecision decision, ObjectNode arguments, ObjectNode known, String what) {
        String call = what + "\n" + arguments + " " + known;
        int rule = decision.rule().orElseThrow() + 1;
        Open way = open.stream().filter(each -> each.rule() == rule).findFirst().orElse(null);
        assertThat(way).as(call).isNotNull();
        for (Bound bound : way.bounds()) {
            JsonNode value = arguments.at(bound.pointer());
            if (bound.kind() != Bounds.Kind.FREE) {
                assertThat(value.isMissingNode()).as(call).isFalse();
            }
            if (bound.words().equals("prefix \"a\"")) {
                assertThat(value.textValue()).as(call).startsWith("a");
            } else if (bound.words().equals("glob \"src/**\"")) {
                assertThat(value.textValue()).as(call).startsWith("src/");
            } else if (bound.kind() == Bounds.Kind.LISTED) {
                assertThat(bound.words()).as(call).contains(value.toString());
            } else if (bound.kind() == Bounds.Kind.FROM) {
                assertThat(known.path(FlowFacts.set("contacts").parameter()))
                        .as(call)
                        .contains(value);
            }
        }
        allowed++;
    }

    private static <T> T pick(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static String policy(Random random) {
        StringBuilder file = new StringBuilder("""
            [results]
            contacts = { labels = [], values = { contacts = "/who" }, external = true }
            [tools.send]
            parameters.to = { type = "string", sink = true }
            parameters.path = { type = "path", sink = true }
            parameters.count = { type = "integer" }
            policy.run = [
            """);
        int rules = 1 + random.nextInt(5);
        for (int rule = 0; rule < rules; rule++) {
            String mode = pick(random, MODES);
            List<String> conditions = new ArrayList<>();
            for (int condition = 0; condition <= random.nextInt(2); condition++) {
                conditions.add(condition(random, mode.equals("allow")));
            }
            file.append("{ all = [" + String.join(", ", conditions) + "], mode = \"" + mode + "\" },\n");
        }
        return file.append(random.nextBoolean() ? "{ mode = \"ask\" }]" : "{ mode = \"allow\" }]")
                .toString();
    }

    private static String condition(Random random, boolean allows) {
        String word = pick(random, WORDS);
        return switch (random.nextInt(allows ? 6 : 7)) {
            case 0 -> "{ arg = \"/to\", const = \"" + word + "\" }";
            case 1 -> "{ arg = \"/to\", enum = [\"" + word + "\", \"ann\"] }";
            case 2 -> "{ arg = \"/to\", prefix = \"a\" }";
            case 3 -> "{ arg = \"/path\", glob = \"src/**\" }";
            case 4 -> "{ arg = \"/count\", minimum = " + random.nextInt(3) + " }";
            case 5 -> allows ? "{ arg = \"/to\", from = [\"contacts\"] }" : "{ arg = \"/path\", prefix = \"doc\" }";
            default -> "{ label = \"untrusted\" }";
        };
    }

    private static ObjectNode known(Random random, boolean labelled) {
        ObjectNode known = JsonNodeFactory.instance.objectNode();
        known.put(FlowFacts.label("untrusted").parameter(), labelled || random.nextBoolean());
        for (int member = 0; member < random.nextInt(3); member++) {
            known.withArray("/" + FlowFacts.set("contacts").parameter()).add(pick(random, WORDS));
        }
        return known;
    }

    private static ObjectNode arguments(Random random) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        if (random.nextInt(5) > 0) {
            arguments.put("to", pick(random, WORDS));
        }
        if (random.nextInt(5) > 0) {
            arguments.put("path", pick(random, WORDS.subList(5, 9)));
        }
        if (random.nextInt(5) > 0) {
            arguments.put("count", random.nextInt(4));
        }
        return arguments;
    }
}
