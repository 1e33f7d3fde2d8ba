package dev.toolpolicy.processor.mirror;

import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * A position in the source, as exact as it is known.
 *
 * @param element the declaration
 * @param mirror the annotation on the declaration, or nested in one of its annotations
 * @param value the value in that annotation
 * @param use the use of the shared policy that contains this place; null outside shared policies
 */
public record Location(
        Element element,
        @Nullable AnnotationMirror mirror,
        @Nullable AnnotationValue value,
        @Nullable Use use) {

    /** Returns the place of a whole declaration. */
    public static Location of(Element element) {
        return new Location(element, null, null, null);
    }

    /** Returns the place of a component's private field. In javac, components themselves have no position. */
    public static Location ofComponent(TypeElement record, RecordComponentElement component) {
        return record.getEnclosedElements().stream()
                .filter(each -> each.getKind() == ElementKind.FIELD)
                .filter(each -> each.getSimpleName().equals(component.getSimpleName()))
                .findFirst()
                .map(Location::of)
                .orElseThrow();
    }

    /**
     * A tool's use of a shared policy.
     *
     * @param policy the policy's name in messages, {@code @SourcesOnly}
     * @param place the annotation on the tool; for a package's policy, the tool itself
     */
    public record Use(String policy, Location place) {}
}
