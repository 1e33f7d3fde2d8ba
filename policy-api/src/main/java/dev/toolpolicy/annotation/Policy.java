package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The policies of a tool: how its calls may run, how their results are delivered, what must have happened before. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Policy {

    /**
     * How a call may run: the first rule that holds decides, and if none holds somebody is asked.
     *
     * @return the rules, in order
     */
    Rule[] run() default {};

    /**
     * How a result is delivered: the first rule that holds decides, and if none holds somebody is asked.
     *
     * @return the rules, in order
     */
    Rule[] result() default {};

    /**
     * What must have succeeded before a call may run.
     *
     * @return the requirements, all of which must be met
     */
    Require[] requires() default {};
}
