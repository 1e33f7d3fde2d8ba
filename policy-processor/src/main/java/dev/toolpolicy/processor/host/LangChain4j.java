package dev.toolpolicy.processor.host;

import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * LangChain4j: methods with {@code @Tool}, whose parameters may have {@code @P}. Objects are described by the fields
 * that their class declares, by the fields' names in Java.
 */
final class LangChain4j implements Host {
    static final String TOOL = "dev.langchain4j.agent.tool.Tool";

    private static final String P = "dev.langchain4j.agent.tool.P";
    /** The beginning of the text by which LangChain4j knows that there is no default. */
    private static final String NO_DEFAULT = "\0";

    private static final String MEMORY_ID = "dev.langchain4j.agent.tool.ToolMemoryId";
    private static final List<String> INJECTED = List.of(
            "dev.langchain4j.invocation.InvocationParameters",
            "dev.langchain4j.invocation.LangChain4jManaged",
            "dev.langchain4j.invocation.InvocationContext");

    private final Fields fields;

    LangChain4j(Elements elements, Types types) {
        this.fields = new Fields(elements, types);
    }

    @Override
    public String annotation() {
        return TOOL;
    }

    @Override
    public String parameterAnnotation() {
        return "P";
    }

    @Override
    public Optional<String> reminder(String type) {
        return Optional.of("[toolpolicy] the policies of " + type + " count only where PolicyTools has its object:"
                + " .toolProvider(PolicyTools.of(policies, object)) in place of .tools(object)");
    }

    @Override
    public String description(ExecutableElement method) {
        return find(method).map(tool -> String.join("\n", tool.texts("value"))).orElse("");
    }

    @Override
    public Optional<HostParameter> parameter(VariableElement parameter) {
        if (AnnotationView.find(parameter, MEMORY_ID).isPresent() || fields.isInjected(parameter.asType())) {
            return Optional.empty();
        }
        Optional<AnnotationView> p = AnnotationView.find(parameter, P);
        Optional<TypeMirror> optional = HostTypes.optionalValue(parameter.asType());
        Optional<String> defaultText =
                p.flatMap(view -> view.text("defaultValue")).filter(text -> !text.startsWith(NO_DEFAULT));
        boolean required = optional.isEmpty()
                && defaultText.isEmpty()
                && p.flatMap(view -> view.flag("required")).orElse(true);
        String name = p.flatMap(view -> view.text("name"))
                .filter(given -> !given.isBlank())
                .orElseGet(() -> parameter.getSimpleName().toString());
        String description = p.flatMap(view ->
                        view.text("description").filter(text -> !text.isBlank()).or(() -> view.text("value")))
                .orElse("");
        return Optional.of(
                new HostParameter(name, description, required, optional.orElseGet(parameter::asType), defaultText));
    }

    @Override
    public ParameterType type(TypeMirror type) {
        return fields.read(type);
    }

    /** The reader of types. */
    private static final class Fields extends HostTypes {
        private static final String DESCRIPTION = "dev.langchain4j.model.output.structured.Description";
        private static final String JSON_PROPERTY = "com.fasterxml.jackson.annotation.JsonProperty";
        private static final JacksonUse JACKSON =
                new JacksonUse("LangChain4j", Set.of("JsonProperty", "JsonPropertyDescription", "JsonInclude"));

        Fields(Elements elements, Types types) {
            super("LangChain4j", Set.of(), ParameterType.mapOf(ParameterType.any()), INJECTED, elements, types);
        }

        @Override
        void check(TypeElement type) {
            if (type.getModifiers().contains(Modifier.SEALED) && type.getKind() != ElementKind.ENUM) {
                throw new UnservedTypeException("of which " + Names.simple(type.asType()) + " has several kinds", "");
            }
            JACKSON.check(type);
        }

        @Override
        Optional<Parameter> property(VariableElement field) {
            Optional<AnnotationView> json = AnnotationView.find(field, JSON_PROPERTY);
            String name = field.getSimpleName().toString();
            Optional<String> renamed =
                    json.flatMap(view -> view.text("value")).filter(given -> !given.isEmpty() && !given.equals(name));
            if (renamed.isPresent() || field.getModifiers().contains(Modifier.TRANSIENT)) {
                throw new UnservedTypeException(
                        "but LangChain4j describes its field " + name + " to models and doesn't read it",
                        renamed.map(given -> "rename the field to " + given + ", or remove @JsonProperty")
                                .orElse("remove \"transient\""));
            }
            boolean required = json.isEmpty() || json.get().flag("required").orElse(false);
            ParameterType type = read(field.asType());
            String description = AnnotationView.find(field, DESCRIPTION)
                    .map(view -> String.join(" ", view.texts("value")))
                    .orElse("");
            return Optional.of(new Parameter(name, type, required, Optional.empty(), description, false, false));
        }
    }
}
