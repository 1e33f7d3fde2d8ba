package dev.toolpolicy.processor.host;

import dev.toolpolicy.processor.mirror.AnnotationView;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * A team's own annotation on a method that carries the framework's annotation, as Spring reads it: members with
 * {@code @AliasFor} replace those of the framework's annotation, also by their default values.
 *
 * @param use the team's annotation on the method
 * @param tool the framework's annotation on the team's
 */
record ComposedTool(AnnotationView use, AnnotationView tool) {
    private static final String ALIAS = "org.springframework.core.annotation.AliasFor";
    /** What the {@code annotation} of an alias says by default. */
    private static final String ANNOTATION = Annotation.class.getName();

    /** Returns the first annotation on a method that carries the framework's, directly or through others. */
    static Optional<ComposedTool> find(Element method, String annotation) {
        return all(method, annotation).findFirst();
    }

    private static Stream<ComposedTool> all(Element method, String annotation) {
        return method.getAnnotationMirrors().stream()
                .flatMap(mirror -> carried(mirror, annotation, List.of())
                        .map(tool -> new ComposedTool(new AnnotationView(method, mirror, null), tool))
                        .stream());
    }

    private static Optional<AnnotationView> carried(AnnotationMirror mirror, String annotation, List<Element> seen) {
        Element type = mirror.getAnnotationType().asElement();
        if (seen.contains(type)) {
            return Optional.empty();
        }
        List<Element> path = Stream.concat(seen.stream(), Stream.of(type)).toList();
        return AnnotationView.find(type, annotation)
                .or(() -> type.getAnnotationMirrors().stream()
                        .flatMap(each -> carried(each, annotation, path).stream())
                        .findFirst());
    }

    /** Returns why the name can't be told for all versions of Spring; empty if it can. */
    Optional<String> fault(String annotation) {
        String own = "@" + type().getSimpleName();
        if (!type().equals(tool.element())) {
            return Optional.of(own + " carries it through @" + tool.element().getSimpleName());
        } else if (all(use.element(), annotation).count() > 1) {
            return Optional.of("a second annotation on the method carries it too");
        }
        for (ExecutableElement member : ElementFilter.methodsIn(type().getEnclosedElements())) {
            Optional<AnnotationView> alias = AnnotationView.find(member, ALIAS);
            if (alias.isEmpty() && isToolMember(member)) {
                return Optional.of("\"" + member.getSimpleName() + "\" of " + own + " has no @AliasFor");
            } else if (alias.isPresent() && isWithin(alias.get())) {
                return Optional.of("\"" + member.getSimpleName() + "\" of " + own + " is an alias within " + own);
            } else if (alias.isPresent()
                    && alias.stream().flatMap(ComposedTool::targets).count() > 1) {
                return Optional.of("\"" + member.getSimpleName() + "\" of " + own
                        + " has an @AliasFor with \"attribute\" and \"value\"");
            }
        }
        boolean twice = Stream.of("name", "description")
                .anyMatch(member -> aliases(member).count() > 1);
        return twice ? Optional.of("two members of " + own + " are aliases of one") : Optional.empty();
    }

    /** Returns a text of the framework's annotation, as the team's replaces it; empty if neither writes it. */
    Optional<String> text(String member) {
        Optional<ExecutableElement> alias = aliases(member).findFirst();
        if (alias.isEmpty()) {
            return tool.text(member);
        }
        String name = alias.get().getSimpleName().toString();
        return use.text(name)
                .or(() -> Optional.ofNullable(alias.get().getDefaultValue())
                        .map(AnnotationValue::getValue)
                        .map(Object::toString));
    }

    private Stream<ExecutableElement> aliases(String member) {
        TypeElement framework = (TypeElement) tool.mirror().getAnnotationType().asElement();
        return ElementFilter.methodsIn(type().getEnclosedElements()).stream()
                .filter(each -> AnnotationView.find(each, ALIAS)
                        .filter(alias -> alias.type("annotation")
                                .filter(framework::equals)
                                .isPresent())
                        .map(alias -> targets(alias)
                                .findFirst()
                                .orElseGet(() -> each.getSimpleName().toString()))
                        .filter(member::equals)
                        .isPresent());
    }

    /** Returns the names of members that an alias says. An empty one says nothing, as the default. */
    private static Stream<String> targets(AnnotationView alias) {
        return Stream.of("attribute", "value")
                .flatMap(member -> alias.text(member).stream())
                .filter(name -> !name.isEmpty());
    }

    /** Returns whether an alias is of a member of the same annotation, by default or because it says so. */
    private boolean isWithin(AnnotationView alias) {
        return alias.type("annotation")
                .map(of -> of.equals(type()) || of.getQualifiedName().contentEquals(ANNOTATION))
                .orElse(true);
    }

    private static boolean isToolMember(ExecutableElement member) {
        return member.getSimpleName().contentEquals("name")
                || member.getSimpleName().contentEquals("description");
    }

    private TypeElement type() {
        return (TypeElement) use.mirror().getAnnotationType().asElement();
    }
}
