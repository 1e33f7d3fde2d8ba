/**
 * The annotation processors: they read records with {@code @Tool}, check their policies and generate their
 * definitions.
 *
 * <p>Read {@link dev.toolpolicy.processor.ToolProcessor} first, then {@link
 * dev.toolpolicy.processor.ToolsCatalogProcessor}. Readers ({@code read}) turn the compiler's view of a tool ({@code
 * mirror}) into declarations ({@code model}). Checks ({@code check}) find problems in the declarations, and writers
 * ({@code write}) generate code from them. Readers, checks and writers don't use each other.
 */
@NullMarked
package dev.toolpolicy.processor;

import org.jspecify.annotations.NullMarked;
