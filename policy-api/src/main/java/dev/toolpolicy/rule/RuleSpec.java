package dev.toolpolicy.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One rule of a list: a mode, and the conditions under which it applies, all of which must hold. Immutable.
 *
 * <pre>{@code
 * RuleSpec.whenAll(List.of(AMOUNT.maximum(100), CURRENCY.constant("EUR")), Mode.ALLOW).named("small-payments")
 * }</pre>
 *
 * @param conditions the conditions, all of which must hold
 * @param each the elements that the conditions are about; empty if each condition counts its values for itself
 * @param mode the rule's decision
 * @param name the rule's name; empty if it has none
 * @param reason the rule's reason, one line; empty if it has none
 * @param examples the calls that the rule must decide
 * @param counterexamples the calls that the rule must not decide
 * @param unreadable the words of a rule of a shared list that doesn't fit this tool, so that it isn't known for any call
 *     whether it holds; empty for all others
 * @param passes whether the rule, which allows, only ends its floor without an answer
 * @param onlyWherePresent whether the rule is left out for tools that lack a place that it looks at
 */
public record RuleSpec(
        List<Condition> conditions,
        Optional<Each> each,
        Mode mode,
        Optional<String> name,
        Optional<String> reason,
        List<Example> examples,
        List<Example> counterexamples,
        Optional<String> unreadable,
        boolean passes,
        boolean onlyWherePresent) {
    /** Checks and copies the components. */
    public RuleSpec {
        Objects.requireNonNull(mode, "mode");
        conditions = List.copyOf(conditions);
        examples = List.copyOf(examples);
        counterexamples = List.copyOf(counterexamples);
    }

    private RuleSpec(List<Condition> conditions, Optional<Each> each, Mode mode, Optional<String> unreadable) {
        this(
                conditions,
                each,
                mode,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                unreadable,
                false,
                false);
    }

    /**
     * The elements of an array that a rule looks at one by one: its conditions hold for the same element.
     *
     * @param array the place of the array in the tool's parameters; the conditions' pointers start at an element
     * @param match how many of the elements must satisfy the conditions; null for the default
     */
    public record Each(ArgumentPointer array, @Nullable Match match) {

        /**
         * Creates the elements of an array, of which one must satisfy the conditions unless it is said.
         *
         * @param array a JSON Pointer to an array of objects
         */
        public static Each of(String array) {
            return new Each(ArgumentPointer.parse(array), null);
        }

        /**
         * Sets how many of the elements must satisfy the conditions.
         *
         * @return a copy with this quantifier
         */
        public Each match(Match number) {
            return new Each(array, Objects.requireNonNull(number));
        }
    }

    /**
     * A call that a rule must decide, or must not.
     *
     * @param value a text, which is the value of the rule's one argument in a call without others, or an object with
     *     {@code arguments} and {@code facts}
     */
    public record Example(JsonNode value) {
        /** Checks and copies the components. */
        public Example {
            value = value.deepCopy();
        }

        /** Creates the call whose one argument has this value. */
        public static Example of(String value) {
            return new Example(TextNode.valueOf(value));
        }

        /**
         * Creates a call from all its arguments and what is known.
         *
         * @param arguments the arguments
         * @param facts the known facts
         */
        public static Example of(ObjectNode arguments, ObjectNode facts) {
            ObjectNode call = arguments.objectNode();
            call.set("arguments", arguments);
            call.set("facts", facts);
            return new Example(call);
        }
    }

    /**
     * Creates a rule with a condition.
     *
     * @param condition the condition under which the rule applies
     * @param mode the rule's decision
     */
    public static RuleSpec when(Condition condition, Mode mode) {
        return whenAll(List.of(condition), mode);
    }

    /**
     * Creates a rule with several conditions, all of which must hold.
     *
     * @param conditions the conditions
     * @param mode the rule's decision
     * @throws IllegalArgumentException if the list is empty; for a rule that always applies, use
     *     {@link #otherwise}
     */
    public static RuleSpec whenAll(List<Condition> conditions, Mode mode) {
        if (conditions.isEmpty()) {
            throw new IllegalArgumentException("conditions must not be empty: use RuleSpec.otherwise for a catch-all");
        }
        return new RuleSpec(conditions, Optional.empty(), mode, Optional.empty());
    }

    /**
     * Creates a rule about elements of an array, each of which is tested by all conditions together.
     *
     * @param each the elements
     * @param conditions the conditions; their pointers start at an element
     * @param mode the rule's decision
     */
    public static RuleSpec whenEach(Each each, List<Condition> conditions, Mode mode) {
        return new RuleSpec(conditions, Optional.of(each), mode, Optional.empty());
    }

    /**
     * Creates a rule that always applies, a catch-all.
     *
     * @param mode the rule's decision
     */
    public static RuleSpec otherwise(Mode mode) {
        return new RuleSpec(List.of(), Optional.empty(), mode, Optional.empty());
    }

    /**
     * Creates the rule of a shared list for a tool that it doesn't fit: whether it holds isn't known for any call.
     *
     * @param words the rule in words, as it was written
     * @param mode the rule's decision, other than allow
     */
    public static RuleSpec unreadable(String words, Mode mode) {
        return new RuleSpec(List.of(), Optional.empty(), mode, Optional.of(words));
    }

    /**
     * Creates a rule of a floor that ends the floor without an answer: no later rule of it decides the call.
     *
     * @param conditions the conditions, all of which must hold; none for a rule that always applies
     */
    public static RuleSpec pass(Condition... conditions) {
        return new RuleSpec(List.of(conditions), Optional.empty(), Mode.ALLOW, Optional.empty()).passing();
    }

    /**
     * Returns the rule as one of a floor that ends the floor without an answer.
     *
     * @return a copy that passes
     */
    public RuleSpec passing() {
        return with(Mode.ALLOW, name, reason, true);
    }

    /**
     * Leaves the rule of a floor out for tools that lack a place that it looks at.
     *
     * @return a copy for tools with these places
     */
    public RuleSpec wherePresent() {
        return new RuleSpec(conditions, each, mode, name, reason, examples, counterexamples, unreadable, passes, true);
    }

    /**
     * Names the rule. The name stands in everything that tells of the rule, to people and to models.
     *
     * @param name small letters, digits and {@code -}, unique in its list
     * @return a copy with this name
     */
    public RuleSpec named(String name) {
        return with(mode, Optional.of(name), reason, passes);
    }

    /**
     * Gives the reason for the person who is asked and the model whose call is denied.
     *
     * @param reason one line
     * @return a copy with this reason
     */
    public RuleSpec because(String reason) {
        return with(mode, name, Optional.of(reason), passes);
    }

    private RuleSpec with(Mode mode, Optional<String> name, Optional<String> reason, boolean passes) {
        return new RuleSpec(
                conditions, each, mode, name, reason, examples, counterexamples, unreadable, passes, onlyWherePresent);
    }

    /**
     * Adds calls that the rule must decide. They are checked where the list is, and cost nothing at run time.
     *
     * @return a copy with these examples in place of former ones
     */
    public RuleSpec withExamples(List<Example> examples) {
        return new RuleSpec(
                conditions, each, mode, name, reason, examples, counterexamples, unreadable, passes, onlyWherePresent);
    }

    /**
     * Adds calls that the rule must not decide.
     *
     * @return a copy with these counterexamples in place of former ones
     */
    public RuleSpec withCounterexamples(List<Example> counterexamples) {
        return new RuleSpec(
                conditions, each, mode, name, reason, examples, counterexamples, unreadable, passes, onlyWherePresent);
    }

    /**
     * Returns the rule with other conditions, and the same elements, decision, name, reason and examples.
     *
     * @return a copy with these conditions
     * @throws IllegalArgumentException if the rule has conditions, and these are none, or the reverse
     */
    public RuleSpec withConditions(List<Condition> others) {
        if (others.isEmpty() != conditions.isEmpty()) {
            throw new IllegalArgumentException("a rule with conditions must keep some, and a catch-all has none");
        }
        return new RuleSpec(
                others, each, mode, name, reason, examples, counterexamples, unreadable, passes, onlyWherePresent);
    }

    /**
     * Returns whether the rule always applies.
     *
     * @return true if it has no conditions, isn't about elements and fits its tool
     */
    public boolean isCatchAll() {
        return conditions.isEmpty() && each.isEmpty() && !isUnreadable();
    }

    /**
     * Returns whether the rule is one of a shared list that doesn't fit this tool.
     *
     * @return true if it isn't known for any call whether it holds
     */
    public boolean isUnreadable() {
        return unreadable.isPresent();
    }

    /**
     * Describes the rule in words.
     *
     * @return a text such as {@code /path prefix "src/" -> allow}
     */
    @Override
    public String toString() {
        return name.map(its -> its + ": ").orElse("") + describe() + " -> " + (passes ? "pass" : mode.word());
    }

    /**
     * Describes what the rule applies to.
     *
     * @return the conditions in words, or {@code otherwise} for a catch-all
     */
    public String describe() {
        if (conditions.isEmpty()) {
            return unreadable.orElse("otherwise");
        }
        String all = conditions.stream().map(Condition::toString).collect(Collectors.joining(", "));
        return each.map(of ->
                        of.match() == Match.ALL ? "every element of " + of.array() : "an element of " + of.array())
                .map(of -> of + " with " + all)
                .orElse(all);
    }
}
