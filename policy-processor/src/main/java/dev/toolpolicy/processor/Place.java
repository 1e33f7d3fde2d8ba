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
 */
record Place(Element element, @Nullable AnnotationMirror mirror, @Nullable AnnotationValue value) {

    /** The declaration as a whole. */
    static Place of(Element element) {
        return new Place(element, null, null);
    }
}
