package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes one parameter of a tool; on an enum constant, renames the value. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Param {

    /**
     * What the parameter means, for models.
     *
     * @return the description; if empty, the component's Javadoc
     */
    String value() default "";

    /**
     * The parameter's name in JSON.
     *
     * @return the name; if empty, the component's name in snake case
     */
    String name() default "";

    /**
     * The value that counts where a call leaves the parameter out, read by the parameter's type: plain text for
     * strings and paths, JSON for others. Giving one makes the parameter optional.
     *
     * @return the default; leave it out to have none
     */
    String defaultValue() default "";

    /**
     * Whether the value may be long, such as a file's content. What decides should be declared before it.
     *
     * @return true if it may
     */
    boolean large() default false;
}
