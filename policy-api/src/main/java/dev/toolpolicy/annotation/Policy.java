package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The policies of a tool: how its calls may run, how their results are delivered, what must have happened before.
 *
 * <p>Several tools share one that stands on an annotation of yours: each tool with that annotation has it. One that
 * stands on a package is for the tools in it that have no other. A tool's own policy replaces a shared one as a whole.
 *
 * <pre>{@code
 * @Policy(run = {@Rule(arg = "/path", prefix = "src/", mode = ALLOW), @Rule(mode = ASK)})
 * public @interface SourcesOnly {}
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE})
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
