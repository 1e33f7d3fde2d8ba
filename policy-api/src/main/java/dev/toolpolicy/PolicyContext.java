package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The moment of a session at which a policy decides. Immutable; the JSON values in it are shared and must not be
 * changed.
 */
public final class PolicyContext {
    private final String session;
    private final Instant time;
    private final Map<String, JsonNode> facts;
    private final Map<String, JsonNode> states;
    private final boolean approved;

    /**
     * Creates the moment of a check.
     *
     * @param session the session's id
     * @param time the time of the check; policies read no other clock, so they stay pure
     * @param facts the facts that the service set, by {@linkplain Fact fact} name
     * @param states the state of each policy, by policy name; a policy without state so far is absent
     * @param approved true if a person approved exactly this call with these arguments, and the approval is not used up
     */
    public PolicyContext(
            String session, Instant time, Map<String, JsonNode> facts, Map<String, JsonNode> states, boolean approved) {
        this.session = Objects.requireNonNull(session, "session");
        this.time = Objects.requireNonNull(time, "time");
        this.facts = Objects.requireNonNull(facts, "facts");
        this.states = Objects.requireNonNull(states, "states");
        this.approved = approved;
    }

    /** Returns the session's id. */
    public String session() {
        return session;
    }

    /** Returns the time of the check; policies read no other clock, so they stay pure. */
    public Instant time() {
        return time;
    }

    /** Returns the facts that the service set, by {@linkplain Fact fact} name. */
    public Map<String, JsonNode> facts() {
        return facts;
    }

    /** Returns the state of each policy, by policy name; a policy without state so far is absent. */
    public Map<String, JsonNode> states() {
        return states;
    }

    /** Returns whether a person approved exactly this call with these arguments, and the approval is not used up. */
    public boolean approved() {
        return approved;
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

    private List<Object> parts() {
        return List.of(session, time, facts, states, approved);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PolicyContext that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return "PolicyContext[session=" + session + ", time=" + time + ", facts=" + facts + ", states=" + states
                + ", approved=" + approved + "]";
    }
}
