package dev.toolpolicy.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The test of one value in a condition. A closed family of immutable values; JSON values in them never change. Each
 * prints as its keyword and value, such as {@code prefix "src/"}.
 */
public sealed interface Matcher {

    /**
     * Returns the keyword in policy files.
     *
     * @return {@code const}, {@code enum}, {@code pattern}, {@code prefix}, {@code minimum}, {@code maximum},
     *     {@code exclusive_minimum}, {@code exclusive_maximum}, {@code glob}, {@code host}, {@code commands} or
     *     {@code in_fact}
     */
    String keyword();

    /**
     * Calls the visitor's method for this kind of matcher.
     *
     * @return the method's result
     */
    <R extends @Nullable Object> R accept(Visitor<R> visitor);

    /**
     * A function of matchers, with a case for each kind. A kind that joins the family becomes a method without a
     * default, so that no use of matchers compiles without it.
     *
     * @param <R> the type of the results
     */
    interface Visitor<R extends @Nullable Object> {
        /** Returns the result for a single value. */
        R constant(Constant matcher);

        /** Returns the result for a list of values. */
        R oneOf(OneOf matcher);

        /** Returns the result for a regular expression. */
        R pattern(Pattern matcher);

        /** Returns the result for a start of strings or paths. */
        R prefix(Prefix matcher);

        /** Returns the result for a comparison of numbers. */
        R bound(Bound matcher);

        /** Returns the result for a glob. */
        R glob(Glob matcher);

        /** Returns the result for a host of URLs. */
        R host(Host matcher);

        /** Returns the result for commands of a shell. */
        R commands(Commands matcher);

        /** Returns the result for the values of a fact. */
        R inFact(InFact matcher);
    }

    /**
     * A matcher of values that equal one JSON value: numbers by value, objects in any order, paths by their normal
     * form.
     *
     * @param value the JSON value to compare with
     */
    record Constant(JsonNode value) implements Matcher {
        /** Checks and copies the components. */
        public Constant {
            value = value.deepCopy();
        }

        @Override
        public String keyword() {
            return "const";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.constant(this);
        }

        @Override
        public String toString() {
            return keyword() + " " + JsonText.of(value);
        }
    }

    /**
     * A matcher of values that equal one of several JSON values.
     *
     * @param values the values, at least one in a valid rule
     */
    record OneOf(List<JsonNode> values) implements Matcher {
        /** Checks and copies the components. */
        public OneOf {
            List<JsonNode> copies = new ArrayList<>();
            for (JsonNode value : values) {
                copies.add(value.deepCopy());
            }
            values = List.copyOf(copies);
        }

        @Override
        public String keyword() {
            return "enum";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.oneOf(this);
        }

        @Override
        public String toString() {
            return keyword() + " " + values.stream().map(JsonText::of).collect(Collectors.joining(", "));
        }
    }

    /**
     * A matcher of strings in which a regular expression is found anywhere. A path is searched in its normal form.
     *
     * @param regex a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
     */
    record Pattern(String regex) implements Matcher {
        @Override
        public String keyword() {
            return "pattern";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.pattern(this);
        }

        @Override
        public String toString() {
            return keyword() + " " + JsonText.quoted(regex);
        }
    }

    /**
     * A matcher of strings that start with these characters. A path matches if it is that path or below it, by whole
     * components.
     *
     * @param text the characters or the path, not empty in a valid rule
     */
    record Prefix(String text) implements Matcher {
        @Override
        public String keyword() {
            return "prefix";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.prefix(this);
        }

        @Override
        public String toString() {
            return keyword() + " " + JsonText.quoted(text);
        }
    }

    /**
     * A matcher that compares a number with a limit, exactly.
     *
     * @param kind the comparison
     * @param limit the limit
     */
    record Bound(Kind kind, ExactNumber limit) implements Matcher {

        /** The comparison of a bound. */
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
             * Returns whether a number satisfies the bound, given how it compares with the limit.
             *
             * @param order negative, 0 or positive, as the number is less than, equal to or greater than the limit
             * @return true if the bound holds
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
         * Returns whether a number satisfies the bound.
         *
         * @return true if the bound holds
         */
        public boolean holds(ExactNumber number) {
            return kind.holds(number.compareTo(limit));
        }

        @Override
        public String keyword() {
            return kind.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.bound(this);
        }

        @Override
        public String toString() {
            return keyword() + " " + limit;
        }
    }

    /**
     * A matcher of paths and strings by a glob. On a path, {@code *} stays within a component and {@code **} is any
     * number of components; on a string, {@code *} is any characters.
     *
     * @param pattern the glob
     */
    record Glob(String pattern) implements Matcher {
        @Override
        public String keyword() {
            return "glob";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.glob(this);
        }

        @Override
        public String toString() {
            return keyword() + " " + JsonText.quoted(pattern);
        }
    }

    /**
     * A matcher of plain {@code http} and {@code https} URLs by their host. It can't be answered for other texts.
     *
     * @param names the hosts, such as {@code docs.rs}, {@code *.example.org}, {@code 127.0.0.1} or {@code [::1]}
     * @param schemes the schemes; empty for both
     * @param ports the ports; empty for all
     */
    record Host(List<String> names, List<String> schemes, List<Integer> ports) implements Matcher {
        /** Checks and copies the components. */
        public Host {
            names = List.copyOf(names);
            schemes = List.copyOf(schemes);
            ports = List.copyOf(ports);
        }

        /**
         * Creates a matcher of hosts with any scheme and port.
         *
         * @param names the hosts
         */
        public static Host of(String... names) {
            return new Host(List.of(names), List.of(), List.of());
        }

        /**
         * Sets the schemes.
         *
         * @param schemes {@code http}, {@code https} or both
         * @return a copy with these schemes
         */
        public Host withSchemes(String... schemes) {
            return new Host(names, List.of(schemes), ports);
        }

        /**
         * Sets the ports. A URL that writes none has the port of its scheme.
         *
         * @param ports the ports, from 0 to 65535
         * @return a copy with these ports
         */
        public Host withPorts(Integer... ports) {
            return new Host(names, schemes, List.of(ports));
        }

        @Override
        public String keyword() {
            return "host";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.host(this);
        }

        @Override
        public String toString() {
            return keyword()
                    + " "
                    + quoted(names)
                    + (schemes.isEmpty() ? "" : " schemes " + quoted(schemes))
                    + (ports.isEmpty() ? "" : " ports " + ports);
        }
    }

    /**
     * A matcher of the commands in a line that a tool hands to a shell, or of one command's words. In an allowing rule
     * every command must match one of the patterns, in any other rule some command.
     *
     * @param patterns the patterns of commands, such as {@code git diff *}
     * @param lines true if each element of an array of strings is a line, false if the elements are the words of one
     *     command
     */
    record Commands(List<String> patterns, boolean lines) implements Matcher {
        /** Checks and copies the components. */
        public Commands {
            patterns = List.copyOf(patterns);
        }

        @Override
        public String keyword() {
            return "commands";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.commands(this);
        }

        @Override
        public String toString() {
            return keyword() + " " + quoted(patterns) + (lines ? " lines" : "");
        }
    }

    /**
     * A matcher of values that equal one of the values of a fact.
     *
     * @param fact the place of an array in the declared facts
     */
    record InFact(ArgumentPointer fact) implements Matcher {
        @Override
        public String keyword() {
            return "in_fact";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.inFact(this);
        }

        @Override
        public String toString() {
            return keyword() + " " + fact;
        }
    }

    private static String quoted(List<String> texts) {
        StringJoiner quoted = new StringJoiner(", ");
        for (String text : texts) {
            quoted.add(JsonText.quoted(text));
        }
        return quoted.toString();
    }
}
