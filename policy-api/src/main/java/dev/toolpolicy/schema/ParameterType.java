package dev.toolpolicy.schema;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The type of a parameter's values. A closed family of immutable values. */
public sealed interface ParameterType {

    /**
     * Returns the type of strings of any length.
     *
     * @return the type without a list of allowed values
     */
    static StringType string() {
        return new StringType(List.of());
    }

    /**
     * Returns the type of strings that are one of some values.
     *
     * @param allowed the allowed values; without any, all strings are allowed
     */
    static StringType string(String... allowed) {
        return new StringType(List.of(allowed));
    }

    /**
     * Returns the type of file system paths. Models see a string; rules and keys compare the
     * {@linkplain NormalPath normal form}.
     *
     * @return the type without a list of allowed values
     */
    static PathType path() {
        return new PathType(List.of());
    }

    /**
     * Returns the type of whole numbers of any size, in any notation ({@code 3}, {@code 3.0}, {@code 3e2}).
     *
     * @return the type without bounds
     */
    static IntegerType integer() {
        return new IntegerType(null, null);
    }

    /**
     * Returns the type of whole numbers within bounds, such as those of a Java type.
     *
     * @param lowest the least value, inclusive
     * @param highest the greatest value, inclusive
     * @throws IllegalArgumentException if {@code lowest} is above {@code highest}
     */
    static IntegerType integer(long lowest, long highest) {
        return new IntegerType(BigInteger.valueOf(lowest), BigInteger.valueOf(highest));
    }

    /**
     * Returns the type of numbers that are kept exactly.
     *
     * @return the type without rounding
     */
    static NumberType number() {
        return new NumberType(Precision.EXACT);
    }

    /** Returns the type of numbers that are rounded to a Java type. */
    static NumberType number(Precision precision) {
        return new NumberType(precision);
    }

    /**
     * Returns the type of {@code true} and {@code false}.
     *
     * @return the boolean type
     */
    static BooleanType bool() {
        return new BooleanType();
    }

    /** Returns the type of any JSON value, whose content is not checked. */
    static AnyType any() {
        return new AnyType();
    }

    /**
     * Returns the type of arrays.
     *
     * @param items the type of each element
     */
    static ArrayType arrayOf(ParameterType items) {
        return new ArrayType(items);
    }

    /**
     * Returns the type of objects with these properties and no others.
     *
     * @param properties the properties, in declaration order
     * @throws IllegalArgumentException if two properties have the same name
     */
    static ObjectType objectOf(Parameter... properties) {
        return new ObjectType(List.of(properties), null);
    }

    /**
     * Returns the type of objects with any properties of one type.
     *
     * @param values the type of each property's value
     * @return the map type
     */
    static ObjectType mapOf(ParameterType values) {
        return new ObjectType(List.of(), values);
    }

    /**
     * Returns the type's name in policy files and messages.
     *
     * @return {@code string}, {@code path}, {@code integer}, {@code number}, {@code boolean}, {@code array},
     *     {@code object} or {@code any}
     */
    String typeName();

    /**
     * The type of strings.
     *
     * @param allowed the allowed values; empty means any
     */
    record StringType(List<String> allowed) implements ParameterType {
        /** Checks and copies the components. */
        public StringType {
            allowed = List.copyOf(allowed);
        }

        @Override
        public String typeName() {
            return "string";
        }
    }

    /**
     * The type of paths.
     *
     * @param allowed the allowed values, as written; empty means any
     */
    record PathType(List<String> allowed) implements ParameterType {
        /** Checks and copies the components. */
        public PathType {
            allowed = List.copyOf(allowed);
        }

        @Override
        public String typeName() {
            return "path";
        }
    }

    /**
     * The type of whole numbers.
     *
     * @param lowest the least value its Java type holds, inclusive; null means unbounded
     * @param highest the greatest value its Java type holds, inclusive; null means unbounded
     */
    record IntegerType(
            @Nullable BigInteger lowest, @Nullable BigInteger highest) implements ParameterType {
        /** Checks and copies the components. */
        public IntegerType {
            if (lowest != null && highest != null && lowest.compareTo(highest) > 0) {
                throw new IllegalArgumentException("lowest " + lowest + " is above highest " + highest);
            }
        }

        @Override
        public String typeName() {
            return "integer";
        }
    }

    /** The precision to which a number is rounded before schema, rules and record see it. */
    enum Precision {
        /** No rounding. */
        EXACT,
        /** Rounding to the nearest {@code double}. */
        DOUBLE,
        /** Rounding to the nearest {@code float}. */
        FLOAT
    }

    /**
     * The type of numbers.
     *
     * @param precision the precision to which a literal is rounded
     */
    record NumberType(Precision precision) implements ParameterType {
        @Override
        public String typeName() {
            return "number";
        }
    }

    /** The type of booleans. */
    record BooleanType() implements ParameterType {
        @Override
        public String typeName() {
            return "boolean";
        }
    }

    /** The type of any JSON value. */
    record AnyType() implements ParameterType {
        @Override
        public String typeName() {
            return "any";
        }
    }

    /**
     * The type of arrays.
     *
     * @param items the type of each element
     */
    record ArrayType(ParameterType items) implements ParameterType {
        @Override
        public String typeName() {
            return "array";
        }
    }

    /**
     * The type of objects.
     *
     * @param properties the declared properties, in order
     * @param additional the type of properties that are not declared; null if there may not be any
     */
    record ObjectType(List<Parameter> properties, @Nullable ParameterType additional) implements ParameterType {
        /** Checks and copies the components. */
        public ObjectType {
            properties = PropertyList.of(properties);
        }

        /**
         * Finds a declared property by name.
         *
         * @param name the name, unescaped
         * @return the property, or empty if it is not declared
         */
        public Optional<Parameter> property(String name) {
            return ((PropertyList) properties).find(name);
        }

        @Override
        public String typeName() {
            return "object";
        }
    }
}
