package dev.toolpolicy.processor.read;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Result;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.processor.model.Findings;
import java.lang.annotation.Retention;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.PackageElement;
import javax.lang.model.type.TypeKind;

/** The search for a tool's policy: its own, or else that of an annotation on it, or else that of its package. */
public final class PolicyFinder {

    private PolicyFinder() {}

    /**
     * Finds the policy of a tool.
     *
     * @return the policy; empty if there is none, or more than one shared policy
     * @throws UndefinedException if an annotation of the tool is undefined, since it may have a policy
     */
    public static Optional<AnnotationView> find(Element tool, Findings findings) {
        Optional<AnnotationView> own = AnnotationView.find(tool, Policy.class);
        if (own.isPresent()) {
            return own;
        }
        List<AnnotationView> shared = tool.getAnnotationMirrors().stream()
                .flatMap(mirror -> shared(tool, mirror).stream())
                .toList();
        if (shared.size() > 1) {
            List<String> names =
                    shared.stream().map(policy -> name(policy.element())).toList();
            Location second = Objects.requireNonNull(shared.get(1).use()).place();
            findings.add(ToolWords.twoSharedPolicies(tool.getSimpleName().toString(), names), second);
            return Optional.empty();
        }
        shared.forEach(policy -> checkKept(policy, findings));
        return shared.isEmpty() ? ofPackage(tool) : Optional.of(shared.get(0));
    }

    /**
     * Returns whether a method that a framework calls is a tool of ours: it has a policy, or it declares what its results
     * bring.
     *
     * @throws UndefinedException if an annotation of the method is undefined, since it may have a policy
     */
    public static boolean isTool(Element method) {
        Findings findings = new Findings();
        return AnnotationView.find(method, Result.class).isPresent()
                || find(method, findings).isPresent()
                || findings.hasErrors();
    }

    private static Optional<AnnotationView> shared(Element tool, AnnotationMirror mirror) {
        if (mirror.getAnnotationType().getKind() == TypeKind.ERROR) {
            throw new UndefinedException();
        }
        Element annotation = mirror.getAnnotationType().asElement();
        return AnnotationView.find(annotation, Policy.class)
                .map(policy ->
                        policy.usedBy(new Location.Use(name(annotation), new Location(tool, mirror, null, null))));
    }

    private static Optional<AnnotationView> ofPackage(Element tool) {
        Element around = tool;
        while (!(around instanceof PackageElement)) {
            around = Objects.requireNonNull(around.getEnclosingElement(), "a declaration is in a package");
        }
        String name = name(around);
        return AnnotationView.find(around, Policy.class)
                .map(policy -> policy.usedBy(new Location.Use(name, Location.of(tool))));
    }

    /** Reports a policy that class files don't keep: an incremental build sees the tool only as a class file. */
    private static void checkKept(AnnotationView policy, Findings findings) {
        boolean lost = AnnotationView.find(policy.element(), Retention.class)
                .flatMap(retention -> retention.constant("value"))
                .filter("SOURCE"::equals)
                .isPresent();
        Location.Use use = policy.use();
        if (lost && use != null) {
            findings.add(ToolWords.lostPolicy(use.policy()), use.place());
        }
    }

    private static String name(Element element) {
        return element.getKind() == ElementKind.PACKAGE ? "package " + element : "@" + element.getSimpleName();
    }
}
