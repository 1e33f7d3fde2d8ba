package dev.toolpolicy.processor;

import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/**
 * Where in the source something stands, as exactly as it is known.
 *
 * @param element the declaration
 * @param mirror the annotation on it, or nested in one on it
 * @param value the value in that annotation
 * @param use the tool's use of the shared policy in which this place is; null outside of shared ones
 */
record Place(
        Element element, @Nullable AnnotationMirror mirror, @Nullable AnnotationValue value, @Nullable Use use) {

    /** The declaration as a whole. */
    static Place of(Element element) {
        return new Place(element, null, null, null);
    }

    /**
     * A tool's use of a policy that several share.
     *
     * @param policy the policy in words, {@code @SourcesOnly}
     * @param place where the tool says so, or the tool itself
     */
    record Use(String policy, Place place) {}
}
