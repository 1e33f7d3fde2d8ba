package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One rule of a {@link Policy}: a mode and the conditions under which it applies. A condition is {@link #arg} or
 * {@link #fact} with one matcher or more, which the same value satisfies. Several conditions stand in {@link #all}. A
 * rule without a condition always applies.
 *
 * <pre>{@code
 * @Rule(arg = "/path", prefix = "src/", mode = ALLOW)
 * @Rule(all = {@When(arg = "/amount", maximum = "100"), @When(arg = "/currency", constant = "EUR")}, mode = ALLOW)
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({})
public @interface Rule {

    /**
     * Points to the argument that the rule tests.
     *
     * @return a JSON Pointer into the tool's parameters; where it passes an array, it means each element
     */
    String arg() default "";

    /**
     * Points to the fact that the rule tests, in place of an argument.
     *
     * @return a JSON Pointer into the facts of {@link Policy#facts}
     */
    String fact() default "";

    /**
     * Holds while the session has a label, in place of an argument. Only in rules stricter than allow, and without a
     * matcher.
     *
     * @return a label that results carry, such as {@code untrusted}
     */
    String label() default "";

    /**
     * Holds if the argument equals this value.
     *
     * @return the value, read by the parameter's type: plain text for strings and paths, JSON for others
     */
    String constant() default "";

    /**
     * Holds if the argument equals one of these values.
     *
     * @return the values, each read by the parameter's type
     */
    String[] oneOf() default {};

    /** Holds if a string starts with these characters. A path matches if it is that path or below it. */
    String prefix() default "";

    /**
     * Holds if a glob matches a path or a string as a whole.
     *
     * @return a glob such as {@code src/**} or {@code *.md}
     */
    String glob() default "";

    /**
     * Holds if the commands of a shell's line match: every command in an allowing rule, some command in any other.
     *
     * @return patterns of commands, such as {@code git diff *}
     */
    String[] commands() default {};

    /**
     * Reads each element of an array of strings as a line of {@link #commands}, rather than as a word of one command.
     *
     * @return true for an array of lines
     */
    boolean lines() default false;

    /**
     * Holds if a string is a plain URL of one of these hosts.
     *
     * @return hosts such as {@code docs.rs} or {@code *.example.org}
     */
    String[] host() default {};

    /**
     * Restricts {@link #host} to URLs with these schemes.
     *
     * @return {@code http} or {@code https}; if not written, both
     */
    String[] schemes() default {};

    /**
     * Restricts {@link #host} to URLs with these ports.
     *
     * @return ports; if not written, any
     */
    int[] ports() default {};

    /**
     * Holds if a regular expression is found anywhere in a string. A path is searched in its normal form.
     *
     * @return a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
     */
    String pattern() default "";

    /**
     * Holds if a number is at least this.
     *
     * @return a number as JSON, kept exactly
     */
    String minimum() default "";

    /**
     * Holds if a number is at most this.
     *
     * @return a number as JSON, kept exactly
     */
    String maximum() default "";

    /**
     * Holds if a number is more than this.
     *
     * @return a number as JSON, kept exactly
     */
    String exclusiveMinimum() default "";

    /**
     * Holds if a number is less than this.
     *
     * @return a number as JSON, kept exactly
     */
    String exclusiveMaximum() default "";

    /**
     * Holds if the argument equals one of the values of a fact.
     *
     * @return a JSON Pointer to an array in the facts of {@link Policy#facts}
     */
    String inFact() default "";

    /**
     * Holds if the argument stands in one of the session's sets. Only in rules that allow.
     *
     * @return names of sets that results fill, or {@code request} for what the user's words name
     */
    String[] from() default {};

    /**
     * Holds also where the argument isn't there, is null or has no element. Not for a rule's only condition.
     *
     * @return true for an optional place
     */
    boolean orAbsent() default false;

    /**
     * Compares strings and paths without regard to case.
     *
     * @return true for {@code constant}, {@code oneOf}, {@code prefix}, {@code glob} and {@code pattern} on them
     */
    boolean ignoreCase() default false;

    /**
     * Sets how many values must match, if the pointer passes through an array; with {@link #each}, how many elements.
     *
     * @return {@link Match#ANY} or {@link Match#ALL}
     */
    Match match() default Match.ANY;

    /**
     * Lists the conditions of a rule with several, all of which must hold.
     *
     * @return the conditions, in place of one in the rule itself
     */
    When[] all() default {};

    /**
     * Ties the conditions of {@link #all} to one element of an array. Their pointers start at the element.
     *
     * @return a JSON Pointer to an array of objects
     */
    String each() default "";

    /**
     * Sets the rule's decision.
     *
     * @return the mode
     */
    Mode mode();

    /**
     * Names the rule. The name stands in everything that tells people or models about the rule.
     *
     * @return small letters, digits and {@code -}, unique in the list
     */
    String name() default "";

    /**
     * Gives the reason to the person who is asked and the model whose call is denied.
     *
     * @return one line
     */
    String reason() default "";

    /**
     * Lists calls that the rule must decide. The compiler checks them.
     *
     * @return the calls
     */
    Example[] examples() default {};

    /**
     * Lists calls that the rule must not decide. The compiler checks them.
     *
     * @return the calls
     */
    Example[] counterexamples() default {};

    /** One condition of {@link Rule#all}. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target({})
    @interface When {

        /**
         * Points to the argument that the condition tests.
         *
         * @return a JSON Pointer into the tool's parameters, or into an element of {@link Rule#each}; where it passes an array, it means each element
         */
        String arg() default "";

        /**
         * Points to the fact that the condition tests, in place of an argument.
         *
         * @return a JSON Pointer into the facts of {@link Policy#facts}
         */
        String fact() default "";

        /**
         * Holds while the session has a label, in place of an argument. Only in rules stricter than allow, and without a
         * matcher.
         *
         * @return a label that results carry, such as {@code untrusted}
         */
        String label() default "";

        /**
         * Holds if the argument equals this value.
         *
         * @return the value, read by the parameter's type: plain text for strings and paths, JSON for others
         */
        String constant() default "";

        /**
         * Holds if the argument equals one of these values.
         *
         * @return the values, each read by the parameter's type
         */
        String[] oneOf() default {};

        /** Holds if a string starts with these characters. A path matches if it is that path or below it. */
        String prefix() default "";

        /**
         * Holds if a glob matches a path or a string as a whole.
         *
         * @return a glob such as {@code src/**} or {@code *.md}
         */
        String glob() default "";

        /**
         * Holds if the commands of a shell's line match: every command in an allowing rule, some command in any other.
         *
         * @return patterns of commands, such as {@code git diff *}
         */
        String[] commands() default {};

        /**
         * Reads each element of an array of strings as a line of {@link #commands}, rather than as a word of one command.
         *
         * @return true for an array of lines
         */
        boolean lines() default false;

        /**
         * Holds if a string is a plain URL of one of these hosts.
         *
         * @return hosts such as {@code docs.rs} or {@code *.example.org}
         */
        String[] host() default {};

        /**
         * Restricts {@link #host} to URLs with these schemes.
         *
         * @return {@code http} or {@code https}; if not written, both
         */
        String[] schemes() default {};

        /**
         * Restricts {@link #host} to URLs with these ports.
         *
         * @return ports; if not written, any
         */
        int[] ports() default {};

        /**
         * Holds if a regular expression is found anywhere in a string. A path is searched in its normal form.
         *
         * @return a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
         */
        String pattern() default "";

        /**
         * Holds if a number is at least this.
         *
         * @return a number as JSON, kept exactly
         */
        String minimum() default "";

        /**
         * Holds if a number is at most this.
         *
         * @return a number as JSON, kept exactly
         */
        String maximum() default "";

        /**
         * Holds if a number is more than this.
         *
         * @return a number as JSON, kept exactly
         */
        String exclusiveMinimum() default "";

        /**
         * Holds if a number is less than this.
         *
         * @return a number as JSON, kept exactly
         */
        String exclusiveMaximum() default "";

        /**
         * Holds if the argument equals one of the values of a fact.
         *
         * @return a JSON Pointer to an array in the facts of {@link Policy#facts}
         */
        String inFact() default "";

        /**
         * Holds if the argument stands in one of the session's sets. Only in rules that allow.
         *
         * @return names of sets that results fill, or {@code request} for what the user's words name
         */
        String[] from() default {};

        /**
         * Holds also where the argument isn't there, is null or has no element. Not for a rule's only condition.
         *
         * @return true for an optional place
         */
        boolean orAbsent() default false;

        /**
         * Compares strings and paths without regard to case.
         *
         * @return true for {@code constant}, {@code oneOf}, {@code prefix}, {@code glob} and {@code pattern} on them
         */
        boolean ignoreCase() default false;

        /**
         * Sets how many values must match, if the pointer passes through an array.
         *
         * @return {@link Match#ANY} or {@link Match#ALL}
         */
        Match match() default Match.ANY;
    }

    /** A call that a rule must decide, or must not. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target({})
    @interface Example {
        /**
         * Sets the value of the rule's one argument, in a call without others.
         *
         * @return the value as text; not beside {@link #json}
         */
        String value() default "";

        /**
         * Sets the whole call.
         *
         * @return a JSON object: the arguments, or {@code arguments} and {@code facts}
         */
        String json() default "";
    }
}
