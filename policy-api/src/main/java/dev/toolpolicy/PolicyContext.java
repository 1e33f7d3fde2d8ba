package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The moment of a session at which a policy decides. Immutable; the JSON values in it are shared and must not be
 * changed.
 *
 * @param session the session's id
 * @param time the time of the check; policies read no other clock, so they stay pure
 * @param facts the facts that the service set, by {@linkplain Fact fact} name
 * @param states the state of each policy, by policy name; a policy without state so far is absent
 * @param approved true if a person approved exactly this call with these arguments, and the approval is not used up
 */
public record PolicyContext(
        String session, Instant time, Map<String, JsonNode> facts, Map<String, JsonNode> states, boolean approved) {
    /** Checks the components. */
    public PolicyContext {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(facts, "facts");
        Objects.requireNonNull(states, "states");
    }

    /**
     * Returns the value of a fact.
     *
     * @param fact the fact
     * @param <T> the value's type
     * @return the value, or empty if the fact is not set or its JSON has another type
     */
    public <T> Optional<T> fact(Fact<T> fact) {
        return Optional.ofNullable(facts.get(fact.name())).flatMap(fact::read);
    }

    /**
     * Returns the state of a policy, for example so that a handler can see which files were read.
     *
     * @param policy the policy's name
     * @return the state, which must not be changed; empty if the policy has none so far
     */
    public Optional<JsonNode> state(String policy) {
        return Optional.ofNullable(states.get(policy));
    }
}
