package dev.toolpolicy.schema;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The type of a parameter: what values it takes. A closed family of immutable values. */
public sealed interface ParameterType {

    /**
     * A string of any length.
     *
     * @return the type without a list of allowed values
     */
    static StringType string() {
        return new StringType(List.of());
    }

    /**
     * A string that is one of some values.
     *
     * @param allowed the values it may have; none means any
     * @return the type
     */
    static StringType string(String... allowed) {
        return new StringType(List.of(allowed));
    }

    /**
     * A file system path: a string to models, compared by its {@linkplain NormalPath normal form} in rules and keys.
     *
     * @return the type without a list of allowed values
     */
    static PathType path() {
        return new PathType(List.of());
    }

    /**
     * A whole number of any size, however it is written ({@code 3}, {@code 3.0}, {@code 3e2}).
     *
     * @return the type without bounds
     */
    static IntegerType integer() {
        return new IntegerType(null, null);
    }

    /**
     * A whole number that some Java type holds.
     *
     * @param lowest the least value, inclusive
     * @param highest the greatest value, inclusive
     * @return the type with bounds
     * @throws IllegalArgumentException if {@code lowest} is above {@code highest}
     */
    static IntegerType integer(long lowest, long highest) {
        return new IntegerType(BigInteger.valueOf(lowest), BigInteger.valueOf(highest));
    }

    /**
     * A number, kept exactly.
     *
     * @return the type without rounding
     */
    static NumberType number() {
        return new NumberType(Precision.EXACT);
    }

    /**
     * A number, rounded to what some Java type holds.
     *
     * @param precision to what its literal is rounded
     * @return the type
     */
    static NumberType number(Precision precision) {
        return new NumberType(precision);
    }

    /**
     * {@code true} or {@code false}.
     *
     * @return the type
     */
    static BooleanType bool() {
        return new BooleanType();
    }

    /**
     * Any JSON value, which is not looked into.
     *
     * @return the type
     */
    static AnyType any() {
        return new AnyType();
    }

    /**
     * An array.
     *
     * @param items the type of each element
     * @return the type
     */
    static ArrayType arrayOf(ParameterType items) {
        return new ArrayType(items);
    }

    /**
     * An object with these properties and no others.
     *
     * @param properties its properties, in declaration order
     * @return the type
     * @throws IllegalArgumentException if a name comes twice
     */
    static ObjectType objectOf(Parameter... properties) {
        return new ObjectType(List.of(properties), null);
    }

    /**
     * An object with any properties of one type.
     *
     * @param values the type of each property's value
     * @return the type
     */
    static ObjectType mapOf(ParameterType values) {
        return new ObjectType(List.of(), values);
    }

    /**
     * The type's name, as in configuration and messages.
     *
     * @return {@code string}, {@code path}, {@code integer}, {@code number}, {@code boolean}, {@code array},
     *     {@code object} or {@code any}
     */
    String typeName();

    /**
     * A string.
     *
     * @param allowed the values it may have; empty means any
     */
    record StringType(List<String> allowed) implements ParameterType {
        /**
         * Checks and copies the components.
         *
         * @param allowed the values it may have; empty means any
         */
        public StringType {
            allowed = List.copyOf(allowed);
        }

        @Override
        public String typeName() {
            return "string";
        }
    }

    /**
     * A path.
     *
     * @param allowed the values it may have, as written; empty means any
     */
    record PathType(List<String> allowed) implements ParameterType {
        /**
         * Checks and copies the components.
         *
         * @param allowed the values it may have, as written; empty means any
         */
        public PathType {
            allowed = List.copyOf(allowed);
        }

        @Override
        public String typeName() {
            return "path";
        }
    }

    /**
     * A whole number.
     *
     * @param lowest the least value its Java type holds, inclusive; null means unbounded
     * @param highest the greatest value its Java type holds, inclusive; null means unbounded
     */
    record IntegerType(@Nullable BigInteger lowest, @Nullable BigInteger highest) implements ParameterType {
        /**
         * Checks and copies the components.
         *
         * @param lowest the least value its Java type holds, inclusive; null means unbounded
         * @param highest the greatest value its Java type holds, inclusive; null means unbounded
         */
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

    /** To what a number's literal is rounded before schema, rules and record see it. */
    enum Precision {
        /** Not rounded. */
        EXACT,
        /** To the nearest {@code double}. */
        DOUBLE,
        /** To the nearest {@code float}. */
        FLOAT
    }

    /**
     * A number.
     *
     * @param precision to what its literal is rounded
     */
    record NumberType(Precision precision) implements ParameterType {
        @Override
        public String typeName() {
            return "number";
        }
    }

    /** A boolean. */
    record BooleanType() implements ParameterType {
        @Override
        public String typeName() {
            return "boolean";
        }
    }

    /** Any JSON value. */
    record AnyType() implements ParameterType {
        @Override
        public String typeName() {
            return "any";
        }
    }

    /**
     * An array.
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
     * An object.
     *
     * @param properties its declared properties, in order
     * @param additional the type of properties that are not declared; null if there may be none
     */
    record ObjectType(List<Parameter> properties, @Nullable ParameterType additional) implements ParameterType {
        /**
         * Checks and copies the components.
         *
         * @param properties its declared properties, in order
         * @param additional the type of properties that are not declared; null if there may be none
         */
        public ObjectType {
            properties = PropertyList.of(properties);
        }

        /**
         * A declared property by its name.
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
