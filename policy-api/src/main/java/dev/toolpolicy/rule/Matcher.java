package dev.toolpolicy.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.schema.ExactNumber;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a condition demands of one value. A closed family of immutable values; JSON values in them are never changed.
 * Each prints as its keyword and value, such as {@code prefix "src/"}.
 */
public sealed interface Matcher {

    /**
     * The keyword in configuration.
     *
     * @return {@code const}, {@code enum}, {@code pattern}, {@code prefix}, {@code minimum}, {@code maximum},
     *     {@code exclusive_minimum} or {@code exclusive_maximum}
     */
    String keyword();

    /**
     * Equal to one JSON value: numbers by value, objects whatever their order, paths by their normal form.
     *
     * @param value the value
     */
    record Constant(JsonNode value) implements Matcher {
        /**
         * Checks and copies the components.
         *
         * @param value the value
         */
        public Constant {
            value = value.deepCopy();
        }

        @Override
        public String keyword() {
            return "const";
        }

        @Override
        public String toString() {
            return keyword() + " " + value;
        }
    }

    /**
     * Equal to one of several JSON values.
     *
     * @param values the values, at least one in a valid rule
     */
    record OneOf(List<JsonNode> values) implements Matcher {
        /**
         * Checks and copies the components.
         *
         * @param values the values, at least one in a valid rule
         */
        public OneOf {
            values = values.stream().<JsonNode>map(JsonNode::deepCopy).toList();
        }

        @Override
        public String keyword() {
            return "enum";
        }

        @Override
        public String toString() {
            return keyword() + " " + values.stream().map(JsonNode::toString).collect(Collectors.joining(", "));
        }
    }

    /**
     * A regular expression is found in a string, anywhere; in a path, in its normal form.
     *
     * @param regex a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
     */
    record Pattern(String regex) implements Matcher {
        @Override
        public String keyword() {
            return "pattern";
        }

        @Override
        public String toString() {
            return keyword() + " " + TextNode.valueOf(regex);
        }
    }

    /**
     * A string starts with these characters; a path is that path or below it, by whole components.
     *
     * @param text the characters or the path, not empty in a valid rule
     */
    record Prefix(String text) implements Matcher {
        @Override
        public String keyword() {
            return "prefix";
        }

        @Override
        public String toString() {
            return keyword() + " " + TextNode.valueOf(text);
        }
    }

    /**
     * A number compared with a limit, exactly.
     *
     * @param kind which comparison
     * @param limit the limit
     */
    record Bound(Kind kind, ExactNumber limit) implements Matcher {

        /** Which comparison a bound makes. */
        public enum Kind {
            /** At least the limit. */
            MINIMUM,
            /** At most the limit. */
            MAXIMUM,
            /** More than the limit. */
            EXCLUSIVE_MINIMUM,
            /** Less than the limit. */
            EXCLUSIVE_MAXIMUM;

            /**
             * Whether a number that compares so with the limit satisfies the bound.
             *
             * @param order negative, 0 or positive, as the number is less than, equal to or greater than the limit
             * @return true if it does
             */
            public boolean holds(int order) {
                return switch (this) {
                    case MINIMUM -> order >= 0;
                    case MAXIMUM -> order <= 0;
                    case EXCLUSIVE_MINIMUM -> order > 0;
                    case EXCLUSIVE_MAXIMUM -> order < 0;
                };
            }
        }

        /**
         * Whether a number satisfies the bound.
         *
         * @param number the number
         * @return true if it does
         */
        public boolean holds(ExactNumber number) {
            return kind.holds(number.compareTo(limit));
        }

        @Override
        public String keyword() {
            return kind.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public String toString() {
            return keyword() + " " + limit;
        }
    }
}
