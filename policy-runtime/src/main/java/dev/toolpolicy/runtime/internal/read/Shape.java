package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.ParameterType;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parameter type, compiled for checking values. A shape takes only the values that it says it takes. A closed family
 * of immutable values.
 */
sealed interface Shape {

    /** Returns what a message says was expected. */
    String expected();

    /** Returns whether a missing property gets a default. */
    default boolean hasDefaults() {
        return false;
    }

    /** Returns the shape of the same values, in which missing properties stay missing. */
    default Shape withoutDefaults() {
        return this;
    }

    /** Returns what a string must be; null if the shape takes no strings. */
    default @Nullable Text string() {
        return null;
    }

    /** Returns a number as rules see it; null if the shape doesn't take it. */
    default @Nullable CharSequence number(CharSequence literal) {
        return null;
    }

    /** Returns whether the shape takes booleans. */
    default boolean takesBooleans() {
        return false;
    }

    /** Any value, which is not looked into. */
    record Any() implements Shape {
        @Override
        public String expected() {
            return "any value";
        }

        @Override
        public Text string() {
            return Text.ANY;
        }

        @Override
        public CharSequence number(CharSequence literal) {
            return literal;
        }

        @Override
        public boolean takesBooleans() {
            return true;
        }
    }

    /** A string or a path; {@code allowed} is empty if it may have any value. */
    record Text(boolean isPath, Set<String> allowed, int longestAllowed) implements Shape {
        /** A string without conditions. */
        static final Text ANY = new Text(false, Set.of(), 0);

        @Override
        public String expected() {
            return isPath ? "a path as a string" : "a string";
        }

        @Override
        public Text string() {
            return this;
        }

        /** Returns whether its characters must be looked at. */
        boolean isWatched() {
            return isPath || !allowed.isEmpty();
        }
    }

    /** A whole number, passed on without a fraction or an exponent: many readers round what has one to a double. */
    record Whole(@Nullable ExactNumber lowest, @Nullable ExactNumber highest) implements Shape {
        @Override
        public String expected() {
            String from = lowest == null ? "" : " from " + lowest;
            return "an integer" + from + (highest == null ? "" : " up to " + highest);
        }

        @Override
        public @Nullable CharSequence number(CharSequence literal) {
            ExactNumber value = ExactNumber.of(literal);
            boolean fits = value.isInteger()
                    && (lowest == null || value.compareTo(lowest) >= 0)
                    && (highest == null || value.compareTo(highest) <= 0);
            if (!fits) {
                return null;
            }
            return ValueAggregator.isPlain(literal)
                    ? literal
                    : new BigDecimal(value.toString()).toBigInteger().toString();
        }
    }

    /** A number. */
    record Numeric(ParameterType.Precision precision) implements Shape {
        @Override
        public String expected() {
            return precision == ParameterType.Precision.FLOAT ? "a number that a float holds" : "a number";
        }

        @Override
        public @Nullable CharSequence number(CharSequence literal) {
            return switch (precision) {
                case EXACT -> literal;
                case DOUBLE ->
                    ExactNumber.nearest(Double.parseDouble(literal.toString())).toString();
                case FLOAT -> {
                    float value = Float.parseFloat(literal.toString());
                    yield Float.isInfinite(value)
                            ? null
                            : ExactNumber.nearest(value).toString();
                }
            };
        }
    }

    /** A boolean. */
    record Bool() implements Shape {
        @Override
        public String expected() {
            return "true or false";
        }

        @Override
        public boolean takesBooleans() {
            return true;
        }
    }

    /** An array. */
    record Elements(Shape items) implements Shape {
        @Override
        public String expected() {
            return "an array";
        }

        @Override
        public boolean hasDefaults() {
            return items.hasDefaults();
        }

        @Override
        public Shape withoutDefaults() {
            return new Elements(items.withoutDefaults());
        }
    }

    /** One declared property; its default is told by replaying it. */
    record Member(
            String name,
            Shape shape,
            boolean isRequired,
            @Nullable EventTape defaultValue) {

        boolean hasDefault() {
            return defaultValue != null || shape.hasDefaults();
        }

        Member withoutDefault() {
            return new Member(name, shape.withoutDefaults(), isRequired, null);
        }
    }

    /**
     * An object.
     *
     * @param declared the declared properties
     * @param indexes the index of each by its name
     * @param additional the shape of undeclared properties; null if there may be none
     */
    record Members(
            List<Member> declared,
            Map<String, Integer> indexes,
            @Nullable Shape additional) implements Shape {
        static Members of(List<Member> declared, @Nullable Shape additional) {
            Map<String, Integer> indexes = new HashMap<>();
            for (int i = 0; i < declared.size(); i++) {
                indexes.put(declared.get(i).name(), i);
            }
            return new Members(List.copyOf(declared), indexes, additional);
        }

        @Override
        public String expected() {
            return "an object";
        }

        @Override
        public boolean hasDefaults() {
            return declared.stream().anyMatch(Member::hasDefault) || additional != null && additional.hasDefaults();
        }

        @Override
        public Shape withoutDefaults() {
            return Members.of(
                    declared.stream().map(Member::withoutDefault).toList(),
                    additional == null ? null : additional.withoutDefaults());
        }

        int size() {
            return declared.size();
        }

        Member member(int index) {
            return declared.get(index);
        }

        /** Returns the index of a declared property, or -1. */
        int indexOf(String name) {
            Integer index = indexes.get(name);
            return index == null ? -1 : index;
        }

        /** Returns whether a property is declared whose name differs from an undeclared one only in case. */
        boolean isDeclaredInOtherCase(String name) {
            return declared.stream().anyMatch(each -> each.name().equalsIgnoreCase(name));
        }

        List<String> names() {
            return declared.stream().map(Member::name).toList();
        }
    }
}
