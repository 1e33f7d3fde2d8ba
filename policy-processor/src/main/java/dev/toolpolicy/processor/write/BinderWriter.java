package dev.toolpolicy.processor.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import dev.toolpolicy.internal.json.ArgumentReader;
import dev.toolpolicy.processor.mirror.JavaType;
import dev.toolpolicy.processor.mirror.JavaType.Component;
import dev.toolpolicy.processor.mirror.JavaType.RecordShape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.lang.model.element.Modifier;

/**
 * The writer of the methods that create the record, and each record and enum in it, from a call's arguments.
 *
 * <pre>{@code
 * public ModifyFile bind(ObjectNode arguments) {
 *     ArgumentReader reader = ArgumentReader.of(arguments);
 *     return new ModifyFile(
 *             reader.at("path").path(),
 *             reader.at("patterns").list(ModifyFileTool::readReplacement));
 * }
 *
 * private static Replacement readReplacement(ArgumentReader reader) {
 *     return new Replacement(
 *             reader.at("find").text(),
 *             reader.at("mode").orNull(ModifyFileTool::readMode));
 * }
 * }</pre>
 *
 * <p>Each argument has exactly the type of its component, so the call can't select another constructor of the record.
 * Lambdas declare their parameter's type, which javac needs for choosing a constructor, and numbers are boxed by a
 * cast.
 */
final class BinderWriter {
    private final ClassName generated;
    private final ArgumentTable arguments;
    private final UniqueNames names = new UniqueNames();
    private final Map<ClassName, String> readers = new LinkedHashMap<>();
    private final Map<ClassName, MethodSpec> methods = new LinkedHashMap<>();

    BinderWriter(ClassName generated, ArgumentTable arguments) {
        this.generated = generated;
        this.arguments = arguments;
    }

    MethodSpec bind(RecordShape record) {
        MethodSpec.Builder bind = Generated.method("bind", record.type()).addParameter(ObjectNode.class, "arguments");
        if (!record.components().isEmpty()) {
            bind.addStatement("$T reader = $T.of(arguments)", ArgumentReader.class, ArgumentReader.class);
        }
        return bind.addCode(construction(record)).build();
    }

    /** Returns the method of a definition whose framework binds the arguments: they stay as they are. */
    MethodSpec copy() {
        return Generated.method("bind", ClassName.get(ObjectNode.class))
                .addParameter(ObjectNode.class, "arguments")
                .addStatement("return arguments.deepCopy()")
                .build();
    }

    /** Returns the methods for nested records and enums. Call {@link #bind} first. */
    List<MethodSpec> readers() {
        return List.copyOf(methods.values());
    }

    private CodeBlock construction(RecordShape record) {
        if (record.components().isEmpty()) {
            return CodeBlock.of("return new $T();\n", record.type());
        }
        CodeBlock components = record.components().stream().map(this::component).collect(CodeBlock.joining(",\n"));
        return CodeBlock.of("return new $T(\n$>$>$L$<$<);\n", record.type(), components);
    }

    private CodeBlock component(Component component) {
        CodeBlock reader = CodeBlock.of(
                "reader.at($L)", Literals.text(component.parameter().name()));
        return switch (component.presence()) {
            case ALWAYS ->
                component.declared().isBoxedPrimitive()
                        ? CodeBlock.of("($T) $L", component.declared(), value(component.type(), reader, 1))
                        : value(component.type(), reader, 1);
            case OPTIONAL -> CodeBlock.of("$L.optional($L)", reader, function(component.type(), 1));
            case NULLABLE -> CodeBlock.of("$L.orNull($L)", reader, function(component.type(), 1));
            case OPTIONAL_INT -> CodeBlock.of("$L.optionalInt()", reader);
            case OPTIONAL_LONG -> CodeBlock.of("$L.optionalLong()", reader);
            case OPTIONAL_DOUBLE -> CodeBlock.of("$L.optionalDouble()", reader);
        };
    }

    /** Returns the expression that reads a value. */
    private CodeBlock value(JavaType type, CodeBlock reader, int depth) {
        if (type instanceof JavaType.Scalar scalar) {
            return CodeBlock.of("$L.$L()", reader, scalar.reader());
        } else if (type instanceof JavaType.Container container) {
            return CodeBlock.of("$L.$L($L)", reader, container.reader(), function(container.element(), depth));
        } else if (type instanceof JavaType.Array array) {
            return array(array, reader, depth);
        }
        return CodeBlock.of("$L($L)", readerOf((JavaType.Named) type), reader);
    }

    private CodeBlock array(JavaType.Array array, CodeBlock reader, int depth) {
        CodeBlock list = CodeBlock.of("$L.list($L)", reader, function(array.element(), depth));
        if (!array.type().isPrimitive()) {
            return CodeBlock.of("$L.toArray($T[]::new)", list, array.type());
        }
        TypeName box = array.type().box();
        String name = array.type().toString();
        String capitalised = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        return CodeBlock.of("$L.stream().mapTo$L($T::$LValue).toArray()", list, capitalised, box, name);
    }

    /** Returns the function that reads a value. */
    private CodeBlock function(JavaType type, int depth) {
        if (type instanceof JavaType.Scalar scalar) {
            return CodeBlock.of("$T::$L", ArgumentReader.class, scalar.reader());
        } else if (type instanceof JavaType.Container || type instanceof JavaType.Array) {
            String element = depth == 1 ? "element" : "element" + depth;
            CodeBlock value = value(type, CodeBlock.of(element), depth + 1);
            return CodeBlock.of("($T $L) -> $L", ArgumentReader.class, element, value);
        }
        return CodeBlock.of("$T::$L", generated, readerOf((JavaType.Named) type));
    }

    private String readerOf(JavaType.Named type) {
        return type instanceof JavaType.Constants constants
                ? readerOf(type.type(), () -> choice(constants))
                : readerOf(type.type(), () -> construction((RecordShape) type));
    }

    private String readerOf(ClassName name, Supplier<CodeBlock> body) {
        String known = readers.get(name);
        if (known != null) {
            return known;
        }
        String method = names.claim("read" + name.simpleName());
        readers.put(name, method);
        MethodSpec.Builder spec = MethodSpec.methodBuilder(method)
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(name)
                .addParameter(ArgumentReader.class, "reader");
        methods.put(name, spec.build()); // reserves the position of the first mention
        methods.put(name, spec.addCode(body.get()).build());
        return method;
    }

    private CodeBlock choice(JavaType.Constants constants) {
        CodeBlock type = inExpressions(constants.type());
        CodeBlock.Builder code = CodeBlock.builder().add("return switch (reader.text()) {\n$>");
        constants.constants().forEach((json, java) -> code.add("case $L -> $L.$L;\n", Literals.text(json), type, java));
        code.add(
                "default -> throw reader.notOneOf($L);\n",
                Literals.texts(List.copyOf(constants.constants().keySet())));
        return code.add("$<};\n").build();
    }

    /**
     * Returns the name of a type for use in an expression. Where a constant or the method's parameter has the same name,
     * only the qualified name is the type.
     */
    private CodeBlock inExpressions(ClassName type) {
        String first = type.simpleNames().get(0);
        return arguments.isConstant(first) || first.equals("reader")
                ? CodeBlock.of("$L", type.canonicalName())
                : CodeBlock.of("$T", type);
    }
}
