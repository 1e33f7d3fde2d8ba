package dev.toolpolicy.processor.mirror;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Map;

/** What a component's Java type is to a call: its schema, and how a value is read. A closed family. */
public sealed interface JavaType {

    /** The type of the parameter. */
    ParameterType schema();

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
    record Constants(ClassName type, Map<String, String> constants) implements JavaType {
        @Override
        public ParameterType schema() {
            return new ParameterType.StringType(List.copyOf(constants.keySet()));
        }
    }

    /**
     * A list or a set.
     *
     * @param reader {@code list} or {@code set}
     * @param element the type of each element
     */
    record Sequence(String reader, JavaType element) implements JavaType {
        @Override
        public ParameterType schema() {
            return ParameterType.arrayOf(element.schema());
        }
    }

    /**
     * An array.
     *
     * @param element the type of each element
     * @param type its erased name
     */
    record Array(JavaType element, TypeName type) implements JavaType {

        /** Whether there is a stream of these primitives, out of which their array is made. */
        public static boolean isStreamed(TypeName primitive) {
            return primitive.equals(TypeName.INT) || primitive.equals(TypeName.LONG) || primitive.equals(TypeName.DOUBLE);
        }

        @Override
        public ParameterType schema() {
            return ParameterType.arrayOf(element.schema());
        }
    }

    /**
     * A map from strings.
     *
     * @param value the type of each value
     */
    record Mapping(JavaType value) implements JavaType {
        @Override
        public ParameterType schema() {
            return ParameterType.mapOf(value.schema());
        }
    }

    /**
     * A record in a record.
     *
     * @param shape the record
     */
    record Nested(RecordShape shape) implements JavaType {
        @Override
        public ParameterType schema() {
            return shape.schema();
        }
    }

    /**
     * A record with its components.
     *
     * @param type the record
     * @param components its components, in order
     */
    record RecordShape(ClassName type, List<Component> components) {
        public ParameterType.ObjectType schema() {
            return ParameterType.objectOf(
                    components.stream().map(Component::parameter).toArray(Parameter[]::new));
        }
    }

    /**
     * One component of a record.
     *
     * @param parameter what it is to models
     * @param type what its value is
     * @param presence how Java says that there is none
     * @param declared its type in Java
     */
    record Component(Parameter parameter, JavaType type, Presence presence, TypeName declared) {}

    /** How a component says that a call left it out. */
    enum Presence {
        /** It can't: there is always a value. */
        ALWAYS,
        /** By an empty {@code Optional}. */
        OPTIONAL,
        /** By null. */
        NULLABLE,
        /** By an empty {@code OptionalInt}. */
        OPTIONAL_INT,
        /** By an empty {@code OptionalLong}. */
        OPTIONAL_LONG,
        /** By an empty {@code OptionalDouble}. */
        OPTIONAL_DOUBLE
    }
}
