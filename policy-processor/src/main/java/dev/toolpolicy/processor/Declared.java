package dev.toolpolicy.processor;

import java.lang.annotation.Annotation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** The annotated types of a round in declaration order, which only javac preserves by itself. */
final class Declared {

    private Declared() {}

    /** Returns the types with an annotation. */
    static List<TypeElement> with(Class<? extends Annotation> annotation, RoundEnvironment round) {
        Set<TypeElement> annotated = ElementFilter.typesIn(round.getElementsAnnotatedWith(annotation));
        Set<TypeElement> inOrder = new LinkedHashSet<>();
        ElementFilter.typesIn(round.getRootElements()).forEach(root -> collect(root, annotated, inOrder));
        inOrder.addAll(annotated);
        return List.copyOf(inOrder);
    }

    private static void collect(TypeElement type, Set<TypeElement> annotated, Set<TypeElement> inOrder) {
        if (annotated.contains(type)) {
            inOrder.add(type);
        }
        List<? extends Element> enclosed = type.getEnclosedElements();
        ElementFilter.typesIn(enclosed).forEach(inner -> collect(inner, annotated, inOrder));
    }
}
