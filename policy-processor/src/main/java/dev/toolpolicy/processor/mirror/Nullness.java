package dev.toolpolicy.processor.mirror;

import java.util.List;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.Element;
import javax.lang.model.element.RecordComponentElement;

/** The recognition of {@code @Nullable}, by its simple name, so annotations of any library count. */
public final class Nullness {

    private Nullness() {}

    /**
     * Returns whether a component is nullable. Depending on the annotation's target, the compiler keeps it on
     * different parts.
     */
    public static boolean isNullable(RecordComponentElement component, Element field) {
        return List.<AnnotatedConstruct>of(
                        component,
                        component.asType(),
                        component.getAccessor(),
                        component.getAccessor().getReturnType(),
                        field,
                        field.asType())
                .stream()
                .anyMatch(Nullness::isNullable);
    }

    public static boolean isNullable(AnnotatedConstruct construct) {
        return construct.getAnnotationMirrors().stream()
                .anyMatch(mirror ->
                        mirror.getAnnotationType().asElement().getSimpleName().contentEquals("Nullable"));
    }
}
