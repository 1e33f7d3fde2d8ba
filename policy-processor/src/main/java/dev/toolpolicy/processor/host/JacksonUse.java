package dev.toolpolicy.processor.host;

import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.UndefinedException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * The use of Jackson's annotations in a class whose JSON a framework reads. Few of them leave what the framework
 * describes to models as it is; a class with others can't be judged by its description.
 *
 * @param onFields the simple names of annotations that fields may have
 */
record JacksonUse(String framework, Set<String> onFields) {
    private static final List<String> PACKAGES = List.of("com.fasterxml.jackson.", "tools.jackson.");
    /** The annotation of annotations that stand for others of Jackson's. */
    private static final String BUNDLE = "com.fasterxml.jackson.annotation.JacksonAnnotationsInside";

    private static final Set<String> ON_TYPES =
            Set.of("JsonPropertyOrder", "JsonInclude", "JsonClassDescription", "JsonIgnoreProperties");
    private static final Set<String> PROPERTY_MEMBERS = Set.of("value", "required", "index");

    /**
     * Checks a class with its fields, methods and constructors, and its interfaces, whose annotations Jackson adds.
     *
     * @throws UnservedTypeException if one has an annotation by which Jackson may read another value than was described
     * @throws UndefinedException if an interface is undefined
     */
    void check(TypeElement type) {
        type.getAnnotationMirrors().forEach(each -> check(each, type, ON_TYPES));
        Set<String> ofFields = new HashSet<>();
        for (Element member : type.getEnclosedElements()) {
            boolean isField = member.getKind() == ElementKind.FIELD;
            Set<String> allowed = isField ? onFields : Set.of();
            boolean isRecord = type.getKind() == ElementKind.RECORD;
            if (isField) {
                member.getAnnotationMirrors().forEach(each -> ofFields.add(each.toString()));
            }
            if (isField || member.getKind() == ElementKind.ENUM_CONSTANT || !isRecord) {
                member.getAnnotationMirrors().forEach(each -> check(each, member, allowed));
            }
        }
        for (Element member : type.getEnclosedElements()) {
            if (member instanceof ExecutableElement method) {
                // a record's accessors and constructor repeat the annotations of its components
                checkRepeated(method, ofFields);
                method.getParameters().forEach(each -> checkRepeated(each, ofFields));
            }
        }
        for (TypeMirror each : type.getInterfaces()) {
            if (each.getKind() == TypeKind.ERROR) {
                throw new UndefinedException();
            }
            check((TypeElement) ((DeclaredType) each).asElement());
        }
    }

    private void checkRepeated(Element element, Set<String> ofFields) {
        element.getAnnotationMirrors().stream()
                .filter(each -> !ofFields.contains(each.toString()))
                .forEach(each -> check(each, element, Set.of()));
    }

    private void check(AnnotationMirror mirror, Element on, Set<String> allowed) {
        TypeElement annotation = (TypeElement) mirror.getAnnotationType().asElement();
        String name = annotation.getQualifiedName().toString();
        String simple = annotation.getSimpleName().toString();
        boolean isOther = PACKAGES.stream().noneMatch(name::startsWith)
                && AnnotationView.find(annotation, BUNDLE).isEmpty();
        boolean isServed = isOther
                || allowed.contains(simple) && areServed(simple, new AnnotationView(on, mirror, null).members());
        if (!isServed) {
            throw new UnservedTypeException(
                    "where @" + simple + " on " + on.getSimpleName() + " changes what " + framework + " reads",
                    "remove @" + simple);
        }
    }

    private static boolean areServed(String annotation, List<String> members) {
        return switch (annotation) {
            case "JsonProperty" -> PROPERTY_MEMBERS.containsAll(members);
            case "JsonIgnoreProperties" -> Set.of("ignoreUnknown").containsAll(members);
            case "JsonIgnore" -> members.isEmpty();
            default -> true;
        };
    }
}
