package dev.toolpolicy.processor.mirror;

import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Where in the source something stands, as exactly as it is known.
 *
 * @param element the declaration
 * @param mirror the annotation on it, or nested in one on it
 * @param value the value in that annotation
 * @param use the tool's use of the shared policy in which this place is; null outside of shared ones
 */
public record Place(
        Element element, @Nullable AnnotationMirror mirror, @Nullable AnnotationValue value, @Nullable Use use) {

    /** The declaration as a whole. */
    public static Place of(Element element) {
        return new Place(element, null, null, null);
    }

    /** Returns the place of a component's private field: components themselves have no place in javac's source positions. */
    public static Place ofComponent(TypeElement record, RecordComponentElement component) {
        return record.getEnclosedElements().stream()
                .filter(each -> each.getKind() == ElementKind.FIELD)
                .filter(each -> each.getSimpleName().equals(component.getSimpleName()))
                .findFirst()
                .map(Place::of)
                .orElseThrow();
    }

    /**
     * A tool's use of a policy that several share.
     *
     * @param policy the policy in words, {@code @SourcesOnly}
     * @param place where the tool says so, or the tool itself
     */
    public record Use(String policy, Place place) {}
}
