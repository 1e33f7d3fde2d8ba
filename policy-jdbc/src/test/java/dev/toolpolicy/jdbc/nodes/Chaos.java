package dev.toolpolicy.jdbc.nodes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.jdbc.OneRunAKey;
import dev.toolpolicy.runtime.internal.remember.LimitsPolicy;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The session that the processes serve: its policies, and calls. */
final class Chaos {
    static final String SESSION = "chaos";
    static final String READ = "read";
    static final String WRITE = "write";
    static final String BUILD = "build";
    static final String DEPLOY = "deploy";
    static final String ONCE = OneRunAKey.TOOL;
    static final String DANGER = "danger";
    static final String LIMITED = "limited";
    static final List<String> TOOLS = List.of(READ, WRITE, BUILD, DEPLOY, ONCE, LIMITED);

    /** How many calls of {@link #LIMITED} of all sessions count at most. */
    static final int MOST = 40;

    static final int KEYS = 60;
    static final String RULES = "rules";

    private Chaos() {}

    static void register(PolicyRegistry registry) {
        registry.register(
                Policies.keyed(KeyedDependency.of(WRITE, CallKey.at("/key")).after(READ)));
        registry.register(Policies.sequential(Map.of(DEPLOY, List.of(BUILD))));
        registry.register(new OneRunAKey());
        registry.register(new Approved());
        registry.register(LimitPolicy.quota(1_000_000, LIMITED)); // so that the session knows these calls
        CallLimit limit = CallLimit.calls(MOST).per(Duration.ofDays(1)).by("/user");
        LimitsPolicy.of(LIMITED, ToolSelector.named(List.of(LIMITED)), List.of(limit))
                .forEach(registry::register);
    }

    static ToolCall call(String tool, int key, String id) {
        return new ToolCall(id, tool, Sessions.object("{'key':'" + key + "'}"))
                .withFacts(Sessions.object("{'user':'ann'}"));
    }

    /** Lets a call of {@link #DANGER} run if a person approved it. */
    private static final class Approved implements ToolPolicy {
        @Override
        public String name() {
            return "approved";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.named(List.of(DANGER));
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return context.approved() ? PolicyDecision.allow() : PolicyDecision.deny("ask a person");
        }
    }
}
