package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.List;

/**
 * The warnings that policy files accept: those at a place in the file that accepts them, and those without a place in any
 * file if one of them does that is for all tools. Immutable.
 */
public final class AcceptedWarnings {
    private final List<Layer> layers;

    /** Creates the warnings that layers accept. */
    public AcceptedWarnings(List<? extends PolicyLayer> layers) {
        this.layers = layers.stream().map(Layer::of).toList();
    }

    /** Returns whether a problem is accepted. An error never is. */
    public boolean contains(PolicyProblem problem) {
        Diagnostic found = problem.diagnostic();
        return !found.isError()
                && layers.stream()
                        .filter(layer -> problem.place()
                                .map(place -> place.source().equals(layer.source()))
                                .orElse(!layer.isScoped()))
                        .anyMatch(
                                layer -> layer.accepted().contains(found.code().id()));
    }
}
