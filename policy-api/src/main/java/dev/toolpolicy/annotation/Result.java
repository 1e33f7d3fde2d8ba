package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The labels and values that the results of a tool bring into a session, beside {@link Tool} or on a host's tool method: the labels of their
 * text, and the values that join the session's sets. Without it a result counts as text that a stranger wrote.
 *
 * <pre>{@code
 * @Result(labels = {}, values = @Result.Values(name = "contacts", at = "/contacts/email"))
 * }</pre>
 *
 * <p>Class files keep it for run time, so that adapters can refuse to start with a method that was compiled without the
 * annotation processor.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Result {

    /**
     * Sets the labels of the results.
     *
     * @return small letters, digits and {@code -}; none for text that only the user and the operator can write
     */
    String[] labels() default "untrusted";

    /**
     * Sets the places of the results whose values join sets of the session.
     *
     * @return the sets, each once
     */
    Values[] values() default {};

    /** The places of a result whose values join one set. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target({})
    @interface Values {

        /**
         * Names the set.
         *
         * @return small letters, digits and {@code -}
         */
        String name();

        /**
         * Points to the values.
         *
         * @return JSON Pointers into the result; where they pass an array, they mean each element
         */
        String[] at();

        /**
         * Says that the values are the operator's own although the result carries {@code untrusted}.
         *
         * @return true to let rules trust the set
         */
        boolean trusted() default false;
    }
}
