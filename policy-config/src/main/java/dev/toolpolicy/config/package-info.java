/**
 * Tools and rules that are declared in data rather than in annotations: read, checked, and refused with every problem
 * at its place.
 *
 * <p>Read {@link dev.toolpolicy.config.ToolReader} first.
 */
@NullMarked
package dev.toolpolicy.config;

import org.jspecify.annotations.NullMarked;
