package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The policies of a tool: rules for its calls, rules for its results, and required earlier calls. The tool is a record
 * with {@link Tool}, or a method that a framework calls: with the {@code @Tool} of LangChain4j or Spring AI, or with
 * {@code @McpTool}.
 *
 * <p>To share a policy, put it on an annotation of your own: it applies to each tool with that annotation. A policy on
 * a package applies to the tools in it that have no other. A tool's own policy replaces a shared one as a whole.
 *
 * <p>The annotation processor checks it and generates what engines read. Class files keep it for run time, so that
 * adapters can refuse to start with a method that was compiled without the processor.
 *
 * <pre>{@code
 * @Policy(run = {@Rule(arg = "/path", prefix = "src/", mode = ALLOW), @Rule(mode = ASK)})
 * public @interface SourcesOnly {}
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PACKAGE})
public @interface Policy {

    /**
     * Decides whether a call may run. The first rule whose condition holds decides. If none holds, the call needs
     * approval.
     *
     * @return the rules, in order
     */
    Rule[] run() default {};

    /**
     * Decides whether a result is delivered. The first rule whose condition holds decides. If none holds, delivery
     * needs approval.
     *
     * @return the rules, in order
     */
    Rule[] result() default {};

    /**
     * Lists the tools that must have succeeded before a call may run.
     *
     * @return the requirements, all of which must be met
     */
    Require[] requires() default {};

    /**
     * Limits the tool's calls in a session.
     *
     * @return the limits, all of which apply
     */
    Limit[] limits() default {};

    /**
     * Declares the facts that the service knows and rules may look at, such as the role of the caller.
     *
     * @return a record, read as a tool's parameters are; {@code void.class} for none
     */
    Class<?> facts() default void.class;

    /**
     * Names the strings of a method's parameters that are paths. Rules compare the normal forms of paths, so that {@code
     * src/../.env} is not below {@code src}. In records, paths are components of the type {@link java.nio.file.Path}.
     *
     * @return JSON Pointers of strings, such as {@code /path}; for a list of strings, that of the list
     */
    String[] paths() default {};
}
