/**
 * How tools and their policies are declared.
 *
 * <p>Read {@link dev.toolpolicy.annotation.Tool} first. The annotation processor reads these at compile time; nothing
 * is looked up at run time.
 */
@NullMarked
package dev.toolpolicy.annotation;

import org.jspecify.annotations.NullMarked;

