package dev.toolpolicy.internal.schema;

import dev.toolpolicy.schema.ArgumentPointer;
import java.util.Optional;

/**
 * The names of what a session knows of its flows, among the facts of a call. A label is the hidden fact
 * {@code label:NAME}: true or false. A set is the hidden fact {@code from:NAME}: an array of its values. Both are always
 * known, and never among the declared facts, whose names may not begin so.
 */
public final class FlowFacts {
    /** The set of what the user's own words name. */
    public static final String REQUEST = "request";
    /** The label of text that others than the user and the operator can write. */
    public static final String UNTRUSTED = "untrusted";

    private static final String LABEL = "label:";
    private static final String SET = "from:";

    private FlowFacts() {}

    /** Returns the place of a label among the facts. */
    public static ArgumentPointer label(String label) {
        return ArgumentPointer.of(LABEL + label);
    }

    /** Returns the label at a place among the facts; empty if the place is a declared fact's. */
    public static Optional<String> labelAt(ArgumentPointer place) {
        String name = place.parameter();
        return place.segments().size() == 1 && name.startsWith(LABEL)
                ? Optional.of(name.substring(LABEL.length()))
                : Optional.empty();
    }

    /** Returns the place of a set among the facts. */
    public static ArgumentPointer set(String set) {
        return ArgumentPointer.of(SET + set);
    }

    /** Returns the set at a place among the facts; empty if the place is a declared fact's. */
    public static Optional<String> setAt(ArgumentPointer place) {
        String name = place.parameter();
        return place.segments().size() == 1 && isSet(name)
                ? Optional.of(name.substring(SET.length()))
                : Optional.empty();
    }

    /** Returns whether a name is that of a set among the facts. */
    public static boolean isSet(String fact) {
        return fact.startsWith(SET);
    }

    /** Returns whether a name is that of a hidden fact, which no file declares. */
    public static boolean isHidden(String fact) {
        return fact.startsWith(LABEL) || isSet(fact);
    }

    /** Returns whether a text can be the name of a label or of a set: small letters, digits and {@code -}. */
    public static boolean isName(String text) {
        return !text.isEmpty()
                && text.charAt(0) != '-'
                && text.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-');
    }
}
