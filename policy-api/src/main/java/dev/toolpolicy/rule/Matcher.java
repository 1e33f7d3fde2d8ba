package dev.toolpolicy.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The test of one value in a condition. Immutable; JSON values in it never change. It prints as its keyword and value,
 * such as {@code prefix "src/"}.
 */
public final class Matcher {
    private final Kind kind;
    private final List<JsonNode> values;
    private final List<String> texts;
    private final List<String> schemes;
    private final List<Integer> ports;
    private final boolean lines;
    private final @Nullable Bound bound;
    private final @Nullable ExactNumber limit;
    private final @Nullable ArgumentPointer fact;

    /** The kind of a matcher. A switch over the kinds has no default, so that it does not compile without a new one. */
    public enum Kind {
        /**
         * The value equals one JSON value: numbers by value, objects in any order, paths by their normal form.
         */
        CONST,
        /** The value equals one of several JSON values. */
        ENUM,
        /** A regular expression is found anywhere in the string. A path is searched in its normal form. */
        PATTERN,
        /**
         * The string starts with these characters. A path matches if it is that path or below it, by whole components.
         */
        PREFIX,
        /** The number is within a limit, exactly. */
        BOUND,
        /**
         * The path or string matches a glob. On a path, {@code *} stays within a component and {@code **} is any number
         * of components; on a string, {@code *} is any characters.
         */
        GLOB,
        /** The host of the plain {@code http} or {@code https} URL is one of several. Other texts have no answer. */
        HOST,
        /**
         * The commands in the line that a tool hands to a shell, or the words of one command, match patterns. In an
         * allowing rule every command must match one of the patterns, in any other rule some command.
         */
        COMMANDS,
        /** The value equals one of the values of a fact. */
        IN_FACT,
        /**
         * The value equals one of the values of a set that results fill, or of the user's own words, as they are when
         * the call is decided.
         */
        FROM
    }

    /** A comparison of a number with a limit, exactly. */
    public enum Bound {
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

    private Matcher(Kind kind, List<JsonNode> values, List<String> texts) {
        this(kind, values, texts, List.of(), List.of(), false, null, null, null);
    }

    private Matcher(
            Kind kind,
            List<JsonNode> values,
            List<String> texts,
            List<String> schemes,
            List<Integer> ports,
            boolean lines,
            @Nullable Bound bound,
            @Nullable ExactNumber limit,
            @Nullable ArgumentPointer fact) {
        this.kind = kind;
        this.values = values.stream().<JsonNode>map(JsonNode::deepCopy).toList();
        this.texts = List.copyOf(texts);
        this.schemes = List.copyOf(schemes);
        this.ports = List.copyOf(ports);
        this.lines = lines;
        this.bound = bound;
        this.limit = limit;
        this.fact = fact;
    }

    /** Creates a matcher of values that equal one JSON value. */
    public static Matcher constant(JsonNode value) {
        return new Matcher(Kind.CONST, List.of(value), List.of());
    }

    /**
     * Creates a matcher of values that equal one of several JSON values.
     *
     * @param values the values, at least one in a valid rule
     */
    public static Matcher oneOf(List<? extends JsonNode> values) {
        return new Matcher(Kind.ENUM, List.copyOf(values), List.of());
    }

    /**
     * Creates a matcher of strings in which a regular expression is found.
     *
     * @param regex a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
     */
    public static Matcher pattern(String regex) {
        return new Matcher(Kind.PATTERN, List.of(), List.of(regex));
    }

    /**
     * Creates a matcher of strings that start with a text, or of paths at or below a path.
     *
     * @param text the characters or the path, not empty in a valid rule
     */
    public static Matcher prefix(String text) {
        return new Matcher(Kind.PREFIX, List.of(), List.of(text));
    }

    /**
     * Creates a matcher that compares a number with a limit.
     *
     * @param comparison the comparison
     * @param limit the limit
     */
    public static Matcher bound(Bound comparison, ExactNumber limit) {
        return new Matcher(Kind.BOUND, List.of(), List.of(), List.of(), List.of(), false, comparison, limit, null);
    }

    /** Creates a matcher of paths and strings by a glob. */
    public static Matcher glob(String pattern) {
        return new Matcher(Kind.GLOB, List.of(), List.of(pattern));
    }

    /**
     * Creates a matcher of hosts with any scheme and port.
     *
     * @param names the hosts, such as {@code docs.rs}, {@code *.example.org}, {@code 127.0.0.1} or {@code [::1]}
     */
    public static Matcher host(String... names) {
        return host(List.of(names), List.of(), List.of());
    }

    /**
     * Creates a matcher of plain {@code http} and {@code https} URLs by their host.
     *
     * @param names the hosts
     * @param schemes {@code http}, {@code https} or both; empty for both
     * @param ports the ports from 0 to 65535; empty for all. A URL that writes none has the port of its scheme
     */
    public static Matcher host(List<String> names, List<String> schemes, List<Integer> ports) {
        return new Matcher(Kind.HOST, List.of(), names, schemes, ports, false, null, null, null);
    }

    /**
     * Creates a matcher of the commands in a line, or of one command's words.
     *
     * @param patterns the patterns of commands, such as {@code git diff *}
     * @param lines true if each element of an array of strings is a line, false if the elements are the words of one
     *     command
     */
    public static Matcher commands(List<String> patterns, boolean lines) {
        return new Matcher(Kind.COMMANDS, List.of(), patterns, List.of(), List.of(), lines, null, null, null);
    }

    /**
     * Creates a matcher of values that equal one of the values of a fact.
     *
     * @param fact the place of an array in the declared facts
     */
    public static Matcher inFact(ArgumentPointer fact) {
        return new Matcher(Kind.IN_FACT, List.of(), List.of(), List.of(), List.of(), false, null, null, fact);
    }

    /**
     * Creates a matcher of values that stand in one of the session's sets. Only rules that allow have one.
     *
     * @param sets the names of sets that results fill, or {@code request} for what the user's words name
     */
    public static Matcher from(List<String> sets) {
        return new Matcher(Kind.FROM, List.of(), sets);
    }

    /** Returns what is tested. */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns the keyword in policy files.
     *
     * @return {@code const}, {@code enum}, {@code pattern}, {@code prefix}, {@code minimum}, {@code maximum},
     *     {@code exclusive_minimum}, {@code exclusive_maximum}, {@code glob}, {@code host}, {@code commands},
     *     {@code in_fact} or {@code from}
     */
    public String keyword() {
        return (bound == null ? kind.name() : bound.name()).toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the JSON values to compare with.
     *
     * @return one for {@link Kind#CONST}, any number for {@link Kind#ENUM}, none for the other kinds
     */
    public List<JsonNode> values() {
        return values;
    }

    /**
     * Returns the regular expression, the prefix or the glob.
     *
     * @return the text as written; empty for the other kinds
     */
    public String text() {
        return switch (kind) {
            case PATTERN, PREFIX, GLOB -> texts.get(0);
            case CONST, ENUM, BOUND, HOST, COMMANDS, IN_FACT, FROM -> "";
        };
    }

    /**
     * Returns the texts of the matcher.
     *
     * @return the hosts, the patterns of commands, the names of sets, or the one {@link #text()}; empty for the other
     *     kinds
     */
    public List<String> texts() {
        return texts;
    }

    /**
     * Returns the schemes of the URLs.
     *
     * @return the schemes; empty for both, and for other kinds than {@link Kind#HOST}
     */
    public List<String> schemes() {
        return schemes;
    }

    /**
     * Returns the ports of the URLs.
     *
     * @return the ports; empty for all, and for other kinds than {@link Kind#HOST}
     */
    public List<Integer> ports() {
        return ports;
    }

    /**
     * Returns whether each element of an array of strings is a line of commands.
     *
     * @return false if the elements are the words of one command, and for other kinds than {@link Kind#COMMANDS}
     */
    public boolean lines() {
        return lines;
    }

    /**
     * Returns how a number is compared with the limit.
     *
     * @return the comparison; empty for other kinds than {@link Kind#BOUND}
     */
    public Optional<Bound> bound() {
        return Optional.ofNullable(bound);
    }

    /**
     * Returns the limit of a number.
     *
     * @return the limit; empty for other kinds than {@link Kind#BOUND}
     */
    public Optional<ExactNumber> limit() {
        return Optional.ofNullable(limit);
    }

    /**
     * Returns the place of an array in the declared facts.
     *
     * @return the place; empty for other kinds than {@link Kind#IN_FACT}
     */
    public Optional<ArgumentPointer> fact() {
        return Optional.ofNullable(fact);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Matcher that
                && kind == that.kind
                && values.equals(that.values)
                && texts.equals(that.texts)
                && schemes.equals(that.schemes)
                && ports.equals(that.ports)
                && lines == that.lines
                && bound == that.bound
                && Objects.equals(limit, that.limit)
                && Objects.equals(fact, that.fact);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, values, texts, schemes, ports, lines, bound, limit, fact);
    }

    @Override
    public String toString() {
        return keyword()
                + " "
                + switch (kind) {
                    case CONST, ENUM -> values.stream().map(JsonText::of).collect(Collectors.joining(", "));
                    case PATTERN, PREFIX, GLOB, FROM -> quoted(texts);
                    case BOUND -> limit().orElseThrow().toString();
                    case HOST ->
                        quoted(texts)
                                + (schemes.isEmpty() ? "" : " schemes " + quoted(schemes))
                                + (ports.isEmpty() ? "" : " ports " + ports);
                    case COMMANDS -> quoted(texts) + (lines ? " lines" : "");
                    case IN_FACT -> fact().orElseThrow().toString();
                };
    }

    private static String quoted(List<String> texts) {
        return texts.stream().map(JsonText::quoted).collect(Collectors.joining(", "));
    }
}
