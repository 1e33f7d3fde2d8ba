package dev.toolpolicy.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a record a tool that a language model can call. Its components, in order, are the parameters.
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
 * <p>The record stands in a file of its own or inside another type. On one that is declared in a method, or in an
 * anonymous class, this annotation has no effect, and the compiler can't say so: it shows annotation processors no such types.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Tool {

    /**
     * The tool's name to models.
     *
     * @return the name; if empty, the record's name in snake case
     */
    String name() default "";

    /**
     * What the tool does, for models.
     *
     * @return the description; if empty, the record's Javadoc
     */
    String description() default "";
}
