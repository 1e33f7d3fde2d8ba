package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record as a tool that a language model can call. The record's components, in order, are the tool's parameters.
 *
 * <pre>{@code
 * @Tool(name = "read_file", description = "Reads a text file.")
 * @Policy(run = {
 *     @Rule(arg = "/path", prefix = "src/", mode = ALLOW),
 *     @Rule(mode = ASK)
 * })
 * public record ReadFile(@Param("The file to read.") Path path) {}
 * }</pre>
 *
 * <p>Declare the record in a file of its own or inside another type. On a local record, or one in an anonymous class,
 * this annotation has no effect. The compiler can't warn about it, because annotation processors don't see such types.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Tool {

    /**
     * Sets the name that models see.
     *
     * @return the name; if empty, the record's name in snake case
     */
    String name() default "";

    /**
     * Describes the tool to models.
     *
     * @return the description; if empty, the record's Javadoc
     */
    String description() default "";
}
