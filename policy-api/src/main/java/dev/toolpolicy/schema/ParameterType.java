package dev.toolpolicy.schema;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
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
     * Returns the kind of the type, for a {@code switch}.
     *
     * @return the kind, without the details of the type
     */
    Kind kind();

    /**
     * Returns the type's name in policy files and messages.
     *
     * @return {@code string}, {@code path}, {@code integer}, {@code number}, {@code boolean}, {@code array},
     *     {@code object} or {@code any}
     */
    default String typeName() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the values of a string or path that has a list of them.
     *
     * @return the allowed values as written; empty if the type doesn't list them
     */
    default List<String> allowed() {
        return List.of();
    }

    /**
     * Calls the visitor's method for this kind of type.
     *
     * @return the method's result
     */
    <R extends @Nullable Object> R accept(Visitor<R> visitor);

    /**
     * Calls one of three functions by the structure of the type.
     *
     * @param array the function of arrays
     * @param object the function of objects
     * @param leaf the function of all other types, whose values rules don't look into
     * @return the function's result
     */
    default <R extends @Nullable Object> R byStructure(
            Function<ArrayType, R> array, Function<ObjectType, R> object, Function<ParameterType, R> leaf) {
        return switch (kind()) {
            case ARRAY -> array.apply((ArrayType) this);
            case OBJECT -> object.apply((ObjectType) this);
            case STRING, PATH, INTEGER, NUMBER, BOOLEAN, ANY -> leaf.apply(this);
        };
    }

    /** The kinds of types. */
    enum Kind {
        /** A {@link StringType}. */
        STRING,
        /** A {@link PathType}. */
        PATH,
        /** An {@link IntegerType}. */
        INTEGER,
        /** A {@link NumberType}. */
        NUMBER,
        /** A {@link BooleanType}. */
        BOOLEAN,
        /** An {@link ArrayType}. */
        ARRAY,
        /** An {@link ObjectType}. */
        OBJECT,
        /** An {@link AnyType}. */
        ANY
    }

    /**
     * A function of types, with a case for each kind. A kind that joins the family becomes a method without a default,
     * so that no use of types compiles without it.
     *
     * @param <R> the type of the results
     */
    interface Visitor<R extends @Nullable Object> {
        /** Returns the result for strings. */
        R string(StringType type);

        /** Returns the result for paths. */
        R path(PathType type);

        /** Returns the result for whole numbers. */
        R integer(IntegerType type);

        /** Returns the result for numbers. */
        R number(NumberType type);

        /** Returns the result for booleans. */
        R bool(BooleanType type);

        /** Returns the result for arrays. */
        R array(ArrayType type);

        /** Returns the result for objects. */
        R object(ObjectType type);

        /** Returns the result for any JSON value. */
        R any(AnyType type);
    }

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
        public Kind kind() {
            return Kind.STRING;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.string(this);
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
        public Kind kind() {
            return Kind.PATH;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.path(this);
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
        public Kind kind() {
            return Kind.INTEGER;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.integer(this);
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
        public Kind kind() {
            return Kind.NUMBER;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.number(this);
        }
    }

    /** The type of booleans. */
    record BooleanType() implements ParameterType {
        @Override
        public Kind kind() {
            return Kind.BOOLEAN;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.bool(this);
        }
    }

    /** The type of any JSON value. */
    record AnyType() implements ParameterType {
        @Override
        public Kind kind() {
            return Kind.ANY;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.any(this);
        }
    }

    /**
     * The type of arrays.
     *
     * @param items the type of each element
     */
    record ArrayType(ParameterType items) implements ParameterType {
        @Override
        public Kind kind() {
            return Kind.ARRAY;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.array(this);
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
        public Kind kind() {
            return Kind.OBJECT;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.object(this);
        }
    }
}
