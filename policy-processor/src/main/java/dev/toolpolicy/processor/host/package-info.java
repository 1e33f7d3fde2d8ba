/**
 * The frameworks whose annotated methods are tools, each by its own conventions: names, parameters, and the types that
 * it describes to models.
 *
 * <p>Read {@link dev.toolpolicy.processor.host.Host} first. Annotations and types of the frameworks are known by their
 * names alone.
 */
@NullMarked
package dev.toolpolicy.processor.host;

import org.jspecify.annotations.NullMarked;
