package dev.toolpolicy.annotation;

import dev.toolpolicy.rule.Match;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What must have succeeded in the session before a call of the tool may run: all of {@link #tools}, or, with a
 * {@link #key}, one of them with the same key.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({})
public @interface Require {

    /**
     * The tools that must have succeeded.
     *
     * @return their names, at least one
     */
    String[] tools();

    /**
     * Where this tool names what the calls must have in common, such as a file.
     *
     * @return a JSON Pointer; if empty, any successful call counts
     */
    String key() default "";

    /**
     * Where the required tools name it.
     *
     * @return a JSON Pointer; if empty, the same as {@link #key}
     */
    String toolsKey() default "";

    /**
     * With a key, how many of the tools must have succeeded with it.
     *
     * @return {@link Match#ANY} for one, {@link Match#ALL} for every one
     */
    Match match() default Match.ANY;

    /**
     * What happens to a call of this tool that has no key.
     *
     * @return {@link WhenMissing#ALLOW} or {@link WhenMissing#DENY}
     */
    WhenMissing whenMissing() default WhenMissing.ALLOW;

    /**
     * Whether the tools may be declared in another module that is not visible here.
     *
     * @return true if unknown names are no error
     */
    boolean external() default false;

    /** What happens to a call without a key. */
    enum WhenMissing {
        /** It is allowed. */
        ALLOW,
        /** It is denied. */
        DENY
    }
}
