/**
 * The writers, which generate a definition for each tool and a catalog for each module.
 *
 * <p>Read {@link dev.toolpolicy.processor.write.ToolWriter} first. Writers get tools without errors and report nothing.
 */
@NullMarked
package dev.toolpolicy.processor.write;

import org.jspecify.annotations.NullMarked;
