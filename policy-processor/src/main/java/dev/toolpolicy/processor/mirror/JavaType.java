package dev.toolpolicy.processor.mirror;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.Types;

/** The type of a component: its schema, and how generated code reads its value. */
public sealed interface JavaType {

    /** Returns the type of the parameter. */
    ParameterType schema();

    /** Returns the records and enums in it. */
    default Set<ClassName> named() {
        return Set.of();
    }

    /** A type with a reader of its own in generated code. */
    sealed interface Named extends JavaType {
        ClassName type();
    }

    /** Returns the type of a primitive; empty for {@code char} and {@code void}. */
    static Optional<JavaType> primitive(TypeKind kind) {
        return Optional.ofNullable(
                switch (kind) {
                    case BOOLEAN -> new Scalar(ParameterType.bool(), "flag");
                    case BYTE -> whole(Byte.MIN_VALUE, Byte.MAX_VALUE, "byteValue");
                    case SHORT -> whole(Short.MIN_VALUE, Short.MAX_VALUE, "shortValue");
                    case INT -> whole(Integer.MIN_VALUE, Integer.MAX_VALUE, "intValue");
                    case LONG -> whole(Long.MIN_VALUE, Long.MAX_VALUE, "longValue");
                    case FLOAT -> new Scalar(ParameterType.number(Precision.FLOAT), "floatValue");
                    case DOUBLE -> new Scalar(ParameterType.number(Precision.DOUBLE), "doubleValue");
                    default -> null;
                });
    }

    /** Returns the type of the primitive that a class boxes; empty for another class. */
    static Optional<JavaType> unboxed(DeclaredType type, Types types) {
        try {
            return primitive(types.unboxedType(type).getKind());
        } catch (IllegalArgumentException notABox) {
            return Optional.empty();
        }
    }

    private static JavaType whole(long lowest, long highest, String reader) {
        return new Scalar(ParameterType.integer(lowest, highest), reader);
    }

    /**
     * A type that one method of {@code ArgumentReader} reads.
     *
     * @param schema the type of the parameter
     * @param reader the method's name
     */
    record Scalar(ParameterType schema, String reader) implements JavaType {}

    /**
     * An enum.
     *
     * @param type the enum
     * @param constants the constants' names in Java by their names in JSON, in order
     */
    record Constants(ClassName type, Map<String, String> constants) implements Named {
        @Override
        public Set<ClassName> named() {
            return Set.of(type);
        }

        @Override
        public ParameterType schema() {
            return ParameterType.string(List.copyOf(constants.keySet()));
        }
    }

    /**
     * A list, a set, or a map from strings.
     *
     * @param schema the type of the parameter
     * @param reader the method of {@code ArgumentReader}: {@code list}, {@code set} or {@code map}
     * @param element the type of each element or value
     */
    record Container(ParameterType schema, String reader, JavaType element) implements JavaType {
        @Override
        public Set<ClassName> named() {
            return element.named();
        }
    }

    /**
     * An array.
     *
     * @param element the type of each element
     * @param type its erased name
     */
    record Array(JavaType element, TypeName type) implements JavaType {

        /** Returns whether {@code java.util.stream} has a stream of these primitives. */
        public static boolean isStreamed(TypeName primitive) {
            return primitive.equals(TypeName.INT)
                    || primitive.equals(TypeName.LONG)
                    || primitive.equals(TypeName.DOUBLE);
        }

        @Override
        public ParameterType schema() {
            return ParameterType.arrayOf(element.schema());
        }

        @Override
        public Set<ClassName> named() {
            return element.named();
        }
    }

    /**
     * A record with its components.
     *
     * @param type the record
     * @param components its components, in order
     */
    record RecordShape(ClassName type, List<Component> components) implements Named {
        @Override
        public Set<ClassName> named() {
            Set<ClassName> named = new LinkedHashSet<>(Set.of(type));
            components.forEach(each -> named.addAll(each.type().named()));
            return named;
        }

        @Override
        public ParameterType schema() {
            return ParameterType.objectOf(
                    components.stream().map(Component::parameter).toArray(Parameter[]::new));
        }
    }

    /**
     * One component of a record.
     *
     * @param parameter the parameter that models see
     * @param type the type of its value
     * @param presence how Java represents a missing value
     * @param declared the declared Java type
     */
    record Component(Parameter parameter, JavaType type, Presence presence, TypeName declared) {}

    /** The representation of a missing argument in a component. */
    enum Presence {
        /** The argument is never missing. */
        ALWAYS,
        /** An empty {@code Optional}. */
        OPTIONAL,
        /** Null. */
        NULLABLE,
        /** An empty {@code OptionalInt}. */
        OPTIONAL_INT,
        /** An empty {@code OptionalLong}. */
        OPTIONAL_LONG,
        /** An empty {@code OptionalDouble}. */
        OPTIONAL_DOUBLE
    }
}
