package dev.toolpolicy.rule;

import dev.toolpolicy.schema.ArgumentPointer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The effect of a tool's results on a session: the labels of their text, and the values that join the session's sets. A
 * label makes later rules stricter; a value can make them looser. Immutable.
 *
 * <pre>{@code
 * ResultSpec.labelled().filling("contacts", "/contacts/email")
 * }</pre>
 *
 * @param conditions the conditions on the arguments that ran, all of which must hold; none if it is for every call
 * @param labels the labels, in order: small letters, digits and {@code -}
 * @param values the sets that the results fill, by their names, in order
 * @param isExternal whether the tools may come later, such as those of a server
 */
public record ResultSpec(
        List<Condition> conditions, Set<String> labels, Map<String, Source> values, boolean isExternal) {
    /** Checks and copies the components. */
    public ResultSpec {
        conditions = List.copyOf(conditions);
        labels = Collections.unmodifiableSet(new TreeSet<>(labels));
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /**
     * Creates what results bring that carry exactly these labels.
     *
     * @param labels the labels; none for text that only the user and the operator can write
     */
    public static ResultSpec labelled(String... labels) {
        return new ResultSpec(List.of(), Set.copyOf(List.of(labels)), Map.of(), false);
    }

    /**
     * Adds places of the results whose values join a set of the session.
     *
     * @param set the set's name: small letters, digits and {@code -}
     * @param pointers JSON Pointers into the result
     * @return a copy that fills this set
     */
    public ResultSpec filling(String set, String... pointers) {
        return filling(set, Source.at(pointers));
    }

    /**
     * Adds places of the results whose values join a set of the session.
     *
     * @param set the set's name: small letters, digits and {@code -}
     * @param source the places
     * @return a copy that fills this set
     */
    public ResultSpec filling(String set, Source source) {
        Map<String, Source> more = new LinkedHashMap<>(values);
        more.put(set, source);
        return new ResultSpec(conditions, labels, more, isExternal);
    }

    /**
     * Sets the arguments for which this holds. Of several for one tool the first that holds counts; the last has no
     * condition.
     *
     * @param conditions the conditions on the arguments that ran, all of which must hold
     * @return a copy with these conditions
     */
    public ResultSpec where(Condition... conditions) {
        return new ResultSpec(List.of(conditions), labels, values, isExternal);
    }

    /**
     * Allows that the tools come later, such as those of a server.
     *
     * @return a copy that names tools that may come later
     */
    public ResultSpec asExternal() {
        return new ResultSpec(conditions, labels, values, true);
    }

    /**
     * Describes the entry in words.
     *
     * @return a text such as {@code labels private, untrusted; contacts from /contacts/email}
     */
    @Override
    public String toString() {
        StringJoiner words = new StringJoiner("; ");
        words.add(labels.isEmpty() ? "no labels" : "labels " + String.join(", ", labels));
        values.forEach((set, source) -> words.add(set + " from " + source));
        String where = conditions.stream().map(Object::toString).collect(Collectors.joining(" and "));
        return where.isEmpty() ? words.toString() : "if " + where + ": " + words;
    }

    /**
     * The places of a result whose values join a set.
     *
     * @param at the pointers; they pass through arrays
     * @param isTrusted whether the values are the operator's own although the result carries {@code untrusted}
     * @param isOpen whether other layers may fill the set too
     */
    public record Source(List<ArgumentPointer> at, boolean isTrusted, boolean isOpen) {
        /** Checks and copies the components. */
        public Source {
            at = List.copyOf(at);
        }

        /**
         * Creates the places of values.
         *
         * @param pointers JSON Pointers into the result
         */
        public static Source at(String... pointers) {
            return new Source(Stream.of(pointers).map(ArgumentPointer::parse).toList(), false, false);
        }

        /**
         * Says that the values are the operator's own although the result carries {@code untrusted}.
         *
         * @return a copy with this setting
         */
        public Source trusted() {
            return new Source(at, true, isOpen);
        }

        /**
         * Lets other layers fill the set too.
         *
         * @return a copy with this setting
         */
        public Source open() {
            return new Source(at, isTrusted, true);
        }

        /** Returns the pointers, and what is said of them. */
        @Override
        public String toString() {
            String places = at.stream().map(Object::toString).collect(Collectors.joining(" and "));
            return places + (isTrusted ? ", trusted" : "") + (isOpen ? ", open" : "");
        }
    }
}
