package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The arguments that a policy must know before it can decide. Immutable.
 *
 * @param everything true if the policy needs the complete arguments
 * @param parameters the top-level parameters that it needs; empty if it can decide at once
 */
public record ArgumentNeeds(boolean everything, Set<String> parameters) {

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
     * Returns the needs of a policy that reads these places. They are met as soon as the top-level parameters that hold
     * the places are complete.
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
     * @return true if all needed parameters are present; always false if everything is needed, since more parameters
     *     may follow
     */
    public boolean areIn(JsonNode arguments) {
        return !everything && parameters.stream().allMatch(arguments::has);
    }
}
