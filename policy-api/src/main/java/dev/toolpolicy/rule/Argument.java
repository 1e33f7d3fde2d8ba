package dev.toolpolicy.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A tool's argument, or a fact, as a typed value in code, with only the matchers that its type has. The annotation processor
 * generates one for each parameter: {@code ModifyFileTool.PATH.prefix("src/")} compiles,
 * {@code ModifyFileTool.PATH.minimum(3)} doesn't. Immutable.
 */
public sealed interface Argument {

    /**
     * Returns the place of the argument.
     *
     * @return the pointer into the tool's parameters
     */
    ArgumentPointer pointer();

    /**
     * Returns how many values must match, if the pointer passes through an array.
     *
     * @return the quantifier; by default {@link Match#ANY}
     */
    Match match();

    /**
     * Returns whether this is a fact that the service knows, rather than an argument of the call.
     *
     * @return false for an argument
     */
    boolean isFact();

    /** Creates a condition on an argument or a fact. */
    private static Condition on(Argument argument, Matcher matcher) {
        Condition condition = argument.isFact()
                ? Condition.onFact(argument.pointer(), matcher)
                : Condition.onArgument(argument.pointer(), matcher);
        return argument.match() == Match.ANY ? condition : condition.match(argument.match());
    }

    /**
     * A string or a path.
     *
     * @param pointer the place in the tool's parameters
     * @param match how many values must match
     * @param isFact whether the place is in the declared facts
     */
    record Text(ArgumentPointer pointer, Match match, boolean isFact) implements Argument {
        /**
         * Creates an argument of which any value may match.
         *
         * @param pointer a JSON Pointer
         * @return a string or path at this place
         */
        public static Text at(String pointer) {
            return new Text(ArgumentPointer.parse(pointer), Match.ANY, false);
        }

        /**
         * Creates a fact of which any value may match.
         *
         * @param pointer a JSON Pointer into the declared facts
         */
        public static Text fact(String pointer) {
            return new Text(ArgumentPointer.parse(pointer), Match.ANY, true);
        }

        /**
         * Requires that every value matches.
         *
         * @return a copy with {@link Match#ALL}
         */
        public Text all() {
            return new Text(pointer, Match.ALL, isFact);
        }

        /** Returns the condition that the argument equals a text. */
        public Condition constant(String value) {
            return on(this, Matcher.constant(TextNode.valueOf(Objects.requireNonNull(value))));
        }

        /** Returns the condition that the argument equals one of these texts. */
        public Condition oneOf(String... values) {
            return on(
                    this,
                    Matcher.oneOf(
                            Stream.of(values).<JsonNode>map(TextNode::valueOf).toList()));
        }

        /**
         * Returns the condition that a regular expression is found in the argument. A path is searched in its normal
         * form.
         *
         * @param regex a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
         */
        public Condition pattern(String regex) {
            return on(this, Matcher.pattern(regex));
        }

        /**
         * Returns the condition that the argument starts with these characters. A path must be that path or below it.
         */
        public Condition prefix(String text) {
            return on(this, Matcher.prefix(text));
        }

        /**
         * Returns the condition that a glob matches the argument.
         *
         * @param pattern the glob, such as {@code src/**}
         */
        public Condition glob(String pattern) {
            return on(this, Matcher.glob(pattern));
        }

        /**
         * Returns the condition that the argument is a plain URL of one of these hosts.
         *
         * @param names the hosts, such as {@code docs.rs} or {@code *.example.org}
         */
        public Condition host(String... names) {
            return host(List.of(names), List.of(), List.of());
        }

        /**
         * Returns the condition that the argument is a plain URL of some hosts, with some schemes and ports.
         *
         * @param names the hosts
         * @param schemes {@code http}, {@code https} or both; empty for both
         * @param ports the ports from 0 to 65535; empty for all. A URL that writes none has the port of its scheme
         */
        public Condition host(List<String> names, List<String> schemes, List<Integer> ports) {
            return on(this, Matcher.host(names, schemes, ports));
        }

        /**
         * Returns the condition that the commands of a line match: every command in an allowing rule, some command in
         * any other.
         *
         * @param patterns the patterns of commands, such as {@code git diff *}
         */
        public Condition commands(String... patterns) {
            return on(this, Matcher.commands(List.of(patterns), false));
        }

        /**
         * Returns the condition that the commands of the lines in an array match. Without it, the elements of an array
         * are the words of one command.
         *
         * @param patterns the patterns of commands, such as {@code git diff *}
         */
        public Condition commandLines(String... patterns) {
            return on(this, Matcher.commands(List.of(patterns), true));
        }

        /**
         * Returns the condition that the argument equals one of the values of a fact.
         *
         * @param fact a JSON Pointer to an array in the declared facts
         */
        public Condition inFact(String fact) {
            return on(this, Matcher.inFact(ArgumentPointer.parse(fact)));
        }

        /**
         * Returns the condition that the argument stands in one of the session's sets.
         *
         * @param sets the names of sets that results fill, or {@code request} for what the user's words name
         */
        public Condition from(String... sets) {
            return on(this, Matcher.from(List.of(sets)));
        }
    }

    /**
     * A number.
     *
     * @param pointer the place in the tool's parameters
     * @param match how many values must match
     * @param isFact whether the place is in the declared facts
     */
    record Numeric(ArgumentPointer pointer, Match match, boolean isFact) implements Argument {
        /**
         * Creates an argument of which any value may match.
         *
         * @param pointer a JSON Pointer
         * @return a number at this place
         */
        public static Numeric at(String pointer) {
            return new Numeric(ArgumentPointer.parse(pointer), Match.ANY, false);
        }

        /**
         * Creates a fact of which any value may match.
         *
         * @param pointer a JSON Pointer into the declared facts
         */
        public static Numeric fact(String pointer) {
            return new Numeric(ArgumentPointer.parse(pointer), Match.ANY, true);
        }

        /**
         * Requires that every value matches.
         *
         * @return a copy with {@link Match#ALL}
         */
        public Numeric all() {
            return new Numeric(pointer, Match.ALL, isFact);
        }

        /** Returns the condition that the argument equals a number. */
        public Condition constant(BigDecimal value) {
            return on(this, Matcher.constant(node(value)));
        }

        /** Returns the condition that the argument equals a number. */
        public Condition constant(long value) {
            return constant(BigDecimal.valueOf(value));
        }

        /** Returns the condition that the argument equals one of these numbers. */
        public Condition oneOf(BigDecimal... values) {
            return on(this, Matcher.oneOf(Stream.of(values).map(Numeric::node).toList()));
        }

        /**
         * Returns the condition that the argument stands in one of the session's sets.
         *
         * @param sets the names of sets that results fill, or {@code request} for what the user's words name
         */
        public Condition from(String... sets) {
            return on(this, Matcher.from(List.of(sets)));
        }

        /** Returns the condition that the argument is at least a limit, inclusive. */
        public Condition minimum(BigDecimal limit) {
            return bound(Matcher.Bound.MINIMUM, limit);
        }

        /** Returns the condition that the argument is at least a limit, inclusive. */
        public Condition minimum(long limit) {
            return minimum(BigDecimal.valueOf(limit));
        }

        /** Returns the condition that the argument is at most a limit, inclusive. */
        public Condition maximum(BigDecimal limit) {
            return bound(Matcher.Bound.MAXIMUM, limit);
        }

        /** Returns the condition that the argument is at most a limit, inclusive. */
        public Condition maximum(long limit) {
            return maximum(BigDecimal.valueOf(limit));
        }

        /** Returns the condition that the argument is greater than a limit, exclusive. */
        public Condition exclusiveMinimum(BigDecimal limit) {
            return bound(Matcher.Bound.EXCLUSIVE_MINIMUM, limit);
        }

        /** Returns the condition that the argument is less than a limit, exclusive. */
        public Condition exclusiveMaximum(BigDecimal limit) {
            return bound(Matcher.Bound.EXCLUSIVE_MAXIMUM, limit);
        }

        private Condition bound(Matcher.Bound kind, BigDecimal limit) {
            return on(this, Matcher.bound(kind, ExactNumber.of(limit.toString())));
        }

        private static JsonNode node(BigDecimal value) {
            return JsonNodeFactory.instance.numberNode(value);
        }
    }

    /**
     * A boolean.
     *
     * @param pointer the place in the tool's parameters
     * @param match how many values must match
     * @param isFact whether the place is in the declared facts
     */
    record Flag(ArgumentPointer pointer, Match match, boolean isFact) implements Argument {
        /**
         * Creates an argument of which any value may match.
         *
         * @param pointer a JSON Pointer
         * @return a boolean at this place
         */
        public static Flag at(String pointer) {
            return new Flag(ArgumentPointer.parse(pointer), Match.ANY, false);
        }

        /**
         * Creates a fact of which any value may match.
         *
         * @param pointer a JSON Pointer into the declared facts
         */
        public static Flag fact(String pointer) {
            return new Flag(ArgumentPointer.parse(pointer), Match.ANY, true);
        }

        /**
         * Requires that every value matches.
         *
         * @return a copy with {@link Match#ALL}
         */
        public Flag all() {
            return new Flag(pointer, Match.ALL, isFact);
        }

        /** Returns the condition that the argument equals a boolean. */
        public Condition constant(boolean value) {
            return on(this, Matcher.constant(BooleanNode.valueOf(value)));
        }

        /**
         * Returns the condition that the argument equals one of these booleans.
         *
         * @param values true, false or both
         */
        public Condition oneOf(boolean... values) {
            List<JsonNode> nodes = new ArrayList<>();
            for (boolean value : values) {
                nodes.add(BooleanNode.valueOf(value));
            }
            return on(this, Matcher.oneOf(nodes));
        }
    }

    /**
     * An object, or any JSON value.
     *
     * @param pointer the place in the tool's parameters
     * @param match how many values must match
     * @param isFact whether the place is in the declared facts
     */
    record Value(ArgumentPointer pointer, Match match, boolean isFact) implements Argument {
        /**
         * Creates an argument of which any value may match.
         *
         * @param pointer a JSON Pointer
         * @return a JSON value at this place
         */
        public static Value at(String pointer) {
            return new Value(ArgumentPointer.parse(pointer), Match.ANY, false);
        }

        /**
         * Creates a fact of which any value may match.
         *
         * @param pointer a JSON Pointer into the declared facts
         */
        public static Value fact(String pointer) {
            return new Value(ArgumentPointer.parse(pointer), Match.ANY, true);
        }

        /**
         * Requires that every value matches.
         *
         * @return a copy with {@link Match#ALL}
         */
        public Value all() {
            return new Value(pointer, Match.ALL, isFact);
        }

        /**
         * Returns the condition that the argument equals a JSON value.
         *
         * @param value any JSON value except null
         */
        public Condition constant(JsonNode value) {
            return on(this, Matcher.constant(value));
        }

        /**
         * Returns the condition that the argument equals one of these JSON values.
         *
         * @param values any JSON values except null
         */
        public Condition oneOf(JsonNode... values) {
            return on(this, Matcher.oneOf(List.of(values)));
        }
    }
}
