package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A dependency whose denials end with the reason that its requirement has. */
record ReasonedDependency(Dependency plain, String reason) implements Dependency {

    /** Returns a dependency with a reason, if there is one. */
    static Dependency of(Dependency plain, Optional<String> reason) {
        return reason.<Dependency>map(text -> new ReasonedDependency(plain, text))
                .orElse(plain);
    }

    @Override
    public String dependent() {
        return plain.dependent();
    }

    @Override
    public Set<String> prerequisites() {
        return plain.prerequisites();
    }

    @Override
    public ToolPolicy.ArgumentNeeds needs() {
        return plain.needs();
    }

    @Override
    public Map<String, String> readings() {
        return plain.readings();
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode record) {
        PolicyDecision decision = plain.check(call, record);
        return decision.isAllowed()
                ? decision
                : PolicyDecision.deny(decision.reason() + " " + reason, decision.metadata());
    }

    @Override
    public PolicyDecision checkPrerequisite(ToolCall call, JsonNode record) {
        return plain.checkPrerequisite(call, record);
    }

    @Override
    public JsonNode record(ToolCall call, JsonNode record) {
        return plain.record(call, record);
    }
}
