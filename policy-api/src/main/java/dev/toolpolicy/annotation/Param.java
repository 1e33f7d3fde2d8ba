package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Description, name and default of one parameter of a tool. On an enum constant, renames the value. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Param {

    /**
     * Describes the parameter to models.
     *
     * @return the description; if empty, the component's Javadoc
     */
    String value() default "";

    /**
     * Sets the parameter's name in JSON.
     *
     * @return the name; if empty, the component's name in snake case
     */
    String name() default "";

    /**
     * Sets the value that applies when a call omits the parameter. It is read by the parameter's type: plain text for
     * strings and paths, JSON for others. A default makes the parameter optional.
     *
     * @return the default; absent means that there is none
     */
    String defaultValue() default "";

    /** Marks a value that may be long, such as a file's content. Declare the parameters that rules read before it. */
    boolean large() default false;

    /** Marks a value that says where something goes, or what is destroyed, such as a recipient or a path to write to. */
    boolean sink() default false;
}
