package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which arguments a policy must know before it can answer. Immutable.
 *
 * @param everything whether it needs the complete arguments
 * @param parameters the top-level parameters it needs otherwise; none means that it can answer at once
 */
public record ArgumentNeeds(boolean everything, Set<String> parameters) {

    /**
     * Checks and copies the components.
     *
     * @param everything whether it needs the complete arguments
     * @param parameters the top-level parameters it needs otherwise; none means that it can answer at once
     */
    public ArgumentNeeds {
        parameters = Set.copyOf(parameters);
    }

    /**
     * No argument: the answer is known with the tool's name.
     *
     * @return the needs
     */
    public static ArgumentNeeds none() {
        return new ArgumentNeeds(false, Set.of());
    }

    /**
     * The arguments at these places; the answer is known when the parameters that hold them are complete.
     *
     * @param pointers the places
     * @return the needs
     */
    public static ArgumentNeeds of(Set<ArgumentPointer> pointers) {
        return new ArgumentNeeds(
                false, pointers.stream().map(ArgumentPointer::parameter).collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * All arguments, complete and valid.
     *
     * @return the needs
     */
    public static ArgumentNeeds all() {
        return new ArgumentNeeds(true, Set.of());
    }

    /**
     * Whether these are among the arguments that are known.
     *
     * @param arguments top-level parameters that are complete
     * @return true if they are; never if everything is needed, since nobody can tell from some whether they are all
     */
    public boolean areIn(JsonNode arguments) {
        return !everything && parameters.stream().allMatch(arguments::has);
    }
}
