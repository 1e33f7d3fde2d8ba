package dev.toolpolicy.runtime.internal.decide;

import com.cedarpolicy.BasicAuthorizationEngine;
import com.cedarpolicy.model.AuthorizationRequest;
import com.cedarpolicy.model.entity.Entity;
import com.cedarpolicy.model.exception.AuthException;
import com.cedarpolicy.model.exception.CacheException;
import com.cedarpolicy.model.exception.InternalException;
import com.cedarpolicy.model.policy.PolicySet;
import com.cedarpolicy.value.EntityUID;
import com.cedarpolicy.value.PrimBool;
import com.cedarpolicy.value.PrimLong;
import com.cedarpolicy.value.PrimString;
import com.cedarpolicy.value.Value;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ToolSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * The measured policy in Cedar, by its Java binding, beside ours in one process. Cedar has no regular expressions:
 * {@code like} with asterisks stands for them, so it is asked less. Its policy set is kept parsed on its native side.
 */
public final class CedarComparison {
    private static final int ROUNDS = 7;

    private CedarComparison() {}

    /**
     * Measures and prints a row for each length of list.
     *
     * @param arguments none
     * @throws InternalException if Cedar doesn't take the policies
     * @throws CacheException if it can't keep them
     */
    public static void main(String[] arguments) throws InternalException, CacheException {
        for (int rules : List.of(10, 100, 1000)) {
            RuleList list = DecisionPolicy.rules(rules);
            CompiledRules compiled =
                    CompiledRules.of(DecisionPolicy.TEXTS, ToolSchema.of(), list, PathSettings.plain());
            PolicySet cedar = PolicySet.parsePolicies(
                    list.rules().stream().map(CedarComparison::policy).collect(Collectors.joining("\n")));
            cedar.cache();
            BasicAuthorizationEngine engine = new BasicAuthorizationEngine();
            Map<ObjectNode, AuthorizationRequest> requests =
                    DecisionPolicy.calls().stream().collect(Collectors.toMap(call -> call, CedarComparison::request));
            requests.forEach((call, request) -> {
                boolean unattended = compiled.evaluate(call, Facts.NONE).mode() == Mode.ALLOW;
                if (isAllowed(engine, request, cedar) != unattended) {
                    throw new IllegalStateException("Cedar says otherwise of " + call);
                }
            });
            List<ObjectNode> calls = List.copyOf(requests.keySet());
            long ours = measure(
                    calls,
                    20_000,
                    call -> compiled.evaluate(call, Facts.NONE).mode().ordinal());
            long theirs = measure(calls, 200, call -> isAllowed(engine, requests.get(call), cedar) ? 1 : 0);
            System.out.printf("%d rules: Tool Policy %d ns, Cedar %d ns%n", rules, ours, theirs);
        }
    }

    private static boolean isAllowed(
            BasicAuthorizationEngine engine, AuthorizationRequest request, PolicySet policies) {
        try {
            return engine.isAuthorized(request, policies, Set.<Entity>of())
                    .success
                    .orElseThrow()
                    .isAllowed();
        } catch (AuthException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The median time of one decision. */
    private static long measure(List<ObjectNode> calls, int turns, ToIntFunction<ObjectNode> decide) {
        long[] times = new long[ROUNDS];
        int sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < turns; i++) {
                for (ObjectNode call : calls) {
                    sum += decide.applyAsInt(call);
                }
            }
            times[round] = (System.nanoTime() - start) / turns / calls.size();
        }
        if (sum < 0) {
            throw new IllegalStateException("nothing was decided");
        }
        java.util.Arrays.sort(times, 1, ROUNDS);
        return times[ROUNDS / 2 + 1];
    }

    private static AuthorizationRequest request(ObjectNode call) {
        Map<String, Value> context = new HashMap<>();
        call.properties().forEach(each -> context.put(each.getKey(), value(each.getValue())));
        return new AuthorizationRequest(uid("User::\"u\""), uid("Action::\"call\""), uid("Tool::\"t\""), context);
    }

    private static EntityUID uid(String text) {
        return EntityUID.parse(text).orElseThrow();
    }

    private static Value value(JsonNode value) {
        return value.isTextual()
                ? new PrimString(value.textValue())
                : value.isNumber() ? new PrimLong(value.longValue()) : new PrimBool(value.booleanValue());
    }

    private static String policy(RuleSpec rule) {
        Condition condition = rule.conditions().get(0);
        String name = condition.pointer().parameter();
        String effect = rule.mode() == Mode.ALLOW ? "permit" : "forbid";
        return effect + "(principal, action, resource) when { context has " + name + " && "
                + test("context." + name, condition.matchers().get(0)) + " };";
    }

    private static String test(String value, Matcher matcher) {
        if (matcher.kind() == Matcher.Kind.PREFIX) {
            return value + " like \"" + matcher.text() + "*\"";
        } else if (matcher.kind() == Matcher.Kind.PATTERN) {
            return like(value, matcher.text());
        } else if (matcher.kind() == Matcher.Kind.ENUM) {
            return "[" + matcher.values().stream().map(JsonNode::toString).collect(Collectors.joining(", "))
                    + "].contains(" + value + ")";
        } else if (matcher.kind() == Matcher.Kind.CONST) {
            return value + " == " + matcher.values().get(0);
        }
        return value + " >= " + matcher.limit().orElseThrow();
    }

    /** What a pattern of the policy looks for, as far as asterisks can say it. */
    private static String like(String value, String regex) {
        if (regex.contains("sudo|doas")) {
            return "(" + value + " like \"*sudo*\" || " + value + " like \"*doas*\")";
        } else if (regex.contains("apply|destroy")) {
            String tool = regex.substring(2, regex.indexOf("\\s"));
            return "(" + value + " like \"*" + tool + " *apply*\" || " + value + " like \"*" + tool + " *destroy*\")";
        } else if (regex.contains("rm\\s")) {
            return value + " like \"*rm -*\"";
        } else if (regex.contains("[= ]")) {
            String token = regex.substring(regex.indexOf(']') + 1, regex.length() - 2);
            return "(" + value + " like \"*--token=" + token + "*\" || " + value + " like \"*--token " + token + "*\")";
        }
        String stars = regex.startsWith("^git")
                ? "git*push*--force*"
                : "docker*run*--name=" + regex.substring(regex.indexOf("service"), regex.length() - 2) + "*";
        return value + " like \"" + stars + "\"";
    }
}
