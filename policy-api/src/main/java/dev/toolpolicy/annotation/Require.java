package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The tools that must have succeeded in the session before a call of this tool may run. Without a {@link #key}, all of
 * {@link #tools} must have succeeded. With a key, one of them must have succeeded with the same key.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({})
public @interface Require {

    /**
     * Names the tools that must have succeeded.
     *
     * @return the tool names, at least one
     */
    String[] tools();

    /**
     * Points to the argument that the calls must share, such as a file.
     *
     * @return a JSON Pointer into this tool's parameters; if empty, any successful call counts
     */
    String key() default "";

    /**
     * Points to the same argument in the required tools.
     *
     * @return a JSON Pointer; if empty, the same as {@link #key}
     */
    String toolsKey() default "";

    /**
     * Sets how many of the tools must have succeeded with the key.
     *
     * @return {@link Match#ANY} for one, {@link Match#ALL} for every one
     */
    Match match() default Match.ANY;

    /**
     * Sets what happens to a call of this tool that has no key, or an array element without one.
     *
     * @return true if such calls need nothing, false if they are denied
     */
    boolean allowWhenMissing() default false;

    /**
     * Requires nothing of a call whose key is the path of a file that doesn't exist: read before write, new files free.
     * The engine needs a view of files.
     *
     * @return true if such a call needs nothing
     */
    boolean unlessNew() default false;

    /**
     * Requires that the file at the key hasn't changed since the required call, or since each one if {@link #match} is all.
     * The engine needs a view of files.
     *
     * @return true if a changed file must be read again
     */
    boolean fresh() default false;

    /**
     * Permits tools that are declared in another module, which is not visible here, or that come later. Until such
     * a tool exists, the requirement isn't met.
     *
     * @return true to accept unknown names
     */
    boolean external() default false;

    /**
     * Gives the reason for the model whose call is denied.
     *
     * @return one line, which follows the message that says what is missing; if empty, there is none
     */
    String reason() default "";
}
