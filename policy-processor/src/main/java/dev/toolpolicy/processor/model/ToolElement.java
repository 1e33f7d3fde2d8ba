package dev.toolpolicy.processor.model;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.processor.host.Host;
import dev.toolpolicy.processor.host.Hosts;
import dev.toolpolicy.processor.mirror.Names;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a tool: a type with our {@code @Tool}, or a method that a framework calls.
 *
 * @param type the type; for a method, the type that declares it
 * @param method the method; null for a type
 * @param host the framework that calls the method; null for a type
 * @param id the declaration's name in Java, {@code demo.Notes#read}; {@code demo.Notes#read#2} for the second tool among
 *     methods of this name; the same in all rounds
 */
public record ToolElement(
        TypeElement type,
        @Nullable ExecutableElement method,
        @Nullable Host host,
        String id) {
    /** The constant by which a definition names its method, as {@link #id} does. */
    public static final String METHOD = "METHOD";

    public static ToolElement of(TypeElement type) {
        return new ToolElement(type, null, null, type.getQualifiedName().toString());
    }

    /** Returns the declaration that is a method; empty if no framework calls the method. */
    public static Optional<ToolElement> of(ExecutableElement method, Hosts hosts) {
        TypeElement type = (TypeElement) Objects.requireNonNull(method.getEnclosingElement(), "a method is in a type");
        return hosts.of(method).map(host -> new ToolElement(type, method, host, id(type, method, hosts)));
    }

    private static String id(TypeElement type, ExecutableElement method, Hosts hosts) {
        int number = named(type, method.getSimpleName())
                        .filter(each -> hosts.of(each).isPresent())
                        .toList()
                        .indexOf(method)
                + 1;
        return type.getQualifiedName() + "#" + method.getSimpleName() + (number > 1 ? "#" + number : "");
    }

    private static Stream<ExecutableElement> named(TypeElement type, CharSequence name) {
        return ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                .filter(each -> each.getSimpleName().contentEquals(name));
    }

    /** Finds a declaration by its id, in the current round. */
    public static Optional<ToolElement> find(String id, Elements elements, Hosts hosts) {
        int end = id.indexOf('#');
        TypeElement type = elements.getTypeElement(end < 0 ? id : id.substring(0, end));
        if (type == null || end < 0) {
            return Optional.ofNullable(type).map(ToolElement::of);
        }
        return named(type, id.substring(end + 1).split("#", 2)[0])
                .flatMap(method -> of(method, hosts).stream())
                .filter(tool -> tool.id.equals(id))
                .findFirst();
    }

    /** Returns the declaration's name in messages, {@code ReadFile} or {@code Notes.read}. */
    public String label() {
        return type.getSimpleName() + (method == null ? "" : "." + method.getSimpleName());
    }

    public Element element() {
        return method == null ? type : method;
    }

    /** Returns the name that models see. */
    public String name() {
        return method == null || host == null ? Names.ofTool(type) : host.toolName(method);
    }

    /** Returns the name of the tool's definition, which is in the package of its declaration. */
    public ClassName definition() {
        ClassName declaring = ClassName.get(type);
        String name = String.join("_", declaring.simpleNames());
        return ClassName.get(
                declaring.packageName(), name + (method == null ? "" : "_" + method.getSimpleName()) + "Tool");
    }
}
