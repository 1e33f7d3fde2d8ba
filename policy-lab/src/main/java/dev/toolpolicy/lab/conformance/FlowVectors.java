package dev.toolpolicy.lab.conformance;

import dev.toolpolicy.lab.conformance.VectorCheck.Mismatch;
import java.util.Optional;

/**
 * A session as a script: what its results, its user and its host bring, and how each call is decided by that. Each
 * vector runs twice: its calls fed by their chunks and unit by unit.
 */
final class FlowVectors implements VectorCheck {

    @Override
    public Optional<Mismatch> run(Members vector) {
        for (Feeding feeding : Feeding.values()) {
            try (FlowWorld world = new FlowWorld(vector)) {
                FlowScript script = new FlowScript(world, feeding);
                script.play(vector.objects("steps"));
                Optional<Mismatch> wrong = script.mismatch();
                if (wrong.isPresent()) {
                    return wrong.map(each -> new Mismatch(each.expected(), each.got() + ", fed " + feeding));
                }
            }
        }
        return Optional.empty();
    }
}
