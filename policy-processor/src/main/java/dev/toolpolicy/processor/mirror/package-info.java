/**
 * Views of what the compiler knows: annotations, places in the source, Javadoc and Java types.
 *
 * <p>Read {@link dev.toolpolicy.processor.mirror.AnnotationView} first. Nothing here knows what a policy means.
 */
@NullMarked
package dev.toolpolicy.processor.mirror;

import org.jspecify.annotations.NullMarked;
