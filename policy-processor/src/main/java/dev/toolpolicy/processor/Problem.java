package dev.toolpolicy.processor;

import dev.toolpolicy.runtime.analysis.Diagnostic;
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
}
