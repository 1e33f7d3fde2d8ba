package dev.toolpolicy.processor.mirror;

import java.util.List;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.Element;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.type.TypeMirror;

/** Reads {@code @Nullable}, whoever declares it: as on parameters, a class' own kind of it says what its author means. */
public final class Nullness {

    private Nullness() {}

    public static boolean isNullable(TypeMirror type) {
        return has(type);
    }

    /** Looks at all of a component's parts, since the compiler keeps the annotation here or there by its target. */
    public static boolean isNullable(RecordComponentElement component, Element field) {
        return List.<AnnotatedConstruct>of(
                        component,
                        component.asType(),
                        component.getAccessor(),
                        component.getAccessor().getReturnType(),
                        field,
                        field.asType())
                .stream()
                .anyMatch(Nullness::has);
    }

    private static boolean has(AnnotatedConstruct construct) {
        return construct.getAnnotationMirrors().stream()
                .anyMatch(mirror -> mirror.getAnnotationType()
                        .asElement()
                        .getSimpleName()
                        .contentEquals("Nullable"));
    }
}
