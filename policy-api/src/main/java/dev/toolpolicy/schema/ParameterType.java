package dev.toolpolicy.schema;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The type of a parameter's values. Immutable. */
public final class ParameterType {
    private static final ParameterType BOOLEAN =
            new ParameterType(Kind.BOOLEAN, List.of(), null, null, Precision.EXACT, null, List.of(), null);
    private static final ParameterType ANY =
            new ParameterType(Kind.ANY, List.of(), null, null, Precision.EXACT, null, List.of(), null);

    private final Kind kind;
    private final List<String> allowed;
    private final @Nullable BigInteger lowest;
    private final @Nullable BigInteger highest;
    private final Precision precision;
    private final @Nullable ParameterType items;
    private final List<Parameter> properties;
    private final Map<String, Parameter> byName;
    private final @Nullable ParameterType additional;

    /** The kinds of types. */
    public enum Kind {
        /** Strings. */
        STRING,
        /** Paths. */
        PATH,
        /** Whole numbers. */
        INTEGER,
        /** Numbers. */
        NUMBER,
        /** {@code true} and {@code false}. */
        BOOLEAN,
        /** Arrays. */
        ARRAY,
        /** Objects. */
        OBJECT,
        /** Any JSON value. */
        ANY
    }

    /** The precision to which a number is rounded before schema, rules and record see it. */
    public enum Precision {
        /** No rounding. */
        EXACT,
        /** Rounding to the nearest {@code double}. */
        DOUBLE,
        /** Rounding to the nearest {@code float}. */
        FLOAT
    }

    private ParameterType(
            Kind kind,
            List<String> allowed,
            @Nullable BigInteger lowest,
            @Nullable BigInteger highest,
            Precision precision,
            @Nullable ParameterType items,
            List<Parameter> properties,
            @Nullable ParameterType additional) {
        this.kind = kind;
        this.allowed = List.copyOf(allowed);
        this.lowest = lowest;
        this.highest = highest;
        this.precision = precision;
        this.items = items;
        this.properties = List.copyOf(properties);
        this.byName = byName(this.properties);
        this.additional = additional;
    }

    private static Map<String, Parameter> byName(List<Parameter> properties) {
        Map<String, Parameter> byName = new HashMap<>();
        for (Parameter property : properties) {
            if (byName.put(property.name(), property) != null) {
                throw new IllegalArgumentException("property \"" + property.name() + "\" is declared twice");
            }
        }
        return byName;
    }

    /**
     * Returns the type of strings of any length.
     *
     * @return the type without a list of allowed values
     */
    public static ParameterType string() {
        return string(List.of());
    }

    /**
     * Returns the type of strings that are one of some values.
     *
     * @param allowed the allowed values; without any, all strings are allowed
     */
    public static ParameterType string(String... allowed) {
        return string(List.of(allowed));
    }

    /**
     * Returns the type of strings that are one of some values.
     *
     * @param allowed the allowed values; without any, all strings are allowed
     */
    public static ParameterType string(List<String> allowed) {
        return new ParameterType(Kind.STRING, allowed, null, null, Precision.EXACT, null, List.of(), null);
    }

    /**
     * Returns the type of file system paths. Models see a string; rules and keys compare the
     * {@linkplain NormalPath normal form}.
     *
     * @return the type without a list of allowed values
     */
    public static ParameterType path() {
        return path(List.of());
    }

    /**
     * Returns the type of paths that are one of some.
     *
     * @param allowed the allowed paths as written; without any, all paths are allowed
     */
    public static ParameterType path(List<String> allowed) {
        return new ParameterType(Kind.PATH, allowed, null, null, Precision.EXACT, null, List.of(), null);
    }

    /**
     * Returns the type of whole numbers of any size, in any notation ({@code 3}, {@code 3.0}, {@code 3e2}).
     *
     * @return the type without bounds
     */
    public static ParameterType integer() {
        return integer(null, null);
    }

    /**
     * Returns the type of whole numbers within bounds, such as those of a Java type.
     *
     * @param lowest the least value, inclusive
     * @param highest the greatest value, inclusive
     * @throws IllegalArgumentException if {@code lowest} is above {@code highest}
     */
    public static ParameterType integer(long lowest, long highest) {
        return integer(BigInteger.valueOf(lowest), BigInteger.valueOf(highest));
    }

    /**
     * Returns the type of whole numbers within bounds.
     *
     * @param lowest the least value, inclusive; null means unbounded
     * @param highest the greatest value, inclusive; null means unbounded
     * @throws IllegalArgumentException if {@code lowest} is above {@code highest}
     */
    public static ParameterType integer(@Nullable BigInteger lowest, @Nullable BigInteger highest) {
        if (lowest != null && highest != null && lowest.compareTo(highest) > 0) {
            throw new IllegalArgumentException("lowest " + lowest + " is above highest " + highest);
        }
        return new ParameterType(Kind.INTEGER, List.of(), lowest, highest, Precision.EXACT, null, List.of(), null);
    }

    /**
     * Returns the type of numbers that are kept exactly.
     *
     * @return the type without rounding
     */
    public static ParameterType number() {
        return number(Precision.EXACT);
    }

    /** Returns the type of numbers that are rounded to a Java type. */
    public static ParameterType number(Precision precision) {
        return new ParameterType(
                Kind.NUMBER, List.of(), null, null, Objects.requireNonNull(precision), null, List.of(), null);
    }

    /**
     * Returns the type of {@code true} and {@code false}.
     *
     * @return the boolean type
     */
    public static ParameterType bool() {
        return BOOLEAN;
    }

    /** Returns the type of any JSON value, whose content is not checked. */
    public static ParameterType any() {
        return ANY;
    }

    /**
     * Returns the type of arrays.
     *
     * @param items the type of each element
     */
    public static ParameterType arrayOf(ParameterType items) {
        return new ParameterType(
                Kind.ARRAY, List.of(), null, null, Precision.EXACT, Objects.requireNonNull(items), List.of(), null);
    }

    /**
     * Returns the type of objects with these properties and no others.
     *
     * @param properties the properties, in declaration order
     * @throws IllegalArgumentException if two properties have the same name
     */
    public static ParameterType objectOf(Parameter... properties) {
        return objectOf(List.of(properties), null);
    }

    /**
     * Returns the type of objects with any properties of one type.
     *
     * @param values the type of each property's value
     * @return the map type
     */
    public static ParameterType mapOf(ParameterType values) {
        return objectOf(List.of(), Objects.requireNonNull(values));
    }

    /**
     * Returns the type of objects with these properties, and with others of one type.
     *
     * @param properties the declared properties, in order
     * @param additional the type of properties that are not declared, whose names can't differ from a declared name only
     *     in case; null if there may not be any
     * @throws IllegalArgumentException if two properties have the same name
     */
    public static ParameterType objectOf(List<Parameter> properties, @Nullable ParameterType additional) {
        return new ParameterType(Kind.OBJECT, List.of(), null, null, Precision.EXACT, null, properties, additional);
    }

    /**
     * Returns the kind of the type, for a {@code switch}.
     *
     * @return the kind, without the details of the type
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns the type's name in policy files and messages.
     *
     * @return {@code string}, {@code path}, {@code integer}, {@code number}, {@code boolean}, {@code array},
     *     {@code object} or {@code any}
     */
    public String typeName() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the values of a string or path that has a list of them.
     *
     * @return the allowed values as written; empty if the type doesn't list them
     */
    public List<String> allowed() {
        return allowed;
    }

    /**
     * Calls one of three functions by the structure of the type.
     *
     * @param array the function of arrays
     * @param object the function of objects
     * @param leaf the function of all other types, whose values rules don't look into
     * @return the function's result
     */
    public <R extends @Nullable Object> R byStructure(
            Function<ParameterType, R> array, Function<ParameterType, R> object, Function<ParameterType, R> leaf) {
        return switch (kind()) {
            case ARRAY -> array.apply(this);
            case OBJECT -> object.apply(this);
            case STRING, PATH, INTEGER, NUMBER, BOOLEAN, ANY -> leaf.apply(this);
        };
    }

    /**
     * Returns the least value of whole numbers.
     *
     * @return the bound, inclusive; null for unbounded numbers and other kinds
     */
    public @Nullable BigInteger lowest() {
        return lowest;
    }

    /**
     * Returns the greatest value of whole numbers.
     *
     * @return the bound, inclusive; null for unbounded numbers and other kinds
     */
    public @Nullable BigInteger highest() {
        return highest;
    }

    /**
     * Returns the precision to which a number is rounded.
     *
     * @return the precision; {@link Precision#EXACT} for other kinds
     */
    public Precision precision() {
        return precision;
    }

    /**
     * Returns the type of an array's elements.
     *
     * @return the type; empty for other kinds
     */
    public Optional<ParameterType> items() {
        return Optional.ofNullable(items);
    }

    /**
     * Returns the declared properties of an object.
     *
     * @return an unmodifiable list in declaration order; empty for other kinds
     */
    public List<Parameter> properties() {
        return properties;
    }

    /**
     * Finds a declared property of an object by name.
     *
     * @param name the name, unescaped
     * @return the property, or empty if it is not declared
     */
    public Optional<Parameter> property(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * Returns the type of an object's properties that are not declared.
     *
     * @return the type; null if there may not be any, and for other kinds
     */
    public @Nullable ParameterType additional() {
        return additional;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ParameterType that
                && kind == that.kind
                && allowed.equals(that.allowed)
                && Objects.equals(lowest, that.lowest)
                && Objects.equals(highest, that.highest)
                && precision == that.precision
                && Objects.equals(items, that.items)
                && properties.equals(that.properties)
                && Objects.equals(additional, that.additional);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, allowed, lowest, highest, precision, items, properties, additional);
    }

    @Override
    public String toString() {
        return typeName()
                + (allowed.isEmpty() ? "" : " " + allowed)
                + (items == null ? "" : " of " + items)
                + (properties.isEmpty() ? "" : " " + properties);
    }
}
