package dev.toolpolicy.processor.host;

import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.schema.ParameterType;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** The conventions by which a framework makes a tool of an annotated method. */
public interface Host {

    /** Returns the qualified name of the annotation that makes a method a tool. */
    String annotation();

    /** Returns the simple name of the annotation that describes a parameter, {@code P}. */
    String parameterAnnotation();

    /** Returns the annotation on a method, or the one that carries it; empty if the method is not a tool of this framework. */
    default Optional<AnnotationView> find(Element method) {
        return AnnotationView.find(method, annotation());
    }

    /** Returns why the tool's name can't be told from the annotation; empty if it can. */
    default Optional<String> nameFault(ExecutableElement method) {
        return Optional.empty();
    }

    /** Returns what a program must do so that the policies of a class count; empty if the framework's users need not. */
    default Optional<String> reminder(String type) {
        return Optional.empty();
    }

    /** Returns the name that models see. */
    default String toolName(ExecutableElement method) {
        return find(method)
                .flatMap(tool -> tool.text("name"))
                .filter(name -> !name.isBlank())
                .orElseGet(() -> method.getSimpleName().toString());
    }

    /** Returns the description that models see; may be empty. */
    String description(ExecutableElement method);

    /** Returns what models see of a parameter; empty for a parameter whose value the framework provides. */
    Optional<HostParameter> parameter(VariableElement parameter);

    /**
     * Returns the type that the framework describes to models.
     *
     * @throws UnservedTypeException if the framework describes it in another way than it reads it, or than rules can see
     * @throws UndefinedException if the type is undefined
     */
    ParameterType type(TypeMirror type);
}
