/**
 * The annotation processor: reads records with {@code @Tool}, proves their policies right and writes their definitions.
 *
 * <p>Read {@link dev.toolpolicy.processor.ToolProcessor} first. The way of a tool is mirror, model, then read, check and
 * write: readers make the model out of what the compiler knows, checks find what is wrong with it, writers make code
 * of it. These three don't know each other; {@code ToolCompiler} and {@code CatalogCompiler} lead a tool through them.
 */
@NullMarked
package dev.toolpolicy.processor;

import org.jspecify.annotations.NullMarked;

