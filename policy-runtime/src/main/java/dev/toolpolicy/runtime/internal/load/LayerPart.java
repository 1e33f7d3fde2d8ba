package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.List;
import java.util.Optional;

/**
 * A part of a layer as it was read. Immutable.
 *
 * @param places the places of the layer's parts
 * @param pointer the part, as a JSON Pointer
 * @param value the value; empty if a problem prevents its use
 * @param problems the problems in the part
 * @param <T> the type of the value
 */
public record LayerPart<T>(LayerPlaces places, String pointer, Optional<T> value, List<PolicyProblem> problems) {
    /** Returns a part without problems. */
    public static <T> LayerPart<T> of(LayerPlaces places, String pointer, T value) {
        return new LayerPart<>(places, pointer, Optional.of(value), List.of());
    }

    /** Returns a problem of the part. */
    PolicyProblem problem(Diagnostic problem) {
        return problem("", problem);
    }

    /** Returns a problem of what stands below the part. */
    PolicyProblem problem(String below, Diagnostic problem) {
        return places.problem(pointer + below, problem);
    }
}
