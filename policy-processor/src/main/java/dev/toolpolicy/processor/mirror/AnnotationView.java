package dev.toolpolicy.processor.mirror;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * An annotation as written in the source, without the default values of its members.
 *
 * @param element the annotated declaration; for a nested annotation, the one of the outer annotation
 * @param mirror the annotation
 * @param use the tool that uses a shared policy; null for an annotation on the tool itself
 */
public record AnnotationView(Element element, AnnotationMirror mirror, Location.@Nullable Use use) {

    /**
     * Returns the annotation of a type on a declaration. Only its name is used; the user's class path need not have
     * it.
     */
    public static Optional<AnnotationView> find(Element element, Class<?> annotation) {
        return find(element, annotation.getName());
    }

    /** Returns the annotation with a qualified name on a declaration. */
    public static Optional<AnnotationView> find(Element element, String annotation) {
        return first(element, type -> Names.qualified(type).equals(annotation));
    }

    /** Returns the annotation with a simple name on a declaration. */
    public static Optional<AnnotationView> findSimple(Element element, String simpleName) {
        return first(element, type -> type.asElement().getSimpleName().contentEquals(simpleName));
    }

    private static Optional<AnnotationView> first(Element element, Predicate<DeclaredType> wanted) {
        return element.getAnnotationMirrors().stream()
                .filter(mirror -> wanted.test(mirror.getAnnotationType()))
                .findFirst()
                .map(mirror -> new AnnotationView(element, mirror, null));
    }

    /** Returns this annotation as used by a tool that it is not written on. */
    public AnnotationView usedBy(Location.Use tool) {
        return new AnnotationView(element, mirror, tool);
    }

    public Location place() {
        return new Location(element, mirror, null, use);
    }

    /** Returns the place of a member's value, or of the annotation if the member is not written. */
    public Location place(String member) {
        return value(member).map(this::place).orElseGet(this::place);
    }

    /** Returns the places of a list's elements. A single value without braces is a list of one. */
    public List<Location> elementPlaces(String member) {
        return elements(member).stream().map(this::place).toList();
    }

    public boolean has(String member) {
        return value(member).isPresent();
    }

    /**
     * Returns the text of a string member.
     *
     * @throws UndefinedException if the value has an error, which the compiler reports
     */
    public Optional<String> text(String member) {
        return value(member).map(value -> as(String.class, value));
    }

    public Optional<Boolean> flag(String member) {
        return value(member).map(value -> as(Boolean.class, value));
    }

    /** Returns the name of an enum constant. */
    public Optional<String> constant(String member) {
        return value(member)
                .map(value -> as(VariableElement.class, value).getSimpleName().toString());
    }

    public List<String> texts(String member) {
        return elements(member).stream().map(value -> as(String.class, value)).toList();
    }

    public Optional<Integer> number(String member) {
        return value(member).map(value -> as(Integer.class, value));
    }

    public List<Integer> numbers(String member) {
        return elements(member).stream().map(value -> as(Integer.class, value)).toList();
    }

    /** Returns the type that a member names, which may be void, a primitive one or an array; empty if it isn't written. */
    public Optional<TypeMirror> mirror(String member) {
        return value(member).map(value -> as(TypeMirror.class, value));
    }

    /** Returns the class that a member names; empty if it names none. */
    public Optional<TypeElement> type(String member) {
        return mirror(member).filter(DeclaredType.class::isInstance).map(type ->
                (TypeElement) ((DeclaredType) type).asElement());
    }

    public List<AnnotationView> annotations(String member) {
        return elements(member).stream()
                .map(value -> new AnnotationView(element, as(AnnotationMirror.class, value), use))
                .toList();
    }

    /** Returns the names of the members that are written, in source order. */
    public List<String> members() {
        return mirror.getElementValues().keySet().stream()
                .map(key -> key.getSimpleName().toString())
                .toList();
    }

    private Location place(AnnotationValue value) {
        return new Location(element, mirror, value, use);
    }

    private Optional<AnnotationValue> value(String member) {
        return mirror.getElementValues().entrySet().stream()
                .filter(each -> each.getKey().getSimpleName().contentEquals(member))
                .<AnnotationValue>map(Map.Entry::getValue)
                .findFirst();
    }

    private List<AnnotationValue> elements(String member) {
        return value(member).stream()
                .flatMap(value -> ((List<?>) as(List.class, value)).stream())
                .map(AnnotationValue.class::cast)
                .toList();
    }

    private static <T> T as(Class<T> kind, AnnotationValue value) {
        // javac represents a value with an error as the text <error> without quotes
        boolean isError = value.getValue() instanceof String && value.toString().equals("<error>");
        if (isError || !kind.isInstance(value.getValue())) {
            throw new UndefinedException();
        }
        return kind.cast(value.getValue());
    }
}
