package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;

/** A layer with its contents, tool by tool. Every layer that an engine takes is one. Immutable. */
public interface LayerSource extends PolicyLayer {

    /**
     * Returns the contents of a layer.
     *
     * @param layer the layer
     * @return the same layer
     * @throws IllegalArgumentException if the layer is of another project
     */
    static LayerSource of(PolicyLayer layer) {
        if (layer instanceof LayerSource source) {
            return source;
        }
        throw new IllegalArgumentException(
                "a policy layer must come from PolicyConfiguration or PolicyEngine.layer, was a "
                        + layer.getClass().getName());
    }

    /**
     * Reads the layer again.
     *
     * @return the layer as its file is now; this one if there is no file
     */
    LayerSource reread();

    /**
     * Returns the severity of a policy for a tool that does not exist.
     *
     * @return {@link Severity#ERROR} or {@link Severity#WARNING}
     */
    Severity unknownTools();

    /**
     * Returns the policies, tool by tool.
     *
     * @return an immutable list, in written order
     */
    List<? extends LayerSection> sections();

    /**
     * Returns the facts that the layer declares. What is wrong with the declaration is among the layer's problems.
     *
     * @return the facts as an object's properties; empty if it declares none
     */
    default Optional<ToolSchema> facts() {
        return Optional.empty();
    }

    /**
     * Places a problem at the declaration of the facts.
     *
     * @param problem the problem
     * @return the problem with its place
     */
    default PolicyProblem factsProblem(Diagnostic problem) {
        PolicyProblem.Place place = PolicyProblem.Place.whole(source());
        return new PolicyProblem("", problem, Optional.of(place), List.of());
    }
}
