package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * An explanation of each rule's state for one call. Not to be implemented by users. Immutable; it shows one moment of a
 * call that may still stream.
 */
public interface Explanation {
    /**
     * Returns the decision of the list.
     *
     * @return the decision; empty while it waits
     */
    Optional<RuleDecision> decision();

    /**
     * Returns the argument that the decision waits for.
     *
     * @return its name; empty once there is a decision
     */
    Optional<String> waitingOn();

    /**
     * Returns the explanation as JSON. Its member {@code rules} has an object for each rule, in order: {@code rule}, the
     * rule in words, after its name if it has one, and {@code state}.
     *
     * <ul>
     *   <li>{@code matched}: the rule applies; later arguments can't change that.
     *   <li>{@code eliminated}: the rule doesn't apply; later arguments can't change that.
     *   <li>{@code unread}: the rule is stricter than allow, and a condition can't be answered for this call.
     *   <li>{@code open}: the rule is not settled. It stays open once an earlier rule has decided.
     * </ul>
     *
     * <p>A rule that a value settled also has {@code place}, the value's JSON Pointer with array indexes, {@code value},
     * and {@code offset}, how many characters of the call's text had been read.
     *
     * @return a new object
     */
    ObjectNode toJson();

    /**
     * Returns the explanation as a table for people.
     *
     * @return lines joined by {@code \n}: one for each rule, counted from 1, then the decision
     */
    @Override
    String toString();
}
