package dev.toolpolicy.annotation;

import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Mode;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One rule of a {@link Policy}: a mode and at most one condition. The condition is {@link #arg} with exactly one
 * matcher. A rule without a condition always holds.
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

    /**
     * Holds if a regular expression is found anywhere in a string. A path is searched in its normal form.
     *
     * @return a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
     */
    String pattern() default "";

    /** Holds if a string starts with these characters. A path matches if it is that path or below it. */
    String prefix() default "";

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
     * Sets how many values must match, if the pointer passes through an array.
     *
     * @return {@link Match#ANY} or {@link Match#ALL}; valid only for such pointers
     */
    Match match() default Match.ANY;

    /**
     * Sets the rule's decision.
     *
     * @return the mode
     */
    Mode mode();
}
