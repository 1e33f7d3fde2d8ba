package dev.toolpolicy.processor.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.palantir.javapoet.CodeBlock;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The writer of a tool's schema, in code and as JSON Schema.
 *
 * <pre>{@code
 * ToolSchema.of(
 *         Parameter.required("path", ParameterType.path()).describedAs("The file to read."),
 *         Parameter.optional("limit", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE))
 *                 .withDefault(IntNode.valueOf(100)))
 * }</pre>
 */
final class SchemaWriter {

    private SchemaWriter() {}

    static CodeBlock schema(ToolSchema schema) {
        return CodeBlock.of("$T.of($L)", ToolSchema.class, parameters(schema.parameters()));
    }

    private static CodeBlock parameters(List<Parameter> parameters) {
        return parameters.isEmpty()
                ? CodeBlock.of("")
                : CodeBlock.of(
                        "\n$>$>$L$<$<",
                        parameters.stream().map(SchemaWriter::parameter).collect(CodeBlock.joining(",\n")));
    }

    private static CodeBlock parameter(Parameter parameter) {
        List<CodeBlock> calls = new ArrayList<>();
        calls.add(CodeBlock.of(
                "$T.$L($L, $L)",
                Parameter.class,
                parameter.isRequired() ? "required" : "optional",
                Literals.text(parameter.name()),
                type(parameter.type())));
        parameter.defaultValue().ifPresent(value -> calls.add(CodeBlock.of(".withDefault($L)", Literals.json(value))));
        if (!parameter.description().isEmpty()) {
            calls.add(CodeBlock.of(".describedAs($L)", Literals.text(parameter.description())));
        }
        if (parameter.isLarge()) {
            calls.add(CodeBlock.of(".asLarge()"));
        }
        if (parameter.isSink()) {
            calls.add(CodeBlock.of(".asSink()"));
        }
        CodeBlock more =
                calls.stream().skip(1).map(call -> CodeBlock.of("\n$L", call)).collect(CodeBlock.joining(""));
        return CodeBlock.of("$L$>$>$L$<$<", calls.get(0), more);
    }

    /** Returns the call that creates a type. */
    private static CodeBlock type(ParameterType type) {
        return switch (type.kind()) {
            case STRING -> create("string($L)", Literals.texts(type.allowed()));
            case PATH -> create("path()");
            case INTEGER -> integer(type);
            case NUMBER ->
                type.precision() == ParameterType.Precision.EXACT
                        ? create("number()")
                        : create("number($T.$L)", ParameterType.Precision.class, type.precision());
            case BOOLEAN -> create("bool()");
            case ARRAY -> create("arrayOf($L)", type(type.items().orElseThrow()));
            case OBJECT -> object(type);
            case ANY -> create("any()");
        };
    }

    /** Returns the call of a factory method of {@link ParameterType}. */
    private static CodeBlock create(String call, Object... values) {
        return CodeBlock.of("$T.$L", ParameterType.class, CodeBlock.of(call, values));
    }

    private static CodeBlock object(ParameterType object) {
        return object.additional() != null
                ? create("mapOf($L)", type(object.additional()))
                : create("objectOf($L)", parameters(object.properties()));
    }

    private static CodeBlock integer(ParameterType type) {
        BigInteger lowest = type.lowest();
        if (lowest == null) {
            return create("integer()");
        }
        Class<?> holder = switch (lowest.bitLength() + 1) {
            case Byte.SIZE -> Byte.class;
            case Short.SIZE -> Short.class;
            case Integer.SIZE -> Integer.class;
            default -> Long.class;
        };
        return create("integer($T.MIN_VALUE, $T.MAX_VALUE)", holder, holder);
    }

    /** Returns the schema as JSON Schema text, with a line for each parameter. */
    static CodeBlock jsonSchema(ToolSchema schema) {
        String text = schema.toJson()
                .propertyStream()
                .map(each -> member(each.getKey(), each.getValue()))
                .collect(Collectors.joining(",\n", "{", "}"));
        return Literals.block(text.lines().toList());
    }

    private static String member(String name, JsonNode value) {
        String text = name.equals("properties") && !value.isEmpty()
                ? value.propertyStream()
                        .map(each -> TextNode.valueOf(each.getKey()) + ":" + each.getValue())
                        .collect(Collectors.joining(",\n", "{\n", "}"))
                : value.toString();
        return TextNode.valueOf(name) + ":" + text;
    }
}
