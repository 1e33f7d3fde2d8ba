package dev.toolpolicy.processor.mirror;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import org.jspecify.annotations.Nullable;

/**
 * An annotation as it was written: only the values that stand in the source, not the defaults of those that don't.
 *
 * @param element the declaration it stands on, directly or within another annotation
 * @param mirror the annotation
 * @param use for whom a shared policy is read; null for what stands on a tool itself
 */
public record AnnotationView(Element element, AnnotationMirror mirror, Place.@Nullable Use use) {

    /** The annotation of this name on a declaration. The class itself is never loaded for the user's code. */
    public static Optional<AnnotationView> find(Element element, Class<?> annotation) {
        return element.getAnnotationMirrors().stream()
                .filter(mirror -> isA(mirror, annotation.getName()))
                .findFirst()
                .map(mirror -> new AnnotationView(element, mirror, null));
    }

    /** The same annotation, as a tool uses it that it doesn't stand on. */
    public AnnotationView usedBy(Place.Use tool) {
        return new AnnotationView(element, mirror, tool);
    }

    private static boolean isA(AnnotationMirror mirror, String name) {
        return ((TypeElement) mirror.getAnnotationType().asElement()).getQualifiedName().contentEquals(name);
    }

    public Place place() {
        return new Place(element, mirror, null, use);
    }

    /** The place of a value; of the annotation, if the value isn't written. */
    public Place place(String member) {
        return value(member).map(this::place).orElseGet(this::place);
    }

    /** The places of a list's elements. A single value without braces is a list of one. */
    public List<Place> elementPlaces(String member) {
        return elements(member).stream().map(this::place).toList();
    }

    public boolean has(String member) {
        return value(member).isPresent();
    }

    /**
     * A string.
     *
     * @throws UndefinedException if something else stands there, of which the compiler tells
     */
    public Optional<String> text(String member) {
        return value(member).map(value -> as(String.class, value));
    }

    public Optional<Boolean> flag(String member) {
        return value(member).map(value -> as(Boolean.class, value));
    }

    /** The name of an enum constant. */
    public Optional<String> constant(String member) {
        return value(member).map(value -> as(VariableElement.class, value).getSimpleName().toString());
    }

    public List<String> texts(String member) {
        return elements(member).stream().map(value -> as(String.class, value)).toList();
    }

    public List<AnnotationView> annotations(String member) {
        return elements(member).stream()
                .map(value -> new AnnotationView(element, as(AnnotationMirror.class, value), use))
                .toList();
    }

    /** The members that are written, in their order. */
    public List<String> members() {
        return mirror.getElementValues().keySet().stream().map(key -> key.getSimpleName().toString()).toList();
    }

    private Place place(AnnotationValue value) {
        return new Place(element, mirror, value, use);
    }

    private Optional<AnnotationValue> value(String member) {
        return mirror.getElementValues().entrySet().stream()
                .filter(each -> each.getKey().getSimpleName().contentEquals(member))
                .<AnnotationValue>map(Map.Entry::getValue)
                .findFirst();
    }

    private List<AnnotationValue> elements(String member) {
        List<AnnotationValue> elements = new ArrayList<>();
        value(member).ifPresent(value -> {
            for (Object each : as(List.class, value)) {
                elements.add((AnnotationValue) each);
            }
        });
        return elements;
    }

    private static <T> T as(Class<T> kind, AnnotationValue value) {
        // the compiler puts the text <error> where it doesn't know what was meant, without quotes
        boolean isError = value.getValue() instanceof String && value.toString().equals("<error>");
        if (isError || !kind.isInstance(value.getValue())) {
            throw new UndefinedException();
        }
        return kind.cast(value.getValue());
    }
}
