package dev.toolpolicy.processor;

import dev.toolpolicy.analysis.Diagnostic;
import java.util.ArrayList;
import java.util.List;

/**
 * A diagnostic with its place in the source.
 *
 * @param diagnostic what is wrong
 * @param place where
 * @param related the places of the diagnostic's {@link Diagnostic#related second places}, in their order
 */
record Problem(Diagnostic diagnostic, Place place, List<Place> related) {

    Problem(Diagnostic diagnostic, Place place) {
        this(diagnostic, place, List.of());
    }

    /** A problem in a shared policy is told at the tool that it doesn't fit, with its own place as the last second one. */
    Problem atUse() {
        Place.Use use = place.use();
        if (use == null) {
            return this;
        }
        List<Diagnostic.Related> seconds = new ArrayList<>(diagnostic.related());
        seconds.add(new Diagnostic.Related(diagnostic.rule(), ToolWords.sharedPlace(use.policy())));
        List<Place> places = new ArrayList<>(related);
        places.add(place);
        Diagnostic told = new Diagnostic(
                diagnostic.code(), diagnostic.severity(), diagnostic.rule(), diagnostic.member(), diagnostic.element(),
                ToolWords.inShared(diagnostic.summary(), use.policy()), diagnostic.help(), diagnostic.notes(), seconds);
        return new Problem(told, use.place(), List.copyOf(places));
    }
}
