package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A session policy: it decides about calls by what happened earlier in their session. A policy is immutable and serves
 * any number of sessions at once. What it remembers is a JSON value that belongs to one session and one policy name,
 * and the engine passes it in.
 *
 * <p>While arguments stream, the engine previews the call any number of times, by {@link #preview} and {@link #check}
 * alone. Just before the call would run, the engine checks it once and reports that check to {@link #onCheck}. If the
 * call ran, {@link #onResult} or {@link #onFailure} follows, unless its outcome is unknown.
 *
 * <p>All methods must be pure and must not block, and any thread may call them. The engine may call them again with the
 * same values, because it repeats a state change that another one overtook or that the store didn't take. A policy that
 * throws in {@link #forCall}, {@link #check} or {@link #onCheck} denies the call. One that throws later denies every call
 * that it covers until it is reset, since its state can no longer be trusted.
 *
 * <pre>{@code
 * public final class OfficeHours implements ToolPolicy {
 *     public String name() {
 *         return "office_hours";
 *     }
 *
 *     public ToolSelector governs() {
 *         return ToolSelector.named(List.of("pay"));
 *     }
 *
 *     public ArgumentNeeds needs(String tool) {
 *         return ArgumentNeeds.none();
 *     }
 *
 *     public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
 *         int hour = context.time().atZone(ZoneOffset.UTC).getHour();
 *         return hour >= 8 && hour < 18
 *                 ? PolicyDecision.allow()
 *                 : PolicyDecision.deny("Payments run from 8:00 to 18:00 UTC.");
 *     }
 * }
 * }</pre>
 */
public interface ToolPolicy {

    /**
     * Returns the policy's name, unique in a registry.
     *
     * @return the name, not empty
     */
    String name();

    /**
     * Returns which tools this policy covers.
     *
     * @return the selector
     */
    ToolSelector governs();

    /**
     * Returns the kind of this policy, which names the form of its state. A policy of another kind under the same name
     * has its own state. State stays when only the policy's settings change, for example in a new release: it must say
     * what happened, and {@link #check} applies the settings.
     *
     * @return the kind, not empty; by default the class name
     */
    default String kind() {
        return getClass().getName();
    }

    /**
     * Returns whether this policy keeps its state when the conversation is rolled back to an earlier turn. A quota
     * does, since the effects that it counts are not undone.
     *
     * @return true to keep the current state; by default false, which restores the state at that turn
     */
    default boolean survivesRollback() {
        return false;
    }

    /**
     * Decides what this policy remembers after the conversation was rolled back to an earlier turn. A policy composed
     * of others asks each of them.
     *
     * @param then the state at that turn; must not be changed
     * @param now the current state; must not be changed
     * @return the new state; by default {@code now} if the policy {@linkplain #survivesRollback survives}, else
     *     {@code then}
     */
    default JsonNode onRollback(JsonNode then, JsonNode now) {
        return survivesRollback() ? now : then;
    }

    /**
     * Returns which arguments of a call this policy must know before it can decide. An engine isn't built if a tool that
     * {@link #governs} names has none of the parameters, since a misspelled one would never be there.
     *
     * @param tool the tool's name
     * @return the needs; by default {@link ArgumentNeeds#all()}
     */
    default ArgumentNeeds needs(String tool) {
        return ArgumentNeeds.all();
    }

    /**
     * Returns the state with which a session starts.
     *
     * @return a JSON value; by default an empty object
     */
    default JsonNode initialState() {
        return JsonNodeFactory.instance.objectNode();
    }

    /**
     * Returns the policy to apply to one call. The engine asks once before the check, and uses the answer for both the
     * check and the result. A policy that depends on the session's facts reads them here.
     *
     * @param context the session at this moment
     * @return a policy that uses this one's state; by default this policy
     */
    default ToolPolicy forCall(PolicyContext context) {
        return this;
    }

    /**
     * Decides about a call whose arguments still stream, as soon as the decision is certain. It must equal what
     * {@link #check} will decide about all the arguments if the session doesn't change.
     *
     * @param call the call with the arguments that are complete
     * @param state this policy's state in this session; must not be changed
     * @param context the session at this moment
     * @return the decision, or empty if it is not certain yet; by default the decision of {@link #check} as soon as the
     *     {@link #needs} are met
     */
    default Optional<PolicyDecision> preview(ToolCall call, JsonNode state, PolicyContext context) {
        return needs(call.tool()).areIn(call.arguments()) ? Optional.of(check(call, state, context)) : Optional.empty();
    }

    /**
     * Decides about a call, once or more as a {@linkplain #preview preview} and once just before the call runs.
     *
     * @param call the call; in a preview, with the arguments that are complete
     * @param state this policy's state in this session; must not be changed
     * @param context the session at this moment
     * @return the decision; throwing or returning null denies the call
     */
    PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context);

    /**
     * Updates the state after the final check, when all policies have decided. Here a policy reserves quota or counts
     * attempts.
     *
     * @param call the call with all its arguments
     * @param decision the decision of all policies together; an allowed call starts now
     * @param state this policy's state in this session; must not be changed
     * @param context the session at this moment
     * @return the new state; by default {@code state} itself
     */
    default JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return state;
    }

    /**
     * Updates the state after a call ran and succeeded.
     *
     * @param call the call as it was checked, with all its arguments
     * @param result the call's result
     * @param state this policy's state in this session; must not be changed
     * @param context the session at the result; its time is the time of the check
     * @return the new state; {@code state} itself if nothing changed
     */
    default JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        return state;
    }

    /**
     * Updates the state after a call failed, or could not be started after its check. Here a policy takes back what it
     * reserved for this call, and nothing else. It isn't called if the outcome is unknown, because the call timed out or
     * was canceled while it ran: what such a call used stays used.
     *
     * @param call the call as it was checked, with all its arguments
     * @param state this policy's state in this session; must not be changed
     * @param context the session at the failure; its time is the time of the check
     * @return the new state; by default {@code state} itself
     */
    default JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return state;
    }

    /**
     * Updates the state after a call that changed nothing: it failed, and its handler declares so, or it was checked and
     * doesn't run. Here a policy takes back what it counted for this call.
     *
     * @param call the call as it was checked, with all its arguments
     * @param state this policy's state in this session; must not be changed
     * @param context the session at the failure; its time is the time of the check
     * @return the new state; by default that of {@link #onFailure}
     */
    default JsonNode onNoEffect(ToolCall call, JsonNode state, PolicyContext context) {
        return onFailure(call, state, context);
    }

    /**
     * The arguments that a policy must know before it can decide. Immutable.
     *
     * @param everything true if the policy needs the complete arguments
     * @param parameters the top-level parameters that it needs; empty if it can decide at once
     */
    record ArgumentNeeds(boolean everything, Set<String> parameters) {

        /** Checks and copies the components. */
        public ArgumentNeeds {
            parameters = Set.copyOf(parameters);
        }

        /**
         * Returns the needs of a policy that decides by the tool's name alone.
         *
         * @return needs without any argument
         */
        public static ArgumentNeeds none() {
            return new ArgumentNeeds(false, Set.of());
        }

        /**
         * Returns the needs of a policy that reads these places. They are met as soon as the top-level parameters that
         * hold the places are complete.
         */
        public static ArgumentNeeds of(Set<ArgumentPointer> pointers) {
            return new ArgumentNeeds(
                    false, pointers.stream().map(ArgumentPointer::parameter).collect(Collectors.toUnmodifiableSet()));
        }

        /**
         * Returns the needs of a policy that reads all arguments, complete and valid.
         *
         * @return needs for everything
         */
        public static ArgumentNeeds all() {
            return new ArgumentNeeds(true, Set.of());
        }

        /**
         * Returns whether some arguments are enough for the policy.
         *
         * @param arguments the top-level parameters that are complete
         * @return true if all needed parameters are present; always false if everything is needed, since more
         *     parameters may follow
         */
        public boolean areIn(JsonNode arguments) {
            return !everything && parameters.stream().allMatch(arguments::has);
        }
    }
}
