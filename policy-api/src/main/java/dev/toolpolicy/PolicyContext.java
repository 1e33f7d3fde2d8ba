package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a call happens: one moment of one session. Immutable; the JSON values in it are shared and not to be changed.
 *
 * @param session the session's id
 * @param time when; policies take the time from here and from nowhere else, so that they stay pure
 * @param facts what the service told the session, by the names of the {@linkplain Fact facts}
 * @param states what each policy remembers, by its name; a policy that has remembered nothing yet isn't in it
 * @param approved whether somebody approved the run of exactly this call, with these arguments, and the approval isn't
 *     spent
 */
public record PolicyContext(
        String session, Instant time, Map<String, JsonNode> facts, Map<String, JsonNode> states, boolean approved) {

    /**
     * Checks the components; the maps are taken as they are and must not change.
     *
     * @param session the session's id
     * @param time when
     * @param facts what the service told the session
     * @param states what each policy remembers
     * @param approved whether somebody approved the run of exactly this call
     */
    public PolicyContext {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(facts, "facts");
        Objects.requireNonNull(states, "states");
    }

    /**
     * What the service told the session.
     *
     * @param fact the fact
     * @param <T> the type of its value
     * @return its value, or empty if the session wasn't told, or was told a value of another type
     */
    public <T> Optional<T> fact(Fact<T> fact) {
        return Optional.ofNullable(facts.get(fact.name())).flatMap(fact::read);
    }

    /**
     * What a policy remembers, for a handler that wants to know (which files were read, say).
     *
     * @param policy the policy's name
     * @return its state, not to be changed; empty if it has remembered nothing yet
     */
    public Optional<JsonNode> state(String policy) {
        return Optional.ofNullable(states.get(policy));
    }
}
