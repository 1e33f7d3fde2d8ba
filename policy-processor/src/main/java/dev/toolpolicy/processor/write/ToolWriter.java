package dev.toolpolicy.processor.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.processor.mirror.JavaType.RecordShape;
import dev.toolpolicy.processor.model.PolicyDeclaration;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.processor.model.ToolElement;
import dev.toolpolicy.processor.model.ToolModel;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * The writer of a tool's definition: its constants, the methods of {@code ToolSpec}, and the method that binds
 * arguments to the record.
 *
 * <pre>{@code
 * public final class ModifyFileTool implements ToolSpec<ModifyFile> {
 *     public static final ModifyFileTool TOOL = new ModifyFileTool();
 *     public static final String NAME = "fs_modify_file";
 *     public static final String DESCRIPTION = "Replaces text in a file.";
 *     public static final Argument.Text PATH = Argument.Text.at("/path");
 *     public static final ToolSchema SCHEMA = ToolSchema.of(…);
 *     public static final String JSON_SCHEMA = """…""";
 *     private static final RuleList RUN = RuleList.of(…);
 *     …
 *     public ModifyFile bind(ObjectNode arguments) {…}
 * }
 * }</pre>
 */
public final class ToolWriter {
    private static final TypeName RULES = TypeName.get(RuleList.class);
    private static final TypeName SCHEMA = TypeName.get(ToolSchema.class);
    private static final TypeName REQUIREMENTS = ParameterizedTypeName.get(List.class, Requirement.class);
    private static final TypeName LIMITS = ParameterizedTypeName.get(List.class, CallLimit.class);
    private static final TypeName RESULT_SPECS = ParameterizedTypeName.get(List.class, ResultSpec.class);
    private static final TypeName OPTIONAL_TEXT = ParameterizedTypeName.get(Optional.class, String.class);
    private static final TypeName OPTIONAL_RULES = ParameterizedTypeName.get(Optional.class, RuleList.class);

    private final ToolModel model;
    private final ToolDeclaration tool;
    private final ArgumentTable arguments;

    private ToolWriter(ToolModel model) {
        this.model = model;
        this.tool = model.declaration();
        this.arguments = new ArgumentTable(tool.schema(), tool.shape().isEmpty());
    }

    /** Returns the file of a tool's definition. */
    public static JavaFile write(ToolModel model, Class<?> processor, Elements elements, TypeElement origin) {
        return new ToolWriter(model).file(processor, elements, origin);
    }

    private JavaFile file(Class<?> processor, Elements elements, TypeElement origin) {
        ClassName handled = tool.shape().map(RecordShape::type).orElse(ClassName.get(ObjectNode.class));
        TypeSpec.Builder type = Generated.by(processor, tool.generated(), origin, elements)
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .addSuperinterface(ParameterizedTypeName.get(ClassName.get(ToolSpec.class), handled))
                .addJavadoc(javadoc())
                .addOriginatingElement(origin);
        suppressed(new Warnings(elements).of(tool, origin)).ifPresent(type::addAnnotation);
        addConstants(type);
        addDefinition(type);
        addBinder(type);
        return Generated.file(tool.generated().packageName(), type.build());
    }

    private CodeBlock javadoc() {
        return tool.shape()
                .map(record -> CodeBlock.of("Generated from {@link $T}.", record.type()))
                .orElseGet(() -> CodeBlock.of(
                        "Generated from the method {@code $L}. Its framework converts the arguments.",
                        tool.source().id()));
    }

    private static Optional<AnnotationSpec> suppressed(List<String> warnings) {
        AnnotationSpec.Builder annotation = AnnotationSpec.builder(SuppressWarnings.class);
        warnings.forEach(warning -> annotation.addMember("value", "$S", warning));
        return warnings.isEmpty() ? Optional.empty() : Optional.of(annotation.build());
    }

    private void addConstants(TypeSpec.Builder type) {
        type.addField(Generated.constant(tool.generated(), "TOOL", "The tool, for handlers and catalogs.")
                .initializer("new $T()", tool.generated())
                .build());
        type.addField(constant(String.class, "NAME", Literals.text(tool.name()), "The tool's name, as models see it."));
        type.addField(constant(
                String.class, "DESCRIPTION", Literals.text(tool.description()), "The tool's description for models."));
        if (tool.shape().isEmpty()) {
            type.addField(constant(
                    String.class,
                    ToolElement.METHOD,
                    Literals.text(tool.source().id()),
                    "The method that the framework calls."));
        }
        arguments.fields().forEach(type::addField);
        type.addField(
                constant(ToolSchema.class, "SCHEMA", SchemaWriter.schema(tool.schema()), "The tool's parameters."));
        type.addField(constant(
                String.class,
                "JSON_SCHEMA",
                CodeBlock.of("$>$>$L$<$<", SchemaWriter.jsonSchema(tool.schema())),
                "The tool's parameters as JSON Schema, as models see them."));
        addPolicy(type);
    }

    private void addPolicy(TypeSpec.Builder type) {
        RuleWriter rules = new RuleWriter(arguments, tool.scope());
        PolicyDeclaration policy = tool.policy();
        if (hasFacts()) {
            addHidden(type, SCHEMA, "FACTS", SchemaWriter.schema(policy.facts().schema()));
        }
        model.run().ifPresent(list -> addHidden(type, RULES, "RUN", rules.rules(list)));
        model.result().ifPresent(list -> addHidden(type, RULES, "RESULT", rules.rules(list)));
        if (!policy.requires().isEmpty()) {
            addHidden(type, REQUIREMENTS, "REQUIRES", rules.requirements(policy.requires()));
        }
        if (!policy.limits().isEmpty()) {
            List<CallLimit> limits = policy.limits().stream()
                    .map(limit -> limit.read().limit().orElseThrow())
                    .toList();
            addHidden(type, LIMITS, "LIMITS", RuleWriter.limits(limits));
        }
        policy.results()
                .ifPresent(results ->
                        addHidden(type, RESULT_SPECS, "RESULTS", RuleWriter.results(List.of(results.read()))));
    }

    private boolean hasFacts() {
        return !tool.policy().facts().schema().parameters().isEmpty();
    }

    private void addDefinition(TypeSpec.Builder type) {
        type.addMethod(Generated.constructor("Creates the definition. Instances are stateless and interchangeable."));
        type.addMethod(getter(TypeName.get(String.class), "name", CodeBlock.of("NAME")));
        type.addMethod(getter(TypeName.get(String.class), "description", CodeBlock.of("DESCRIPTION")));
        type.addMethod(getter(SCHEMA, "schema", CodeBlock.of("SCHEMA")));
        type.addMethod(getter(TypeName.get(String.class), "jsonSchema", CodeBlock.of("JSON_SCHEMA")));
        if (tool.shape().isEmpty()) {
            type.addMethod(
                    getter(OPTIONAL_TEXT, "hostMethod", CodeBlock.of("$T.of($L)", Optional.class, ToolElement.METHOD)));
        }
        if (hasFacts()) {
            type.addMethod(getter(SCHEMA, "facts", CodeBlock.of("FACTS")));
        }
        type.addMethod(getter(OPTIONAL_RULES, "run", optional(model.run(), "RUN")));
        type.addMethod(getter(OPTIONAL_RULES, "result", optional(model.result(), "RESULT")));
        if (model.clean() && (model.run().isPresent() || model.result().isPresent())) {
            type.addMethod(isChecked());
        }
        if (!tool.policy().limits().isEmpty()) {
            type.addMethod(getter(LIMITS, "limits", CodeBlock.of("LIMITS")));
        }
        if (tool.policy().results().isPresent()) {
            type.addMethod(getter(RESULT_SPECS, "results", CodeBlock.of("RESULTS")));
        }
        boolean requires = !tool.policy().requires().isEmpty();
        type.addMethod(getter(
                REQUIREMENTS,
                "requirements",
                requires ? CodeBlock.of("REQUIRES") : CodeBlock.of("$T.of()", List.class)));
        addEquality(type);
    }

    /** Says of the very lists, parameters and facts of this class that they were checked together. */
    private MethodSpec isChecked() {
        CodeBlock own = Stream.of(model.run().map(list -> "RUN"), model.result().map(list -> "RESULT"))
                .flatMap(Optional::stream)
                .map(list -> CodeBlock.of("rules == $L", list))
                .collect(CodeBlock.joining(" || "));
        return Generated.method("isChecked", TypeName.BOOLEAN)
                .addParameter(RuleList.class, "rules")
                .addParameter(ToolSchema.class, "parameters")
                .addParameter(int.class, "edition")
                .addStatement("return edition == $L && parameters == SCHEMA && ($L)", RuleListCheck.EDITION, own)
                .build();
    }

    /** Makes all instances equal, since they are interchangeable. */
    private void addEquality(TypeSpec.Builder type) {
        type.addMethod(Generated.method("equals", TypeName.BOOLEAN)
                .addParameter(Object.class, "other")
                .addStatement("return other instanceof $T", tool.generated())
                .build());
        type.addMethod(getter(TypeName.INT, "hashCode", CodeBlock.of("NAME.hashCode()")));
    }

    private void addBinder(TypeSpec.Builder type) {
        BinderWriter binder = new BinderWriter(tool.generated(), arguments);
        type.addMethod(tool.shape().map(binder::bind).orElseGet(binder::copy));
        binder.readers().forEach(type::addMethod);
    }

    private static CodeBlock optional(Optional<RuleList> list, String constant) {
        return list.isPresent()
                ? CodeBlock.of("$T.of($L)", Optional.class, constant)
                : CodeBlock.of("$T.empty()", Optional.class);
    }

    private static FieldSpec constant(Class<?> type, String name, CodeBlock value, String comment) {
        return Generated.constant(TypeName.get(type), name, comment)
                .initializer(value)
                .build();
    }

    private static void addHidden(TypeSpec.Builder to, TypeName type, String name, CodeBlock value) {
        to.addField(FieldSpec.builder(type, name, Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer(value)
                .build());
    }

    private static MethodSpec getter(TypeName type, String name, CodeBlock value) {
        return Generated.method(name, type).addStatement("return $L", value).build();
    }
}
