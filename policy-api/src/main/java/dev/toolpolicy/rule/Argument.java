package dev.toolpolicy.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A tool's argument as a typed value in code, with only those matchers that its type has. The annotation processor
 * generates one for each parameter: {@code ModifyFileTool.PATH.prefix("src/")} compiles,
 * {@code ModifyFileTool.PATH.minimum(3)} doesn't. Immutable.
 */
public sealed interface Argument {

    /**
     * The place of the argument.
     *
     * @return the pointer
     */
    ArgumentPointer pointer();

    /**
     * How many values must satisfy a matcher, where the pointer passes through an array.
     *
     * @return {@link Match#ANY} unless said otherwise
     */
    Match match();

    /**
     * A condition on an argument.
     *
     * @param argument the argument
     * @param matcher the matcher
     * @return the condition
     */
    private static Condition on(Argument argument, Matcher matcher) {
        return new Condition(argument.pointer(), matcher, argument.match());
    }

    /**
     * A string or a path.
     *
     * @param pointer the place
     * @param match how many values must satisfy a matcher
     */
    record Text(ArgumentPointer pointer, Match match) implements Argument {
        /**
         * A string or path that is reached once.
         *
         * @param pointer a JSON Pointer
         * @return the argument
         */
        public static Text at(String pointer) {
            return new Text(ArgumentPointer.parse(pointer), Match.ANY);
        }

        /**
         * The same argument, where every value must satisfy the matcher.
         *
         * @return the changed argument
         */
        public Text all() {
            return new Text(pointer, Match.ALL);
        }

        /**
         * It equals this text.
         *
         * @param value the text
         * @return the condition
         */
        public Condition constant(String value) {
            return on(this, new Matcher.Constant(TextNode.valueOf(Objects.requireNonNull(value))));
        }

        /**
         * It equals one of these texts.
         *
         * @param values the texts
         * @return the condition
         */
        public Condition oneOf(String... values) {
            return on(this, new Matcher.OneOf(Stream.of(values).<JsonNode>map(TextNode::valueOf).toList()));
        }

        /**
         * A regular expression is found in it; as a path, in its normal form.
         *
         * @param regex a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
         * @return the condition
         */
        public Condition pattern(String regex) {
            return on(this, new Matcher.Pattern(regex));
        }

        /**
         * It starts with these characters; as a path, it is that path or below it.
         *
         * @param text the characters or the path
         * @return the condition
         */
        public Condition prefix(String text) {
            return on(this, new Matcher.Prefix(text));
        }
    }

    /**
     * A whole number or a number.
     *
     * @param pointer the place
     * @param match how many values must satisfy a matcher
     */
    record Numeric(ArgumentPointer pointer, Match match) implements Argument {
        /**
         * A number that is reached once.
         *
         * @param pointer a JSON Pointer
         * @return the argument
         */
        public static Numeric at(String pointer) {
            return new Numeric(ArgumentPointer.parse(pointer), Match.ANY);
        }

        /**
         * The same argument, where every value must satisfy the matcher.
         *
         * @return the changed argument
         */
        public Numeric all() {
            return new Numeric(pointer, Match.ALL);
        }

        /**
         * It equals this number.
         *
         * @param value the number
         * @return the condition
         */
        public Condition constant(BigDecimal value) {
            return on(this, new Matcher.Constant(node(value)));
        }

        /**
         * It equals this number.
         *
         * @param value the number
         * @return the condition
         */
        public Condition constant(long value) {
            return constant(BigDecimal.valueOf(value));
        }

        /**
         * It equals one of these numbers.
         *
         * @param values the numbers
         * @return the condition
         */
        public Condition oneOf(BigDecimal... values) {
            return on(this, new Matcher.OneOf(Stream.of(values).map(Numeric::node).toList()));
        }

        /**
         * It is at least this.
         *
         * @param limit the limit
         * @return the condition
         */
        public Condition minimum(BigDecimal limit) {
            return bound(Matcher.Bound.Kind.MINIMUM, limit);
        }

        /**
         * It is at least this.
         *
         * @param limit the limit
         * @return the condition
         */
        public Condition minimum(long limit) {
            return minimum(BigDecimal.valueOf(limit));
        }

        /**
         * It is at most this.
         *
         * @param limit the limit
         * @return the condition
         */
        public Condition maximum(BigDecimal limit) {
            return bound(Matcher.Bound.Kind.MAXIMUM, limit);
        }

        /**
         * It is at most this.
         *
         * @param limit the limit
         * @return the condition
         */
        public Condition maximum(long limit) {
            return maximum(BigDecimal.valueOf(limit));
        }

        /**
         * It is more than this.
         *
         * @param limit the limit
         * @return the condition
         */
        public Condition exclusiveMinimum(BigDecimal limit) {
            return bound(Matcher.Bound.Kind.EXCLUSIVE_MINIMUM, limit);
        }

        /**
         * It is less than this.
         *
         * @param limit the limit
         * @return the condition
         */
        public Condition exclusiveMaximum(BigDecimal limit) {
            return bound(Matcher.Bound.Kind.EXCLUSIVE_MAXIMUM, limit);
        }

        private Condition bound(Matcher.Bound.Kind kind, BigDecimal limit) {
            return on(this, new Matcher.Bound(kind, ExactNumber.of(limit.toString())));
        }

        private static JsonNode node(BigDecimal value) {
            return JsonNodeFactory.instance.numberNode(value);
        }
    }

    /**
     * A boolean.
     *
     * @param pointer the place
     * @param match how many values must satisfy a matcher
     */
    record Flag(ArgumentPointer pointer, Match match) implements Argument {
        /**
         * A boolean that is reached once.
         *
         * @param pointer a JSON Pointer
         * @return the argument
         */
        public static Flag at(String pointer) {
            return new Flag(ArgumentPointer.parse(pointer), Match.ANY);
        }

        /**
         * The same argument, where every value must satisfy the matcher.
         *
         * @return the changed argument
         */
        public Flag all() {
            return new Flag(pointer, Match.ALL);
        }

        /**
         * It equals this.
         *
         * @param value true or false
         * @return the condition
         */
        public Condition constant(boolean value) {
            return on(this, new Matcher.Constant(BooleanNode.valueOf(value)));
        }

        /**
         * It equals one of these.
         *
         * @param values true, false or both
         * @return the condition
         */
        public Condition oneOf(boolean... values) {
            List<JsonNode> nodes = new ArrayList<>();
            for (boolean value : values) {
                nodes.add(BooleanNode.valueOf(value));
            }
            return on(this, new Matcher.OneOf(nodes));
        }
    }

    /**
     * An object, or any JSON value.
     *
     * @param pointer the place
     * @param match how many values must satisfy a matcher
     */
    record Value(ArgumentPointer pointer, Match match) implements Argument {
        /**
         * A value that is reached once.
         *
         * @param pointer a JSON Pointer
         * @return the argument
         */
        public static Value at(String pointer) {
            return new Value(ArgumentPointer.parse(pointer), Match.ANY);
        }

        /**
         * The same argument, where every value must satisfy the matcher.
         *
         * @return the changed argument
         */
        public Value all() {
            return new Value(pointer, Match.ALL);
        }

        /**
         * It equals this value.
         *
         * @param value any JSON value but null
         * @return the condition
         */
        public Condition constant(JsonNode value) {
            return on(this, new Matcher.Constant(value));
        }

        /**
         * It equals one of these values.
         *
         * @param values JSON values
         * @return the condition
         */
        public Condition oneOf(JsonNode... values) {
            return on(this, new Matcher.OneOf(List.of(values)));
        }
    }
}
