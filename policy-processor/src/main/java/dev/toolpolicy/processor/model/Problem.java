package dev.toolpolicy.processor.model;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.Location;
import java.util.ArrayList;
import java.util.List;

/**
 * A diagnostic with its place in the source.
 *
 * @param diagnostic the diagnostic
 * @param place its place
 * @param related the places of the diagnostic's {@link Diagnostic#related second places}, in their order
 */
public record Problem(Diagnostic diagnostic, Location place, List<Location> related) {

    public Problem(Diagnostic diagnostic, Location place) {
        this(diagnostic, place, List.of());
    }

    /**
     * Returns the problem as it is printed. A problem in a shared policy is reported at the tool that uses the
     * policy, and the place in the policy becomes the last related place.
     */
    Problem atUse() {
        Location.Use use = place.use();
        if (use == null) {
            return this;
        }
        List<Location> places = new ArrayList<>(related);
        places.add(place);
        Diagnostic located = diagnostic
                .withSummary(diagnostic.summary() + " (in the policy of " + use.policy() + ")")
                .relatedTo(diagnostic.rule(), "the policy of " + use.policy() + " is written here");
        return new Problem(located, use.place(), List.copyOf(places));
    }
}
