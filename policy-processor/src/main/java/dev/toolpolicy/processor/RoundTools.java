package dev.toolpolicy.processor;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Tool;
import dev.toolpolicy.processor.host.Hosts;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.processor.model.ToolElement;
import dev.toolpolicy.processor.read.PolicyFinder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** The annotated types and methods of a round in declaration order, which only javac preserves by itself. */
final class RoundTools {

    private RoundTools() {}

    /**
     * Returns the declarations of a round that may be tools: types with our {@code @Tool}, and the methods that a
     * framework calls, also those without a policy. Of those that an annotation of a team's own makes tools, only the
     * methods with a policy of their own.
     *
     * @param annotations those that the round has
     */
    static List<ToolElement> candidates(Set<? extends TypeElement> annotations, RoundEnvironment round, Hosts hosts) {
        List<ToolElement> candidates = new ArrayList<>();
        with(annotations, round, ToolProcessor.annotations()::contains).forEach(each -> {
            if (each instanceof TypeElement type) {
                AnnotationView.find(type, Tool.class).ifPresent(tool -> candidates.add(ToolElement.of(type)));
            } else if (each instanceof ExecutableElement method) {
                ToolElement.of(method, hosts).ifPresent(candidates::add);
            }
        });
        return candidates;
    }

    /**
     * Returns the methods of a round that only an annotation of a team's own makes tools, and that have no policy of
     * their own. Compilers don't hand these annotations to the processor.
     */
    static List<ToolElement> composed(RoundEnvironment round, Hosts hosts) {
        return all(round)
                .filter(each -> each.getKind() == ElementKind.METHOD)
                .filter(method -> AnnotationView.find(method, Policy.class).isEmpty())
                .filter(method -> Hosts.ANNOTATIONS.stream()
                        .noneMatch(each -> AnnotationView.find(method, each).isPresent()))
                .flatMap(method -> ToolElement.of((ExecutableElement) method, hosts).stream())
                .toList();
    }

    /** Returns the types of a round, and their members, in declaration order. */
    private static Stream<Element> all(RoundEnvironment round) {
        return round.getRootElements().stream().flatMap(RoundTools::withMembers);
    }

    private static Stream<Element> withMembers(Element element) {
        Stream<? extends Element> members =
                element instanceof TypeElement type ? type.getEnclosedElements().stream() : Stream.empty();
        return Stream.concat(Stream.of(element), members.flatMap(RoundTools::withMembers));
    }

    /** Returns the types and methods with an annotation whose qualified name is wanted. */
    static List<Element> with(
            Set<? extends TypeElement> annotations, RoundEnvironment round, Predicate<String> wanted) {
        TypeElement[] present = annotations.stream()
                .filter(each -> wanted.test(each.getQualifiedName().toString()))
                .toArray(TypeElement[]::new);
        if (present.length == 0) {
            return List.of();
        }
        Set<Element> annotated = new LinkedHashSet<>();
        round.getElementsAnnotatedWithAny(present).stream()
                .filter(each -> each instanceof TypeElement || each.getKind() == ElementKind.METHOD)
                .forEach(annotated::add);
        Set<Element> inOrder =
                all(round).filter(annotated::contains).collect(Collectors.toCollection(LinkedHashSet::new));
        inOrder.addAll(annotated);
        return List.copyOf(inOrder);
    }

    /**
     * Returns whether a candidate is a tool of ours: a type, or a method with a policy or a {@code @Result}. A method
     * whose policy may still be generated counts as well.
     */
    static boolean isTool(ToolElement candidate) {
        try {
            return candidate.method() == null || PolicyFinder.isTool(candidate.element());
        } catch (UndefinedException notYet) {
            return true;
        }
    }
}
