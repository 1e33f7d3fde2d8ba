package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One limit of a tool's calls in a session: {@link #calls}, {@link #total} or {@link #failures}. Calls that run or ran
 * count, except one that failed and had no effect.
 *
 * <pre>{@code
 * @Policy(limits = {@Limit(calls = 10, per = "1m"), @Limit(total = "500", of = "/amount")})
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({})
public @interface Limit {

    /**
     * Limits the number of calls.
     *
     * @return the maximum number, at least 1
     */
    int calls() default 0;

    /**
     * Limits the sum of an argument. A call whose amount is missing, null or negative is denied.
     *
     * @return the maximum sum, a number as JSON, kept exactly
     */
    String total() default "";

    /**
     * Points to the amounts that {@link #total} sums.
     *
     * @return a JSON Pointer to a number; where it passes an array, all elements are summed
     */
    String of() default "";

    /**
     * Denies calls after some failures in a row, until {@link #per} has passed since the last of them.
     *
     * @return the number of failures, at least 1
     */
    int failures() default 0;

    /**
     * Sets the time that is counted, which slides.
     *
     * @return a number and a unit, {@code ms}, {@code s}, {@code m}, {@code h} or {@code d}, such as {@code 10m}; if
     *     empty, the whole session counts
     */
    String per() default "";

    /**
     * Counts and limits only the calls on which one rule decides.
     *
     * @return the name of a rule of {@link Policy#run}; if empty, all calls count
     */
    String rule() default "";

    /**
     * Counts the calls of all sessions in which a fact has the same value. Needs {@link #per}, and a store that all nodes
     * share.
     *
     * @return a JSON Pointer to a declared fact, a text, a number or a boolean; if empty, the session's calls count
     */
    String by() default "";

    /**
     * Gives the reason for the model whose call is denied.
     *
     * @return one line, which follows the message that says which limit was reached; if empty, there is none
     */
    String reason() default "";
}
