package dev.toolpolicy.processor.host;

import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.lang.annotation.Retention;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Spring AI, and MCP servers that describe methods as it does: parameters by their names in Java, objects by the fields
 * that Jackson reads.
 */
final class SpringAi implements Host {
    private static final String JSON_PROPERTY = "com.fasterxml.jackson.annotation.JsonProperty";
    private static final String SCHEMA = "io.swagger.v3.oas.annotations.media.Schema";

    private final SpringNames names;
    private final Fields fields;

    SpringAi(SpringNames names, Elements elements, Types types) {
        this.names = names;
        this.fields = new Fields(names, elements, types);
    }

    @Override
    public String annotation() {
        return names.tool();
    }

    @Override
    public String parameterAnnotation() {
        return names.parameter().substring(names.parameter().lastIndexOf('.') + 1);
    }

    @Override
    public Optional<AnnotationView> find(Element method) {
        return AnnotationView.find(method, names.tool())
                .or(() -> composed(method).map(ComposedTool::use));
    }

    /** Returns the annotation of a team's own that makes a method a tool; empty if the framework's own is on it. */
    private Optional<ComposedTool> composed(Element method) {
        boolean isDirect = AnnotationView.find(method, names.tool()).isPresent();
        return isDirect || !names.composed() ? Optional.empty() : ComposedTool.find(method, names.tool());
    }

    @Override
    public Optional<String> nameFault(ExecutableElement method) {
        return composed(method).flatMap(tool -> tool.fault(names.tool()));
    }

    @Override
    public String toolName(ExecutableElement method) {
        return text(method, "name");
    }

    @Override
    public String description(ExecutableElement method) {
        return text(method, "description");
    }

    private String text(ExecutableElement method, String member) {
        return composed(method)
                .map(tool -> tool.text(member))
                .orElseGet(() -> find(method).flatMap(tool -> tool.text(member)))
                .filter(text -> !text.isBlank())
                .orElseGet(() -> method.getSimpleName().toString());
    }

    @Override
    public Optional<HostParameter> parameter(VariableElement parameter) {
        boolean marked = names.marks().stream()
                .anyMatch(mark -> AnnotationView.find(parameter, mark).isPresent());
        if (marked || fields.isInjected(parameter.asType())) {
            return Optional.empty();
        }
        String description = AnnotationView.find(parameter, names.parameter())
                .flatMap(view -> view.text("description"))
                .orElse("");
        return Optional.of(new HostParameter(
                parameter.getSimpleName().toString(),
                description,
                isRequired(names, parameter, parameter.asType()),
                parameter.asType(),
                Optional.empty()));
    }

    @Override
    public ParameterType type(TypeMirror type) {
        return fields.read(type);
    }

    /** Returns whether a parameter or a field is required. The first annotation that says so decides. */
    private static boolean isRequired(SpringNames names, VariableElement variable, TypeMirror type) {
        Optional<AnnotationView> own = AnnotationView.find(variable, names.parameter());
        if (own.isPresent()) {
            return own.get().flag("required").orElse(true);
        }
        Optional<AnnotationView> json = AnnotationView.find(variable, JSON_PROPERTY);
        if (json.isPresent()) {
            return json.get().flag("required").orElse(false);
        }
        Optional<AnnotationView> schema = AnnotationView.find(variable, SCHEMA);
        if (schema.isPresent()) {
            boolean optional = schema.get()
                    .constant("requiredMode")
                    .filter("NOT_REQUIRED"::equals)
                    .isPresent();
            return !optional || schema.get().flag("required").orElse(false);
        }
        return !isNullable(names, variable, variable) && !isNullable(names, type, variable);
    }

    /**
     * Returns whether Spring sees that null is allowed: by an annotation that class files keep for run time, or in Kotlin.
     */
    private static boolean isNullable(SpringNames names, AnnotatedConstruct construct, Element in) {
        return construct.getAnnotationMirrors().stream()
                .map(AnnotationMirror::getAnnotationType)
                .map(DeclaredType::asElement)
                .filter(annotation -> annotation.getSimpleName().contentEquals("Nullable"))
                .filter(annotation ->
                        names.nullable().map(annotation.toString()::equals).orElse(true))
                .anyMatch(annotation -> isKept(annotation) || isKotlin(in));
    }

    private static boolean isKept(Element annotation) {
        return AnnotationView.find(annotation, Retention.class)
                .flatMap(retention -> retention.constant("value"))
                .filter("RUNTIME"::equals)
                .isPresent();
    }

    private static boolean isKotlin(Element in) {
        return Stream.<Element>iterate(in, each -> each != null, Element::getEnclosingElement)
                .anyMatch(each -> AnnotationView.find(each, "kotlin.Metadata").isPresent());
    }

    /** The reader of types. */
    private static final class Fields extends HostTypes {
        private static final Set<String> TEXTS =
                Set.of(("java.net.URI java.util.Date java.time.LocalDate java.time.LocalDateTime java.time.LocalTime"
                    + " java.time.OffsetDateTime java.time.OffsetTime java.time.ZonedDateTime java.time.Instant"
                    + " java.time.Duration java.time.Period java.time.ZoneId")
                        .split(" "));
        private static final Set<String> SCHEMA_WORDS = Set.of("description", "title", "example", "requiredMode");

        private final SpringNames names;
        private final JacksonUse jackson;

        Fields(SpringNames names, Elements elements, Types types) {
            super(names.framework(), TEXTS, ParameterType.any(), names.injected(), elements, types);
            this.names = names;
            this.jackson = new JacksonUse(
                    names.framework(), Set.of("JsonProperty", "JsonPropertyDescription", "JsonInclude", "JsonIgnore"));
        }

        @Override
        Optional<ParameterType> special(TypeMirror type) {
            String name = Names.simple(type);
            if (name.equals("byte") || name.equals("Byte")) {
                throw new UnservedTypeException(
                        "but " + names.framework() + " describes " + name + " as a text", "write int");
            }
            return Optional.empty();
        }

        @Override
        void check(TypeElement type) {
            jackson.check(type);
            boolean renames = type.getKind() == ElementKind.ENUM
                    && ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                            .anyMatch(method -> method.getSimpleName().contentEquals("toString"));
            if (renames) {
                throw new UnservedTypeException(
                        "but " + names.framework() + " reads its constants by toString()", "remove toString()");
            }
        }

        @Override
        Optional<Parameter> property(VariableElement field) {
            boolean ignored = AnnotationView.find(field, "com.fasterxml.jackson.annotation.JsonIgnore")
                    .isPresent();
            if (ignored || field.getModifiers().contains(Modifier.TRANSIENT)) {
                return Optional.empty();
            }
            checkSchema(field);
            String name = AnnotationView.find(field, JSON_PROPERTY)
                    .flatMap(view -> view.text("value"))
                    .filter(given -> !given.isEmpty())
                    .orElseGet(() -> field.getSimpleName().toString());
            Optional<TypeMirror> optional = HostTypes.optionalValue(field.asType());
            boolean required = optional.isEmpty() && isRequired(names, field, field.asType());
            ParameterType type = read(optional.orElseGet(field::asType));
            return Optional.of(required ? Parameter.required(name, type) : Parameter.optional(name, type));
        }

        private void checkSchema(VariableElement field) {
            List<String> others =
                    AnnotationView.find(field, SCHEMA).map(AnnotationView::members).orElse(List.of()).stream()
                            .filter(member -> !SCHEMA_WORDS.contains(member))
                            .toList();
            if (!others.isEmpty()) {
                throw new UnservedTypeException(
                        "where " + others.get(0) + " of @Schema on " + field.getSimpleName()
                                + " changes what models are told",
                        "remove it");
            }
        }
    }
}
