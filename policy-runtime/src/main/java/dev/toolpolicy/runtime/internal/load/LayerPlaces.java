package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.List;
import java.util.Optional;

/** The places of a layer's parts: in the text of a file, or a name for what code gave. Immutable. */
public interface LayerPlaces {
    /** Parts that have no place. */
    LayerPlaces NONE = new Named(Optional.empty());

    /** Returns the places of parts that have one name for a place. */
    static LayerPlaces named(String name) {
        return new Named(Optional.of(PolicyProblem.Place.whole(name)));
    }

    /** Returns the place of a part, by its JSON Pointer; empty if it has none. */
    Optional<PolicyProblem.Place> place(String pointer);

    /**
     * Returns a problem with its place.
     *
     * @param pointer the part with the problem, as a JSON Pointer
     * @param problem the problem
     * @param related the parts that its notes are about
     */
    PolicyProblem problem(String pointer, Diagnostic problem, List<String> related);

    /** Returns a problem with its place. */
    default PolicyProblem problem(String pointer, Diagnostic problem) {
        return problem(pointer, problem, List.of());
    }

    /**
     * One place for all parts.
     *
     * @param whole the place; empty for none
     */
    record Named(Optional<PolicyProblem.Place> whole) implements LayerPlaces {
        @Override
        public Optional<PolicyProblem.Place> place(String pointer) {
            return whole;
        }

        @Override
        public PolicyProblem problem(String pointer, Diagnostic problem, List<String> related) {
            return new PolicyProblem(
                    "",
                    problem,
                    whole,
                    related.stream().flatMap(note -> whole.stream()).toList());
        }
    }
}
