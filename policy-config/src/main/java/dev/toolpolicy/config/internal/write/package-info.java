/** The writers of files of tools: what {@code internal.read} reads again. */
@NullMarked
package dev.toolpolicy.config.internal.write;

import org.jspecify.annotations.NullMarked;
