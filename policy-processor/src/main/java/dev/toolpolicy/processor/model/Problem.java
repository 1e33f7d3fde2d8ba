package dev.toolpolicy.processor.model;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.Location;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

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

    /**
     * Returns whether a warning is silenced. The compiler applies {@code @SuppressWarnings} only to its own warnings.
     */
    public boolean isSilenced() {
        String key = "toolpolicy/" + diagnostic.code().id();
        return !diagnostic.isError()
                && (isSilenced(place.element(), key)
                        || related.stream().anyMatch(each -> each.use() != null && isSilenced(each.element(), key)));
    }

    private static boolean isSilenced(Element element, String key) {
        for (@Nullable Element each = element; each != null; each = each.getEnclosingElement()) {
            SuppressWarnings silenced = each.getAnnotation(SuppressWarnings.class);
            if (silenced != null && List.of(silenced.value()).contains(key)) {
                return true;
            }
        }
        return false;
    }
}
