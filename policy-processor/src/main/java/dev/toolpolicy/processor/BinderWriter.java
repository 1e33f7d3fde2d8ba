package dev.toolpolicy.processor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import dev.toolpolicy.processor.JavaType.Component;
import dev.toolpolicy.processor.JavaType.RecordShape;
import dev.toolpolicy.schema.ArgumentReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the methods that make the record, and each record and enum in it, from a call's arguments.
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
 */
final class BinderWriter {
    private final ClassName generated;
    private final Names.Unique names = new Names.Unique();
    private final Map<ClassName, String> readers = new LinkedHashMap<>();
    private final Map<ClassName, String> methods = new LinkedHashMap<>();

    BinderWriter(ClassName generated) {
        this.generated = generated;
    }

    String bind(RecordShape record) {
        String reader = record.components().isEmpty()
                ? ""
                : Code.of("$T reader = $T.of(arguments);\n", ArgumentReader.class, ArgumentReader.class);
        return Code.of(
                "@$T\npublic $T bind($T arguments) {\n$>$L$L$<}\n",
                Override.class, record.type(), ObjectNode.class, reader, construction(record));
    }

    /** The methods for what the record contains; known once {@link #bind} was written. */
    List<String> readers() {
        return List.copyOf(methods.values());
    }

    private String construction(RecordShape record) {
        if (record.components().isEmpty()) {
            return Code.of("return new $T();\n", record.type());
        }
        String components =
                record.components().stream().map(this::component).collect(Collectors.joining(",\n"));
        return Code.of("return new $T(\n$>$>$L$<$<);\n", record.type(), components);
    }

    private String component(Component component) {
        String reader =
                Code.of("reader.at($L)", Literals.text(component.parameter().name()));
        return switch (component.presence()) {
            case ALWAYS -> value(component.type(), reader, 1);
            case OPTIONAL -> Code.of("$L.optional($L)", reader, function(component.type(), 1));
            case NULLABLE -> Code.of("$L.orNull($L)", reader, function(component.type(), 1));
            case OPTIONAL_INT -> Code.of("$L.optionalInt()", reader);
            case OPTIONAL_LONG -> Code.of("$L.optionalLong()", reader);
            case OPTIONAL_DOUBLE -> Code.of("$L.optionalDouble()", reader);
        };
    }

    private String value(JavaType type, String reader, int depth) {
        if (type instanceof JavaType.Scalar scalar) {
            return Code.of("$L.$L()", reader, scalar.reader());
        } else if (type instanceof JavaType.Sequence sequence) {
            return Code.of("$L.$L($L)", reader, sequence.reader(), function(sequence.element(), depth));
        } else if (type instanceof JavaType.Mapping map) {
            return Code.of("$L.map($L)", reader, function(map.value(), depth));
        } else if (type instanceof JavaType.Array array) {
            return array(array, reader, depth);
        }
        return Code.of("$L($L)", readerOf(type), reader);
    }

    private String array(JavaType.Array array, String reader, int depth) {
        String list = Code.of("$L.list($L)", reader, function(array.element(), depth));
        if (!array.type().isPrimitive()) {
            return Code.of("$L.toArray($T[]::new)", list, array.type());
        }
        TypeName box = array.type().box();
        String name = array.type().toString();
        String capitalised = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        return Code.of("$L.stream().mapTo$L($T::$LValue).toArray()", list, capitalised, box, name);
    }

    private String function(JavaType type, int depth) {
        if (type instanceof JavaType.Scalar scalar) {
            return Code.of("$T::$L", ArgumentReader.class, scalar.reader());
        } else if (type instanceof JavaType.Constants || type instanceof JavaType.Nested) {
            return Code.of("$T::$L", generated, readerOf(type));
        }
        String element = depth == 1 ? "element" : "element" + depth;
        return Code.of("$L -> $L", element, value(type, element, depth + 1));
    }

    private String readerOf(JavaType type) {
        ClassName name = type instanceof JavaType.Constants constants
                ? constants.type()
                : ((JavaType.Nested) type).shape().type();
        String known = readers.get(name);
        if (known != null) {
            return known;
        }
        String method = names.claim("read" + name.simpleName());
        readers.put(name, method);
        methods.put(name, "");    // keeps the place of the first mention
        String body = type instanceof JavaType.Constants constants
                ? choice(constants)
                : construction(((JavaType.Nested) type).shape());
        methods.put(name, Code.of(
                "private static $T $L($T reader) {\n$>$L$<}\n", name, method, ArgumentReader.class, body));
        return method;
    }

    private static String choice(JavaType.Constants constants) {
        StringBuilder cases = new StringBuilder();
        constants.constants().forEach((json, java) ->
                cases.append(Code.of("case $L -> $T.$L;\n", Literals.text(json), constants.type(), java)));
        return Code.of(
                "return switch (reader.text()) {\n$>$Ldefault -> throw reader.notOneOf($L);\n$<};\n",
                cases, Literals.texts(List.copyOf(constants.constants().keySet())));
    }
}
