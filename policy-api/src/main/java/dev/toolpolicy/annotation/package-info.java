/**
 * The annotations that declare tools and their policies.
 *
 * <p>Read {@link dev.toolpolicy.annotation.Tool} first. The annotation processor reads them at compile time. At
 * run time, adapters only look whether it did.
 */
@NullMarked
package dev.toolpolicy.annotation;

import org.jspecify.annotations.NullMarked;
